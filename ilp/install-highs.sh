#!/bin/bash
# Makes the HiGHS solver available to "go build": finds it, installs the
# distribution's package, or builds a static library from Debian's source.
set -euo pipefail

usage() {
	cat <<'TEXT'
usage: install-highs.sh [--from-source | --licences] [--prefix DIR] [-h]

Looks for HiGHS with pkg-config; else installs the package libhighs-dev (as
root, or where sudo asks no password); else fetches the source of Debian's
package with apt, builds a static library and installs it.

  --prefix DIR    where a built library goes; implies no distribution package
                  (default: /usr/local as root, else $HOME/.local)
  --from-source   build even where HiGHS or a distribution package is there
  --licences      only fetch the licences of HiGHS and of the code within it,
                  into share/doc/highs of the prefix (a build does so too)
  -h, --help      this text

Where pkg-config does not search the prefix by itself, the one line to put into
the shell's start file is printed on standard output; all else goes to standard
error.
TEXT
}

suite=trixie # the first Debian release with a source package of HiGHS
keyring=/usr/share/keyrings/debian-archive-keyring.gpg

say() { echo "install-highs: $*" >&2; }

fail() {
	say "error: $*"
	cat >&2 <<'TEXT'
Three ways out:
  1. install your distribution's package (Debian 13, Ubuntu 25.04 and later:
     libhighs-dev; Fedora: coin-or-HiGHS-devel; Homebrew: highs);
  2. build HiGHS yourself (https://github.com/ERGO-Code/HiGHS) and
     export PKG_CONFIG_PATH=/where/you/installed/it/lib/pkgconfig;
  3. run this script again as root on a Debian or Ubuntu with network access.
TEXT
	exit 1
}

from_source=false
licences=false
prefix=
while [ $# -gt 0 ]; do
	case $1 in
	--from-source) from_source=true ;;
	--licences) licences=true ;;
	--prefix)
		[ $# -ge 2 ] || { usage >&2; exit 2; }
		prefix=$2
		shift
		;;
	--prefix=*) prefix=${1#*=} ;;
	-h | --help) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
	shift
done

# as_root runs a command as root, or fails where that would ask for a password.
as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
		sudo -n env "DEBIAN_FRONTEND=${DEBIAN_FRONTEND:-}" "$@"
	else
		return 1
	fi
}
export DEBIAN_FRONTEND=noninteractive

use_package=true
if [ -n "$prefix" ]; then
	use_package=false
	mkdir -p "$prefix"
	prefix=$(cd "$prefix" && pwd)
elif [ "$(id -u)" = 0 ]; then
	prefix=/usr/local
else
	prefix=${HOME:?HOME is not set; use --prefix}/.local
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/install-highs.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# A library that an earlier run put into the prefix counts as found, whether or
# not the shell's environment names it.
caller_path=${PKG_CONFIG_PATH-}
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig${caller_path:+:$caller_path}"

# works: HiGHS is known to pkg-config, and a C program links with it (as cgo
# does: by the C compiler, without knowing of C++) and runs.
works() {
	command -v pkg-config >/dev/null && pkg-config --exists highs || return 1
	cat >"$work/try.c" <<'TEXT'
#include <interfaces/highs_c_api.h>
int main(void) {
  void* h = Highs_create();
  Highs_setBoolOptionValue(h, "output_flag", 0);
  int bad = Highs_addVar(h, 1, 2) != 0 || Highs_run(h) != 0;
  Highs_destroy(h);
  return bad;
}
TEXT
	# shellcheck disable=SC2046 # the flags are words
	"${CC:-cc}" -o "$work/try" "$work/try.c" $(pkg-config --cflags --libs highs) \
		>"$work/try.log" 2>&1 && "$work/try" >>"$work/try.log" 2>&1
}

finish() {
	local libdir
	libdir=$(pkg-config --variable=libdir highs)
	say "HiGHS $(pkg-config --modversion highs) $1 $libdir"
	if [ "$(PKG_CONFIG_PATH=$caller_path pkg-config --variable=libdir highs 2>/dev/null)" != "$libdir" ]; then
		# shellcheck disable=SC2016 # for the reader's shell to expand
		printf 'export PKG_CONFIG_PATH="%s${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"\n' \
			"$prefix/lib/pkgconfig"
	fi
	exit 0
}

# install_packages installs what is missing, renewing the package lists only
# where the names are not known without.
install_packages() {
	command -v apt-get >/dev/null || return 1
	as_root true || return 1
	as_root apt-get install -y -qq --no-install-recommends "$@" >"$work/apt.log" 2>&1 && return
	as_root apt-get update -qq >>"$work/apt.log" 2>&1 || true
	as_root apt-get install -y -qq --no-install-recommends "$@" >>"$work/apt.log" 2>&1
}

