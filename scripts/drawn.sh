#!/bin/sh
# Runs a test program, its properties drawn from SEED where it has any: what `go test -exec` calls.
#
#   SEED=7 [CHECKS=1000] go test -exec "$PWD/scripts/drawn.sh" ./math/...
#
# Each property is drawn 100 times unless CHECKS says how often. Equal seeds draw the same.
program=$1
shift
if [ "${SEED:-0}" != 0 ] && grep -q rapid.seed "$program"; then
	set -- "$@" "-rapid.seed=$SEED" ${CHECKS:+"-rapid.checks=$CHECKS"}
fi
exec "$program" "$@"
