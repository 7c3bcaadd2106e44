#!/usr/bin/env bash
# Moves a simulated Panda over a link that the kernel impairs: robot and interface in one network namespace, the
# application in another, connected by a pair of virtual interfaces with tc-netem(8) at both ends. Needs root.
#
#   scripts/netem.sh ['delay 5ms 1ms loss 5%' [flags of app/remote…]]
#
# For example: scripts/netem.sh 'delay 20ms 2ms loss 1% reorder 2%' --motion joint --out runs/netem
# If the kernel has no netem, `sinew link impair` does the same in the robot's namespace.
set -uo pipefail
cd "$(dirname "$0")/.."
line=${1:-delay 5ms 1ms loss 5%}
shift $(($# > 0))
if [ "$(id -u)" -ne 0 ] || ! command -v ip >/dev/null || ! command -v tc >/dev/null; then
	echo "netem: network namespaces need root, and ip and tc (Debian package iproute2)" >&2
	exit 1
fi

robot=sinew-robot-$$ app=sinew-app-$$
work=$(mktemp -d)
close() {
	trap - EXIT
	kill -INT $(jobs -p) 2>/dev/null
	wait
	ip netns del "$robot" 2>/dev/null
	ip netns del "$app" 2>/dev/null
	rm -rf "$work"
}
trap close EXIT

go build -o "$work" ./cmd/sinew ./app/remote || exit 1
head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n' >"$work/key" # beyond loopback both ends need one
ip netns add "$robot" && ip netns add "$app" || exit 1
ip -n "$robot" link add cable type veth peer name cable netns "$app" || exit 1
ip -n "$robot" address add 10.77.0.1/24 dev cable
ip -n "$app" address add 10.77.0.2/24 dev cable
for n in "$robot" "$app"; do
	ip -n "$n" link set lo up
	ip -n "$n" link set cable up
done

to=10.77.0.1:4000
in_robot=(ip netns exec "$robot")
# The line is several words for tc.
# shellcheck disable=SC2086
if tc -n "$robot" qdisc add dev cable root netem $line 2>"$work/tc" && tc -n "$app" qdisc add dev cable root netem $line; then
	echo "the kernel's netem: $line" >&2
else
	echo "no netem ($(tail -1 "$work/tc")): sinew link impair instead: $line" >&2
	to=10.77.0.1:4001
	"${in_robot[@]}" "$work/sinew" link impair --listen "$to" --exposed --to 10.77.0.1:4000 --also "$line" &
fi
"${in_robot[@]}" "$work/sinew" sim franka --listen 127.0.0.1:1337 >"$work/robot" &
for _ in $(seq 100); do
	grep -q 1337 "$work/robot" && break
	sleep 0.05
done
"${in_robot[@]}" "$work/sinew" link serve --robot 127.0.0.1:1337 --listen 10.77.0.1:4000 --key "$work/key" &
ip netns exec "$app" "$work/remote" --link "$to" --key "$work/key" --page '' "$@"
