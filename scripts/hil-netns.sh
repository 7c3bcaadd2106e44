#!/usr/bin/env bash
# Runs a controller with its vehicle in the loop across two network namespaces: the simulator in one, the controller in the
# other, connected by a pair of virtual interfaces. Needs root; if namespaces are not permitted it says so and exits with 3.
#
#   scripts/hil-netns.sh [lockstep|free ['delay 5ms 1ms loss 1%' [flags of sinew run…]]]
#
# For example: scripts/hil-netns.sh free 'delay 2ms loss 1%' --for 20s --out runs/netns
# The line is for tc-netem(8), at both ends; if the kernel has no netem, `sinew link impair` does the same. '' means no impairment.
set -uo pipefail
cd "$(dirname "$0")/.."
mode=${1:-free} line=${2:-}
shift $(($# > 1 ? 2 : $#))
[ $# -gt 0 ] || set -- --for 20s
model=${MODEL:-examples/rov-heading}
if [ "$(id -u)" -ne 0 ] || ! command -v ip >/dev/null; then
	echo "hil-netns: network namespaces need root and ip (Debian package iproute2): run both ends on 127.0.0.1 instead" >&2
	exit 3
fi

sim=sinew-sim-$$ ctl=sinew-ctl-$$
work=$(mktemp -d)
close() {
	trap - EXIT
	kill -INT $(jobs -p) 2>/dev/null
	wait
	ip netns del "$sim" 2>/dev/null
	ip netns del "$ctl" 2>/dev/null
	rm -rf "$work"
}
trap close EXIT

go build -o "$work" ./cmd/sinew || exit 1
head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n' >"$work/key" # beyond loopback both ends need one
if ! ip netns add "$sim" || ! ip netns add "$ctl" || ! ip netns exec "$sim" true ||
	! ip -n "$sim" link add cable type veth peer name cable netns "$ctl"; then
	echo "hil-netns: network namespaces are not permitted here: run both ends on 127.0.0.1 instead" >&2
	exit 3
fi
ip -n "$sim" address add 10.78.0.1/24 dev cable
ip -n "$ctl" address add 10.78.0.2/24 dev cable
for n in "$sim" "$ctl"; do
	ip -n "$n" link set lo up
	ip -n "$n" link set cable up
done

to=10.78.0.1:4810
# The line is several words for tc.
# shellcheck disable=SC2086
if [ -z "$line" ]; then
	echo "a cable as it is" >&2
elif tc -n "$sim" qdisc add dev cable root netem $line 2>"$work/tc" && tc -n "$ctl" qdisc add dev cable root netem $line; then
	echo "the kernel's netem: $line" >&2
else
	echo "no netem ($(tail -1 "$work/tc")): sinew link impair instead: $line" >&2
	to=10.78.0.1:4811
	ip netns exec "$sim" "$work/sinew" link impair --listen "$to" --exposed --to 10.78.0.1:4810 --also "$line" >&2 &
fi
ip netns exec "$sim" "$work/sinew" sim rov --udp 10.78.0.1:4810 --mode "$mode" --key "$work/key" &
ip netns exec "$ctl" "$work/sinew" run "$model" --hil "$to" --hil-key "$work/key" "$@"
