#include "textflag.h"

// System calls of lapsed: numbers of linux/arm64.
#define SYS_write 64
#define SYS_timer_settime 110
#define SYS_sched_setscheduler 119
#define SYS_rt_sigreturn 139
#define SYS_prlimit64 261

#define RLIMIT_RTTIME 15
#define SCHED_OTHER_RESET_ON_FORK 0x40000000

#define SI_TIMER -2

// lapsed is a signal handler in C's calling convention. It keeps the registers that a C function keeps, needs no
// stack and knows nothing of Go. The limit comes first: as an ordinary thread it may not run for a while, and the other
// threads of the process would have a second more until then.
TEXT ·lapsed(SB), NOSPLIT|NOFRAME, $0
	MOVW 8(R1), R10 // si_code
	CMPW $SI_TIMER, R10
	BEQ  waking
	MOVD ·forHandler(SB), R9
	MOVD $SYS_prlimit64, R8
	MOVD ZR, R0
	MOVD $RLIMIT_RTTIME, R1
	MOVD R9, R2 // limit
	MOVD ZR, R3
	SVC
	MOVD $SYS_sched_setscheduler, R8
	MOVD ZR, R0
	MOVD $SCHED_OTHER_RESET_ON_FORK, R1
	ADD  $32, R9, R2 // param
	SVC
	MOVD $SYS_write, R8
	MOVD 16(R9), R0 // bell
	ADD  $24, R9, R1 // tick
	MOVD $8, R2
	SVC
	RET
waking:
	MOVD 24(R1), R9 // si_value, the guard
	MOVW 0(R9), R10
	CMPW $2, R10 // late
	BEQ  again
	CMPW $1, R10 // sleeping
	BNE  done
	MOVW $2, R10
	MOVW R10, 0(R9)
	MOVD $SYS_timer_settime, R8
	MOVW 4(R9), R0 // timer
	MOVD ZR, R1
	MOVD ·forHandler(SB), R2
	ADD  $40, R2, R2 // again
	MOVD ZR, R3
	SVC
	RET
again:
	MOVW $3, R10 // overslept
	MOVW R10, 0(R9)
	MOVD ·forHandler(SB), R9
	MOVD $SYS_sched_setscheduler, R8
	MOVD ZR, R0
	MOVD $SCHED_OTHER_RESET_ON_FORK, R1
	ADD  $32, R9, R2 // param
	SVC
done:
	RET

TEXT ·restore(SB), NOSPLIT|NOFRAME, $0
	MOVD $SYS_rt_sigreturn, R8
	SVC
	RET

DATA ·lapsedPC(SB)/8, $·lapsed(SB)
GLOBL ·lapsedPC(SB), NOPTR|RODATA, $8
DATA ·restorePC(SB)/8, $·restore(SB)
GLOBL ·restorePC(SB), NOPTR|RODATA, $8
