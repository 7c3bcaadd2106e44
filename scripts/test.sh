#!/usr/bin/env bash
# Runs all tests, step by step, and sums up at the end. The other steps run even if one fails. With arguments it runs only
# the named steps: format lint build test race tags fuzz demo. Without arguments fuzz is left out, because test includes 100000
# executions of each fuzz target. With DEPS=1, scripts/deps.sh installs what the tests compare against, beside format and race.
#
# Properties and fuzzed inputs are drawn with a seed made from the Go code in HEAD: the same code gets the same verdict, other
# code gets other inputs. SEED=7 sets the seed, and CHECKS=1000 draws each property that often.
set -uo pipefail
cd "$(dirname "$0")/.."
command -v go >/dev/null || exec scripts/deps.sh # which says so

failed=()
summary=()
work=$(mktemp -d)
trap 'for j in $(jobs -p); do kill -- -$j; done 2>/dev/null; rm -rf "$work"' EXIT
# The compiler and the linker collect garbage a quarter as often, which saves a fifth of their time, and write no debug
# information, which saves a tenth. The tag is the programs', so that nothing is compiled twice.
# lint runs vet's checks, so that no `go test` that a test starts has to.
export GOFLAGS="$(go env GOFLAGS) '-toolexec=env GOGC=400' -tags=nethttpomithttp2 -gcflags=all=-dwarf=false -vet=off"
SEED=${SEED:-$((16#$(git ls-tree -r HEAD 2>/dev/null | grep '\.go$' | git hash-object --stdin | cut -c1-8)))}
export SEED
echo "seed $SEED"
# More packages than processors, because many tests wait for a clock. The timeout suffices for building programs on a slow machine.
wide=(-p $((2 * $(getconf _NPROCESSORS_ONLN))) -timeout 30m -exec "$PWD/scripts/drawn.sh")

deps=
if [ "${DEPS:-0}" = 1 ]; then
	set -m # a separate process group, as for steps that run in the background
	scripts/deps.sh </dev/null &
	deps=$!
	set +m
fi

# ready waits until what the tests compare against is installed, as far as it can be.
ready() {
	[ -z "$deps" ] || wait "$deps"
	deps=
}

# used prints the processor time, in seconds, of the ended children of this shell.
used() {
	times >"$work/times.$BASHPID"
	awk 'NR == 2 { split($0, x, /[ms ]+/); printf "%d\n", 60 * x[1] + x[2] + 60 * x[3] + x[4] }' "$work/times.$BASHPID"
}

# note NAME CODE SECONDS PROCESSOR adds a step to the summary: its result, how long it took, and its processor time.
note() {
	local result=ok
	if [ "$2" -ne 0 ]; then
		result=FAILED
		failed+=("$1")
	fi
	summary+=("$(printf '%-24s %-7s %4d s, processor %4d s' "$1" $result "$3" "$4")")
}

# step NAME COMMAND… runs the command and notes its result.
step() {
	local name=$1 start=$SECONDS code=0
	shift
	echo "== $name"
	( # a separate shell, so that other steps' time is not included
		"$@" || code=$?
		used >"$work/step"
		exit $code
	) || code=$?
	note "$name" $code $((SECONDS - start)) "$(cat "$work/step")"
}

# beside NAME COMMAND… starts a step that runs in the background at low priority; joined reports the results of such steps.
besides=()
beside() {
	local name=$1 start=$SECONDS code=0
	shift
	besides+=("$name")
	set -m # a separate process group, so that an interrupt ends all its processes
	(
		renice -n 5 -p "$BASHPID" >/dev/null
		"$@" >"$work/$name" 2>&1 || code=$?
		{ printf '%d %d ' $code $((SECONDS - start)) && used; } >"$work/$name.end"
	) &
	set +m
}

joined() {
	local name code took cpu
	wait
	for name in "${besides[@]}"; do
		echo "== $name"
		cat "$work/$name"
		read -r code took cpu <"$work/$name.end"
		note "$name" "$code" "$took" "$cpu"
	done
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

# in_modules CMD… -- PACKAGE… runs a command of the go tool on packages, each in its own module: bench first, since it ends with
# one long test, and the other steps that run then use the processor that it leaves idle.
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
	[ ${#bench[@]} -eq 0 ] || go "${cmd[0]}" -C bench "${cmd[@]:1}" "${bench[@]}" || code=1
	[ ${#here[@]} -eq 0 ] || go "${cmd[@]}" "${here[@]}" || code=1
	return $code
}

# linted runs the checks of go vet and staticcheck, internal/lint, in both modules, on the files behind build tags too. With enough
# memory it collects hardly any garbage, which saves two fifths of its time.
linted() {
	local lint=$work/linter tags=nethttpomithttp2,debian,browser,npm,nvim code=0
	go build -o "$lint" ./internal/lint || return 1
	[ "$(awk '/^MemAvailable/ { print $2 }' /proc/meminfo || echo 0)" -lt 8000000 ] || export GOGC=off GOMEMLIMIT=4GiB
	"$lint" -tags $tags ./... || code=1
	# shellcheck disable=SC2046
	[ -n "$(lacks mujoco)" ] || "$lint" -tags $tags,mujoco $(tagged mujoco | folders) || code=1
	(cd bench && "$lint" -tags $tags ./...) || code=1
	go build -o "$work/sinew" ./cmd/sinew && (cd "$work" && ./sinew new program swing && cd swing && "$lint" ./...) || code=1
	return $code
}

# compiled compiles all packages that are not tests' alone. Otherwise the commands of the go tool that tests start would, at the
# same time as go test: 6 % of what compiling costs.
compiled() { go list -export ./... >/dev/null && go list -C bench -export ./... >/dev/null; }

# tested runs all tests, and 100000 executions of every fuzz target with them: what is linked and started once serves both.
tested() {
	compiled || return 1
	local code=0
	SINEW_FUZZ="100000 $SEED $work/fuzz" in_modules test -vet=off "${wide[@]}" -- ./... ./bench/... || code=1
	sort -t' ' -k2 "$work/fuzz" | awk -v want="$(git grep --untracked -hE '^func Fuzz' -- '*_test.go' | wc -l)" '
		{ targets++; all += $6; s += $9 }
		$6 < 100000 { short = short "\n" $2 " " $3 " " $6 }
		END { printf "fuzz: %d targets, %d executions, %d s of the processor\n", targets, all, s
			if (targets != want || short) { printf "there are %d targets to run 100000 times%s\n", want, short; exit 1 } }' || code=1
	return $code
}

# tagged TAG prints the files behind a build tag.
tagged() {
	git ls-files --cached --others --exclude-standard -- '*.go' | xargs grep -slE "^//go:build (.*[^a-z!])?$1([^a-z]|$)"
}

# folders prints the packages of the files that it reads.
folders() { xargs -r -n1 dirname | sort -u | sed 's|^|./|'; }

# lacks TAG names the packages that a tag's tests need and this machine lacks.
lacks() {
	case $1 in
	mujoco) [ -e /usr/include/mujoco/mujoco.h ] || [ -e /usr/include/mujoco.h ] || echo libmujoco-dev ;;
	debian)
		[ -d /usr/share/doc/opencv-doc ] || echo opencv-doc
		[ -d /usr/lib/python3/dist-packages/skimage ] || echo python3-skimage
		command -v roscore >/dev/null || echo ros-core
		[ -e /usr/include/ros/ros.h ] || echo libroscpp-dev
		[ -d /usr/share/geometry_msgs/msg ] || echo ros-geometry-msgs
		[ -d /usr/share/actionlib_msgs/msg ] || echo ros-actionlib-msgs
		[ -e /usr/include/std_srvs/SetBool.h ] || echo libstd-srvs-dev
		command -v cmake >/dev/null || echo cmake
		[ -d /usr/share/catkin/cmake ] || echo catkin
		[ -d /usr/share/message_generation/cmake ] || echo ros-message-generation
		[ -e /usr/include/message_filters/synchronizer.h ] || echo libmessage-filters-dev
		[ -e /usr/include/geometry_msgs/Twist.h ] || echo libgeometry-msgs-dev
		command -v lua5.4 >/dev/null || echo lua5.4
		;;
	browser) command -v chromium >/dev/null || echo chromium ;;
	nvim) command -v nvim >/dev/null || echo neovim ;;
	npm) [ -d tool/view/page/node_modules ] && [ -d tool/view/film/official/node_modules ] || echo 'npm packages' ;;
	esac
}

# tags runs only the tests that need software that not every machine has, because test has run the others. The tags run
# alongside each other: they mostly wait for browsers, clocks and compilers.
tags() {
	local tag need files packages names
	for tag in mujoco debian browser npm nvim; do
		need=$(lacks $tag)
		files=$(tagged $tag)
		packages=$(folders <<<"$files")
		names=$(xargs -r sed -nE 's/^func (Test[A-Za-z0-9_]+)\(.*/\1/p' <<<"$files" | sort -u | paste -sd '|')
		if [ -n "$need" ]; then
			left_out "tests with tag $tag" "needs ${need//$'\n'/, }"
		else
			# shellcheck disable=SC2086
			beside "tests with tag $tag" in_modules test -vet=off "${wide[@]}" -tags nethttpomithttp2,$tag -run "^($names)$" -- $packages
		fi
	done
}

# race looks for races in the packages of these folders that start goroutines or share memory. Tests take ten times as long
# under the detector, so race leaves out what cannot show one there:
# - packages without goroutines: trace/keyframe only names types of sync, fcimodels only has a sync.OnceValues, and guard runs
#   in the loop of a client, as in the tests of the packages that use it;
# - long tests that run everything in one goroutine (alone);
# - long tests whose goroutines mostly wait for each other, and which shorter tests of their packages start too (in_turn).
race() {
	local packages alone in_turn
	alone='EveryBit|OutOfReach|NothingBreaksALimit|ImpedanceIsStable|EachGeneratorCompletes|AsyncKeepsTheLimits|RealArmsFollowWorse'
	alone+='|CyclesEndWhereTheyBegan|RandomLinesNeedNoJointTooFast|(Registers|Setters)RefuseOrTheArmStaysFinite'
	alone+='|Warm|RoundedPoses|CycleDoesNotAllocate|AnotherSchemeKeepsTheLimits|AnAbortedArmBrakesWithinItsLimits|ElbowMotion'
	alone+='|FollowingIsClose|DryFrictionHolds|TorqueControl|MotionsKeepTheRobotsLimits'
	alone+='|DuplicatesAndReorderingChangeNoAnswer|DriverConformsOnABadWire|ServoErrors|CyclicCallsDoNotAllocate'
	alone+='|EveryRegisterOfTheMakersPages|LostCommandsKeepTheArmWithinItsLimits|ACircleAt250HzIsFollowed|APostureIsTakenByMultiplier'
	alone+='|StepperDoesWhatRunDoes|ReplayEndsWhereACancelledRunEnded|ManyMissesUpFrontCostLittle|LargeTexts|TruncatedAnywhere'
	alone+='|AnyBadLineLeavesALockStepRunAsItIs|ABadLineDoesNotChangeALockStepRun'
	in_turn='AnyWalkEndsWhereAFreshRunDoes|BreakpointsHitTheSameBackwards|TheDemoGoesBackAndForth|DiffMindsTagsNotPlaces|BetweenProcesses'
	in_turn+='|(Cartesian)?MotionsLeadInFromAPositionLimit|MotionsLeadInFromWhereHandsLeftTheArm|MotionsLeadInThroughAWall'
	in_turn+='|MotionsLeadOutOfASelfCollision'
	packages=$(grep -rlE --include='*.go' '^\s+go [a-z(]|\.Go\(|"sync(/atomic)?"' reactor/exec bridge trace robot tool/live tool/view tool/debug tool/lsp |
		xargs -n1 dirname | sort -u | grep -vxE 'trace/keyframe|robot/franka/(fcimodels|guard)' | sed 's|^|./|')
	command -v gcc >/dev/null || ready
	if ! command -v gcc >/dev/null; then
		left_out race "needs gcc"
	else
		# shellcheck disable=SC2086
		beside race go test -vet=off "${wide[@]}" -p "$(getconf _NPROCESSORS_ONLN)" -race -skip "^Test($alone|$in_turn)\$" $packages
	fi
}

# built builds the programs, and checks that sinew is not larger than 30 MB.
built() {
	make -s build || return 1
	local size
	size=$(wc -c <bin/sinew)
	if [ "$size" -gt 30000000 ]; then
		echo "bin/sinew has $size bytes, more than 30 MB: docs/decisions/0045-time-and-size.md says what weighs, and how to see it"
		return 1
	fi
}

# demo records a run, replays it, and compares two runs, as a new user does.
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

# race, which shares nothing with the other steps, fills the time in which a processor is idle. lint, tags and build use what test
# has compiled.
[ $# -gt 0 ] || set -- format race test lint tags build demo
for s; do
	case $s in format | race | build) ;; *) ready ;; esac
	case $s in
	format) step format formatted ;;
	lint) beside lint linted ;;
	build) step build built ;;
	test) step tests tested ;;
	race) race ;;
	tags) tags ;;
	fuzz) step fuzz scripts/fuzz.sh ;;
	demo) if [ -x bin/sinew ]; then step demo demo; else left_out demo "bin/sinew was not built"; fi ;;
	*)
		echo "test.sh: no step $s: choose from format lint build test race tags fuzz demo" >&2
		exit 2
		;;
	esac
done
joined

echo
echo "== summary"
printf '%s\n' "${summary[@]}"
if [ ${#failed[@]} -gt 0 ]; then
	echo "FAILED: ${failed[*]}"
	exit 1
fi
echo "all well in $SECONDS s"
