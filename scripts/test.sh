#!/usr/bin/env bash
# Runs every test there is, step by step, and sums up at the end. A step that fails does not keep the others from
# running. With arguments it runs only the steps named: format vet staticcheck build test race tags fuzz demo.
set -uo pipefail
cd "$(dirname "$0")/.."

failed=()
summary=()

# step NAME COMMAND… runs the command and notes how it went and how long it took.
step() {
	local name=$1 start=$SECONDS result=ok
	shift
	echo "== $name"
	if ! "$@"; then
		result=FAILED
		failed+=("$name")
	fi
	summary+=("$(printf '%-24s %-7s %4d s' "$name" $result $((SECONDS - start)))")
}

left_out() {
	echo "== $1: left out: $2"
	summary+=("$(printf '%-24s left out: %s' "$1" "$2")")
}

formatted() {
	local bad
	bad=$(git ls-files -z --cached --others --exclude-standard -- '*.go' | xargs -0 sh -c 'for f; do [ -f "$f" ] && printf "%s\0" "$f"; done' _ | xargs -0 gofmt -l)
	if [ -n "$bad" ]; then
		printf 'not formatted; run gofmt -w on\n%s\n' "$bad"
		return 1
	fi
}

# in_modules CMD… -- PACKAGE… runs a command of the go tool on packages, each in its module.
in_modules() {
	local cmd=() here=() bench=() code=0 p
	while [ "$1" != -- ]; do
		cmd+=("$1")
		shift
	done
	shift
	for p; do
		case $p in
		./bench/*) bench+=("./${p#./bench/}") ;;
		*) here+=("$p") ;;
		esac
	done
	[ ${#here[@]} -eq 0 ] || go "${cmd[@]}" "${here[@]}" || code=1
	[ ${#bench[@]} -eq 0 ] || go "${cmd[0]}" -C bench "${cmd[@]:1}" "${bench[@]}" || code=1
	return $code
}

# checked runs staticcheck, which only the library's module requires, in both.
checked() {
	local check code=0
	check=$(go tool -n staticcheck) || return 1
	"$check" ./... || code=1
	(cd bench && "$check" ./...) || code=1
	return $code
}

# present DIR… prints ./DIR/... for those that hold Go files.
present() {
	for d in "$@"; do
		if [ -n "$(find "$d" -name '*.go' -print -quit 2>/dev/null)" ]; then
			echo "./$d/..."
		fi
	done
}

# tagged TAG prints the packages with files behind a build tag.
tagged() {
	git ls-files --cached --others --exclude-standard -- '*.go' |
		while read -r f; do [ -f "$f" ] && grep -lE "^//go:build (.*[^a-z!])?$1([^a-z]|$)" "$f"; done |
		xargs -r -n1 dirname | sort -u | sed 's|^|./|'
}

# lacks TAG names what a tag's tests need and this machine does not have.
lacks() {
	case $1 in
	mujoco) [ -e /usr/include/mujoco/mujoco.h ] || [ -e /usr/include/mujoco.h ] || echo libmujoco-dev ;;
	debian)
		[ -d /usr/share/doc/opencv-doc ] || echo opencv-doc
		[ -d /usr/lib/python3/dist-packages/skimage ] || echo python3-skimage
		;;
	browser) command -v chromium chromium-browser google-chrome >/dev/null || echo chromium ;;
	npm) [ -d tool/view/page/node_modules ] && [ -d tool/view/film/official/node_modules ] || echo 'npm packages' ;;
	esac
}

tags() {
	local tag need packages
	for tag in mujoco debian browser npm; do
		need=$(lacks $tag)
		packages=$(tagged $tag)
		if [ -z "$packages" ]; then
			continue
		elif [ -n "$need" ]; then
			left_out "tests with tag $tag" "needs ${need//$'\n'/, }"
		else
			# shellcheck disable=SC2086
			step "vet with tag $tag" in_modules vet -tags $tag -- $packages
			# shellcheck disable=SC2086
			step "tests with tag $tag" in_modules test -tags $tag -- $packages
		fi
	done
}

race() {
	local packages
	packages=$(present reactor/exec reactor/fed bridge trace robot tool/live tool/view tool/debug)
	if ! command -v gcc >/dev/null; then
		left_out race "needs gcc"
	elif [ -n "$packages" ]; then
		# shellcheck disable=SC2086
		step race go test -race $packages
	fi
}

# demo records a run, replays it, and compares two runs: what a user does first.
demo() {
	local dir code=0
	dir=$(mktemp -d)
	bin/sinew demo --fast --for 20s --seed 1 --out "$dir/a" &&
		bin/sinew demo --fast --for 20s --seed 1 --out "$dir/b" &&
		bin/sinew trace replay "$dir/a/trace.mcap" &&
		bin/sinew trace diff "$dir/a/trace.mcap" "$dir/b/trace.mcap" || code=1
	rm -rf "$dir"
	return $code
}

all=(format vet staticcheck build test race tags fuzz demo)
[ $# -gt 0 ] && all=("$@")
for s in "${all[@]}"; do
	case $s in
	format) step format formatted ;;
	vet) step vet in_modules vet -- ./... ./bench/... ;;
	staticcheck) step staticcheck checked ;;
	build) step build make -s build ;;
	test) step tests in_modules test -- ./... ./bench/... ;;
	race) race ;;
	tags) tags ;;
	fuzz) step fuzz scripts/fuzz.sh ;;
	demo) if [ -x bin/sinew ]; then step demo demo; else left_out demo "bin/sinew was not built"; fi ;;
	*)
		echo "test.sh: no step $s: choose from ${all[*]}" >&2
		exit 2
		;;
	esac
done

echo
echo "== summary"
printf '%s\n' "${summary[@]}"
if [ ${#failed[@]} -gt 0 ]; then
	echo "FAILED: ${failed[*]}"
	exit 1
fi
echo "all well in $SECONDS s"
