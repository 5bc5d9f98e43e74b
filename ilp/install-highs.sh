#!/bin/bash
# Makes the HiGHS solver available to "go build": finds it, installs the
# distribution's package, or builds a static library from source. Each of these
# counts only where optgap's own C code links with it and solves.
set -euo pipefail

usage() {
	cat <<'TEXT'
usage: install-highs.sh [--from-source | --archive FILE [--sha256 SUM] |
                        --licences] [--prefix DIR] [-h]

Looks for HiGHS with pkg-config; else installs the package libhighs-dev (as
root, or where sudo asks no password); else fetches the source of Debian's
package with apt, builds a static library and installs it. Each way is tried:
optgap's C code has to link, and to solve. Where it links only with libraries
that highs.pc does not name, as static ones often do, a corrected highs.pc goes
into lib/optgap/pkgconfig of the prefix. What was installed stays as it is.

  --prefix DIR    where files go; implies no distribution package
                  (default: /usr/local as root, else $HOME/.local)
  --from-source   build even where HiGHS or a distribution package is there
  --archive FILE  build, and from this archive of HiGHS's source, not Debian's
  --sha256 SUM    the checksum that the archive has to have
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
archive=
sum=
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
	--archive)
		[ $# -ge 2 ] || { usage >&2; exit 2; }
		archive=$2
		shift
		;;
	--archive=*) archive=${1#*=} ;;
	--sha256)
		[ $# -ge 2 ] || { usage >&2; exit 2; }
		sum=$2
		shift
		;;
	--sha256=*) sum=${1#*=} ;;
	-h | --help) usage; exit 0 ;;
	*) usage >&2; exit 2 ;;
	esac
	shift
done

[ -z "$archive" ] || [ -r "$archive" ] || {
	say "error: --archive: found no file $archive that can be read"
	exit 2
}
if [ -n "$sum" ]; then
	[ -n "$archive" ] || {
		say "error: found --sha256, expected --archive FILE with it"
		exit 2
	}
	found=$(sha256sum <"$archive")
	found=${found%% *}
	[ "$found" = "$sum" ] || {
		say "error: --archive: found $archive with the SHA-256 $found, expected $sum"
		exit 2
	}
fi

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

# One run at a time for a prefix: another one finds what this one has built.
if command -v flock >/dev/null && mkdir -p "$prefix" 2>/dev/null; then
	exec 9<"$prefix"
	flock -n 9 || {
		say "waiting for another run of this script"
		flock 9
	}
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/install-highs.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# A library that an earlier run put into the prefix counts as found, whether or
# not the shell's environment names it.
caller_path=${PKG_CONFIG_PATH-}
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig${caller_path:+:$caller_path}"

# Where a corrected highs.pc goes. What an earlier run wrote there is made anew.
corrected=$prefix/lib/optgap/pkgconfig
PKG_CONFIG_PATH=$(printf %s "$PKG_CONFIG_PATH" | tr : '\n' | grep -vxF "$corrected" | paste -sd : -)

# The program that has to link: optgap's own C code. It solves a program of one column.
code=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/internal/mip
cat >"$work/try.c" <<'TEXT'
#include <interfaces/highs_c_api.h>
#include "bridge.h"
int main(void) {
  void* h = Highs_create();
  mip_monitor* m = mip_monitor_new(1, -1, 0, 0);
  int optimal = Highs_setBoolOptionValue(h, "output_flag", 0) == kHighsStatusOk &&
                Highs_addVar(h, 1, 2) == kHighsStatusOk && mip_run(h, m) == kHighsStatusOk &&
                mip_model_status(h) == kHighsModelStatusOptimal;
  mip_monitor_free(m);
  mip_destroy(h);
  return !optimal;
}
TEXT

# links: the program links with these flags (as cgo does: by the C compiler, without
# knowing of C++) and runs.
links() {
	"${CC:-cc}" -o "$work/try" -I "$code" "$work/try.c" "$code/bridge.c" "$@" -lm >"$work/try.log" 2>&1 &&
		"$work/try" >>"$work/try.log" 2>&1
}

# folder prints where highs.pc lies. Some versions of pkg-config put a backslash before a space.
folder() { pkg-config --variable=pcfiledir highs 2>/dev/null | sed 's/\\\(.\)/\1/g'; }

# ways prints flags that HiGHS may need, a line each, quoted for a shell: what highs.pc says; the same for files that lie
# beside highs.pc and not where it says; there the static library by its name, as -lhighs is a shared library beside
# it; each with what a static library needs.
ways() {
	local here include way libraries
	here=$(folder)
	here=${here%/pkgconfig}
	include=-I$(printf %q "${here%/*}/include/highs")
	for way in "$(pkg-config --cflags highs)|$(pkg-config --libs highs)" \
		"$include|-L$(printf %q "$here") -lhighs" "$include|$(printf %q "$here/libhighs.a")"; do
		for libraries in "" "-lstdc++ -lm -lpthread -ldl" "-lstdc++ -lm -lpthread -ldl -lz" "-lc++ -lm"; do
			echo "$way $libraries"
		done
	done
}

# works: HiGHS is known to pkg-config, and the program links and runs, be it by a corrected highs.pc.
works() {
	local cflags libs asked=true
	command -v pkg-config >/dev/null && pkg-config --exists highs || return 1
	while IFS='|' read -r cflags libs; do
		if eval "links $cflags $libs"; then
			if $asked; then rm -f "$corrected/highs.pc"; else correct "$cflags" "$libs"; fi
			return
		fi
		$asked && cp "$work/try.log" "$work/asked.log"
		asked=false
	done < <(ways)
	return 1
}