# need_tools makes sure of the named commands, by their packages if need be.
need_tools() {
	local pair missing=() names=()
	for pair in "$@"; do
		command -v "${pair%%=*}" >/dev/null && continue
		names+=("${pair%%=*}")
		missing+=("${pair#*=}")
	done
	[ ${#missing[@]} -eq 0 ] && return
	say "installing ${missing[*]}"
	install_packages "${missing[@]}" || fail "missing: ${names[*]} (packages ${missing[*]})"
}

need_tools pkg-config=pkg-config cc=gcc
if ! $from_source && ! $licences; then
	if works; then finish "found in"; fi
	if pkg-config --exists highs; then
		say "pkg-config knows HiGHS, but a test program does not link or run:"
		sed 's/^/  /' "$work/try.log" | head -n 5 >&2
	fi
	if $use_package && command -v apt-cache >/dev/null &&
		[ -n "$(apt-cache search --names-only '^libhighs-dev$' 2>/dev/null)" ]; then
		say "installing the package libhighs-dev"
		if install_packages libhighs-dev && works; then finish "installed in"; fi
		say "libhighs-dev cannot be installed here or does not link; building from source"
	fi
fi

# --- from source ---

command -v apt-get >/dev/null || fail "this system has no apt to fetch the source with"
[ -e "$keyring" ] || install_packages debian-archive-keyring ||
	fail "no Debian keyring ($keyring) to check the source with"
$licences || need_tools cmake=cmake make=make g++=g++
need_tools xz=xz-utils
if ! mkdir -p "$prefix" || [ ! -w "$prefix" ]; then fail "cannot write to $prefix"; fi

# mirrors: this machine's own Debian mirror first, where it uses one.
mirrors() {
	# shellcheck disable=SC2016 # apt expands these
	apt-get indextargets --format '$(LABEL) $(REPO_URI)' 'Created-By: Packages' 2>/dev/null |
		sed -n 's/^Debian //p' | sort -u || true
	echo http://deb.debian.org/debian
}

# fetch_source gets the source from one mirror. All of apt's state is redirected
# to the work directory, so it takes no root and leaves the system's lists alone;
# apt still checks the archive's signature and the file's hash.
fetch_source() {
	local state=$work/apt
	rm -rf "$state"
	mkdir -p "$state/lists/partial" "$state/cache/archives/partial" "$state/state"
	echo "deb-src [signed-by=$keyring] $1 $suite main" >"$state/sources.list"
	local options=(-qq
		-o Dir::Etc::SourceList="$state/sources.list" -o Dir::Etc::SourceParts=/dev/null
		-o Dir::State="$state/state" -o Dir::State::Lists="$state/lists"
		-o Dir::Cache="$state/cache" -o APT::Sandbox::User="$(id -un)"
		-o Acquire::Languages=none -o APT::Update::Error-Mode=any)
	(cd "$state" &&
		apt-get "${options[@]}" update &&
		apt-get "${options[@]}" source --download-only --tar-only highs) >"$work/fetch.log" 2>&1
}

fetched=false
while read -r mirror; do
	say "fetching the source of HiGHS from $mirror ($suite)"
	if fetch_source "$mirror"; then fetched=true; break; fi
done < <(mirrors)
if ! $fetched; then
	sed 's/^/  /' "$work/fetch.log" | tail -n 5 >&2
	fail "the source cannot be fetched"
fi

mkdir "$work/source"
tar -C "$work/source" --strip-components=1 -xf "$work"/apt/highs_*.orig.tar.*

# keep_licences copies the licences of the source, named by their folders.
keep_licences() {
	local doc=$prefix/share/doc/highs file name
	rm -rf "$doc"
	mkdir -p "$doc"
	(cd "$work/source" && find . -type f \( -iname 'licen[sc]e*' -o -iname 'copying*' -o -iname 'third_party*' \)) |
		while read -r file; do
			name=${file#./}
			install -m 644 "$work/source/$file" "$doc/${name//\//-}"
		done
	[ -n "$(ls "$doc")" ] || fail "the source has no licences"
}

if $licences; then
	keep_licences
	say "licences of HiGHS in $prefix/share/doc/highs"
	exit 0
fi

# ZLIB only serves reading compressed models, and would have to be linked too.
say "building (a few minutes)"
{
	cmake -S "$work/source" -B "$work/build" -DCMAKE_BUILD_TYPE=Release \
		-DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
		-DZLIB=OFF -DBUILD_TESTING=OFF -DBUILD_EXAMPLES=OFF \
		-DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib &&
		cmake --build "$work/build" --target highs -j "$(nproc)" &&
		DESTDIR="$work/stage" cmake --install "$work/build/src"
} >"$work/build.log" 2>&1 || {
	tail -n 15 "$work/build.log" >&2
	fail "the build failed"
}
stage=$work/stage$prefix
# Those who link a static C++ library must name what it needs.
sed -i -e 's/^Libs:.*/& -lstdc++ -lm -lpthread -ldl/' -e '/^#TODO/d' -e '/^Requires: *$/d' \
	"$stage/lib/pkgconfig/highs.pc"

# highs.pc, by which the library is found, goes first when it is an old one and
# comes last when it is new: an interrupted run leaves nothing that counts as found.
mkdir -p "$prefix/lib/pkgconfig" "$prefix/include"
rm -f "$prefix/lib/pkgconfig/highs.pc"
rm -rf "$prefix/include/highs"
cp -R "$stage/include/highs" "$prefix/include/"
install -m 644 "$(find "$work/build" -name libhighs.a)" "$prefix/lib/libhighs.a"
install -m 644 "$stage/lib/pkgconfig/highs.pc" "$prefix/lib/pkgconfig/highs.pc.new"
keep_licences
mv "$prefix/lib/pkgconfig/highs.pc.new" "$prefix/lib/pkgconfig/highs.pc"

works || {
	sed 's/^/  /' "$work/try.log" | head -n 5 >&2
	fail "the library was built, but a test program does not link or run"
}
finish "built and installed in"
