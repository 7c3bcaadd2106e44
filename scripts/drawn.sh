#!/bin/sh
# Runs a test program, with its random properties drawn from SEED: for `go test -exec`.
#
#   SEED=7 [CHECKS=1000] go test -exec "$PWD/scripts/drawn.sh" ./math/...
#
# Each property is drawn CHECKS times, by default 100. Equal seeds draw the same values.
program=$1
shift
if [ "${SEED:-0}" != 0 ] && grep -q rapid.seed "$program"; then
	set -- "$@" "-rapid.seed=$SEED" ${CHECKS:+"-rapid.checks=$CHECKS"}
fi
exec "$program" "$@"