# correct writes a highs.pc with these flags, and has pkg-config use it from here on.
correct() {
	local dir libdir
	dir=$(folder)
	libdir=${dir%/pkgconfig}
	mkdir -p "$corrected"
	{
		echo "# Written by optgap's install-highs.sh, as HiGHS does not link by $dir/highs.pc."
		printf 'prefix=%s\nlibdir=%s\n' "${libdir%/*}" "$libdir"
		printf 'Name: HiGHS\nDescription: linear optimization\nVersion: %s\n' "$(pkg-config --modversion highs)"
		printf 'Cflags: %s\nLibs: %s\n' "$1" "$2"
	} >"$corrected/highs.pc.new" # in the same folder, so that highs.pc is whole at any moment
	mv "$corrected/highs.pc.new" "$corrected/highs.pc"
	say "does not link by $dir/highs.pc; corrected in $corrected: $2"
	PKG_CONFIG_PATH=$corrected:$PKG_CONFIG_PATH
}

# complain prints why HiGHS does not link as highs.pc says.
complain() { sed 's/^/  /' "$work/asked.log" | head -n 5 >&2; }

finish() {
	local dir
	dir=$(folder)
	say "HiGHS $(pkg-config --modversion highs) $1 $(pkg-config --variable=libdir highs)"
	if [ "$(PKG_CONFIG_PATH=$caller_path folder)" != "$dir" ]; then
		# shellcheck disable=SC2016 # for the reader's shell to expand
		printf 'export PKG_CONFIG_PATH="%s${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"\n' "$dir"
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
if ! $from_source && ! $licences && [ -z "$archive" ]; then
	if works; then finish "found in"; fi
	if pkg-config --exists highs; then
		say "pkg-config knows HiGHS $(pkg-config --modversion highs), but a test program does not link or run:"
		complain
	fi
	if $use_package && command -v apt-cache >/dev/null &&
		[ -n "$(apt-cache search --names-only '^libhighs-dev$' 2>/dev/null)" ]; then
		say "installing the package libhighs-dev"
		if install_packages libhighs-dev && works; then finish "installed in"; fi
		say "libhighs-dev cannot be installed here or does not link; building from source"
	fi
fi

# --- from source ---

if [ -z "$archive" ]; then
	command -v apt-get >/dev/null || fail "this system has no apt to fetch the source with"
	[ -e "$keyring" ] || install_packages debian-archive-keyring ||
		fail "no Debian keyring ($keyring) to check the source with"
fi
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

# fetch gets the source from the first mirror that has it, and names it in archive.
fetch() {
	local mirror
	while read -r mirror; do
		say "fetching the source of HiGHS from $mirror ($suite)"
		if fetch_source "$mirror"; then
			archive=$(echo "$work"/apt/highs_*.orig.tar.*)
			return
		fi
	done < <(mirrors)
	sed 's/^/  /' "$work/fetch.log" | tail -n 5 >&2
	fail "the source cannot be fetched"
}
[ -n "$archive" ] || fetch

mkdir "$work/source"
tar -C "$work/source" --strip-components=1 -xf "$archive" || fail "$archive cannot be unpacked"
[ -f "$work/source/highs.pc.in" ] || fail "$archive: found no highs.pc.in, expected the source of HiGHS"

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

need_tools cmake=cmake make=make g++=g++

# The library's folder has changed its name between 1.10 and 1.15.
library=src
if [ -d "$work/source/highs" ]; then library=highs; fi

# ZLIB only serves reading compressed models, and would have to be linked too.
say "building (a few minutes)"
{
	cmake -S "$work/source" -B "$work/build" -DCMAKE_BUILD_TYPE=Release \
		-DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
		-DZLIB=OFF -DBUILD_TESTING=OFF -DBUILD_EXAMPLES=OFF \
		-DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib &&
		cmake --build "$work/build" --target highs -j "$(nproc)" &&
		DESTDIR="$work/stage" cmake --install "$work/build/$library"
} >"$work/build.log" 2>&1 || {
	tail -n 15 "$work/build.log" >&2
	fail "the build failed"
}
stage=$work/stage$prefix
# Those who link a static C++ library must name what it needs. The library stands by its name, as -lhighs may be a
# shared one beside it, and in quotes, as a folder may have a space.
sed -i -e 's|^Libs:.*|Libs: "${libdir}/libhighs.a" -lstdc++ -lm -lpthread -ldl|' \
	-e 's|^Cflags:.*|Cflags: -I"${includedir}"|' -e '/^#TODO/d' -e '/^Requires: *$/d' \
	"$(find "$work/build/" -name highs.pc)"

# highs.pc, by which the library is found, goes first when it is an old one and
# comes last when it is new: an interrupted run leaves nothing that counts as found.
mkdir -p "$prefix/lib/pkgconfig" "$prefix/include"
rm -f "$prefix/lib/pkgconfig/highs.pc"
rm -rf "$prefix/include/highs"
cp -R "$stage/include/highs" "$prefix/include/"
install -m 644 "$(find "$work/build/" -name libhighs.a)" "$prefix/lib/libhighs.a"
install -m 644 "$(find "$work/build/" -name highs.pc)" "$prefix/lib/pkgconfig/highs.pc.new"
keep_licences
mv "$prefix/lib/pkgconfig/highs.pc.new" "$prefix/lib/pkgconfig/highs.pc"

works || {
	complain
	fail "the library was built, but a test program does not link or run"
}
finish "built and installed in"
