#!/usr/bin/env bash
# Runs every fuzz target for a number of executions, two at a time, each from its corpus in testdata/fuzz.
#
#   scripts/fuzz.sh [-n EXECUTIONS] [-k KEEP | -p SEED] [PATTERN]
#
# EXECUTIONS is 100000 by default; PATTERN selects by folder and name, such as robot/xarm or FuzzParse$. A failing input is
# left in the target's corpus, where `go test` runs it from then on. Inputs are mutations of the corpus, made without regard to
# the code that they reach, which is many times faster (internal/fuzz). scripts/test.sh does the same with each target along
# with its package's tests.
#
# Equal seeds make equal inputs. The seed is SEED, or random, and is printed. With -p SEED the targets run one after another,
# at the lowest priority; a different seed tries different inputs. With -k the loop of `go test` uses code coverage, for at
# most 600 s a target, and up to KEEP inputs of at most 1.5 kB that reached new code are left in the corpus, which is how a
# new target gets its corpus.
set -uo pipefail
cd "$(dirname "$0")/.."

n=100000 keep=0 seed=${SEED:-$RANDOM$RANDOM} one=
while getopts n:k:p: flag; do
	case $flag in
	n) n=$OPTARG ;;
	k) keep=$OPTARG ;;
	p) seed=$OPTARG one=1 ;;
	*) sed -n '2,14s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
	esac
done
shift $((OPTIND - 1))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# targets prints FOLDER NAME, one target on each line.
targets() {
	git grep --untracked -oE '^func Fuzz[A-Za-z0-9_]+\(' -- '*_test.go' | sed -E 's|/[^/]*:func (.*)\($| \1|' | sort -u | while read -r dir name; do
		[[ $dir/$name =~ ${1:-.} ]] && echo "$dir $name"
	done
}

# build builds the test programs of the folders on its standard input. One go command builds as many as have different names,
# since each command reads all packages first.
build() {
	local -A set=() nth=()
	local dir module key guided=() code=0
	[ "$keep" -gt 0 ] && guided=(-fuzz=Fuzz)
	while read -r dir; do
		module=.
		[[ $dir == bench/* ]] && module=bench
		key=$module/$((nth[$module/${dir##*/}]++))
		set[$key]+=" ./${dir#bench/}"
	done
	for key in "${!set[@]}"; do
		mkdir -p "$work/$key"
		# shellcheck disable=SC2086
		go test -C "${key%/*}" -c -ldflags="-s -w" "${guided[@]}" -o "$work/$key/" ${set[$key]} || code=1
		for dir in ${set[$key]}; do
			dir=${dir#./}
			[ "${key%/*}" = . ] || dir=${key%/*}/$dir
			mv "$work/$key/${dir##*/}.test" "$work/${dir//\//_}.test"
		done
	done
	return $code
}

# guided runs one target in the loop of go test, and reports the result as run does.
guided() {
	local dir=$1 name=$2 said code=0 cache took TIMEFORMAT='%U %S'
	cache="$work/cache/$dir"
	mkdir -p "$cache"
	took=$({ time (cd "$dir" && GOMAXPROCS=1 timeout --foreground -s INT 600 "$work/${dir//\//_}.test" -test.run='^$' -test.fuzz="^$name\$" -test.fuzztime="${n}x" \
		-test.fuzzminimizetime=100x -test.fuzzcachedir="$cache" -test.parallel=1 >"$cache/$name.said" 2>&1); } 2>&1) || code=$?
	said=$(cat "$cache/$name.said")
	if [ $code -eq 124 ]; then # its time is up: what it did until then counts
		tried=$(grep -oE 'execs: [0-9]+' "$cache/$name.said" | tail -1)
		printf '%10s in    600.0 s            %s %s: stopped, of %d executions\n' "${tried#execs: }" "$dir" "$name" "$n"
		return 0
	fi
	awk -v took="$took" -v n="$n" -v what="$dir $name" -v code=$code \
		'BEGIN { split(took, t, " "); s = t[1] + t[2]; printf "%10d in %8.1f s %9.0f/s  %s%s\n", n, s, n / (s > 0 ? s : 1), what, code ? "  FAILED" : "" }'
	if [ $code -ne 0 ]; then
		printf '%s\n' "$said"
	elif [ "$keep" -gt 0 ] && [ -d "$cache/$name" ]; then
		mkdir -p "$dir/testdata/fuzz/$name"
		find "$cache/$name" -type f -size -4 -printf '%s %p\n' | sort -n | awk -v k="$keep" '{ f[NR] = $2 }
			END { m = NR < k ? NR : k; for (i = 1; i <= m; i++) print f[int((i - 0.5) * NR / m) + 1] }' |
			xargs -r cp -t "$dir/testdata/fuzz/$name"
	fi
	return $code
}

# run runs one target in the loop that suits.
run() {
	local dir=$1 name=$2 said code=0
	if [ "$keep" -gt 0 ]; then
		guided "$@"
		return
	fi
	said=$(cd "$dir" && SINEW_FUZZ="$n $seed" GOMAXPROCS=1 ${one:+nice -n 19} "$work/${dir//\//_}.test" -test.run="^$name\$" -test.timeout=4h 2>&1) || code=$?
	printf '%s\n' "$said" | awk -v what="$dir $name" '/^fuzz: / { slow = $0; sub(/.*slowest /, "", slow)
		printf "%10d in %8.1f s %9.0f/s  %s, slowest %.60s\n", $6, $9, $6 / ($9 > 0 ? $9 : 1), what, slow }'
	[ $code -eq 0 ] || printf '%s FAILED with the seed %s\n%s\n' "$dir $name" "$seed" "$said"
	return $code
}
export -f guided run
export work n keep seed one

targets "${1:-.}" >"$work/list"
if [ ! -s "$work/list" ]; then
	echo "fuzz.sh: no target fits ${1:-.}" >&2
	exit 2
fi
build < <(cut -d' ' -f1 "$work/list" | uniq) || exit 1
[ "$keep" -gt 0 ] || echo "seed $seed"
xargs -P $((one ? 1 : 2)) -L 1 bash -c 'run "$@"' run <"$work/list" || exit 1
