#!/bin/bash
# Builds the program for others: one static file with HiGHS inside, stripped, that knows
# its commit; beside it the licences of all that is inside. Checks both.
set -euo pipefail

fail() {
	echo "release: $*" >&2
	exit 1
}

[ $# = 1 ] || { echo "usage: release.sh DIR" >&2; exit 2; }
mkdir -p "$1"
dir=$(cd "$1" && pwd)
cd "$(dirname "$0")"
program=$dir/optgap licences=$dir/LICENSES.txt
rm -f "$program" "$licences"

# The C library opens others at run time for names of hosts and users; Go's own code does
# without.
tags=netgo,osusergo
go build -trimpath -buildvcs=true -tags "$tags" \
	-ldflags '-s -w -linkmode external -extldflags "-static"' -o "$program" . ||
	fail "the program does not link statically. It needs libhighs.a (ilp/install-highs.sh --from-source) and libc.a (package libc6-dev)"

# --- licences ---

# add appends files under the name of what they are the licence of.
add() {
	local name=$1 file
	shift
	[ $# -gt 0 ] || fail "found no licence of $name"
	for file; do
		printf '%s\n%s: %s\n\n' "$rule" "$name" "$(basename "$file")"
		cat "$file"
		echo
	done >>"$licences"
}
rule=================================================================================

# within lists the licences in the folders that are there.
within() {
	local folder
	for folder; do
		if [ -d "$folder" ]; then
			find "$folder/" -type d -name testdata -prune -o -type f \
				\( -iname '*licen[sc]e*' -o -iname 'copying*' -o -iname 'copyright*' -o -iname 'notice*' -o -iname 'patents*' \
				-o -iname 'third_party*' -o -path '*/licen[sc]es/*' \) \
				! -name '*.go' -print | sort
		fi
	done
}

# add_all adds the licences in folders.
add_all() {
	local name=$1 files
	shift
	mapfile -t files < <(within "$@")
	add "$name" "${files[@]}"
}

highs() {
	local prefix
	prefix=$(pkg-config --variable=prefix highs)
	mapfile -t files < <(within "$prefix/share/doc/highs" "$dir/highs/share/doc/highs" /usr/share/doc/libhighs-dev /usr/share/licenses/coin-or-HiGHS)
}

root=$(go list -m -f '{{.Dir}}')
add optgap "$root/LICENSE"
goroot=$(go env GOROOT)
add "Go $(go env GOVERSION)" "$goroot/LICENSE" "$goroot/PATENTS"
while read -r module version folder; do
	add_all "$module $version" "$folder"
done < <(go list -tags "$tags" -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' . | sort -u)
highs
if [ ${#files[@]} = 0 ]; then
	bash "$root/ilp/install-highs.sh" --licences --prefix "$dir/highs"
	highs
fi
add "HiGHS $(pkg-config --modversion highs)" "${files[@]}"
rm -rf "$dir/highs"
add_all "the C library" /usr/share/doc/libc6-dev /usr/share/licenses/glibc
add_all "the C++ library" /usr/share/doc/libstdc++6 /usr/share/licenses/libstdc++

# --- checks ---

if LC_ALL=C readelf -d "$program" | grep -q NEEDED; then fail "$program needs shared libraries"; fi
go version -m "$program" | grep -q vcs.revision= ||
	fail "$program does not know its commit: build in a clone with .git (of a linked worktree go reads none)"
env -i "$program" doctor >/dev/null || fail "$program does not run"
"$program" --version
du -h "$program" "$licences"
