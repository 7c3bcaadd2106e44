#include "textflag.h"

// System calls of lapsed: numbers of linux/amd64.
#define SYS_write 1
#define SYS_rt_sigreturn 15
#define SYS_sched_setscheduler 144
#define SYS_timer_settime 223
#define SYS_prlimit64 302

#define RLIMIT_RTTIME 15
#define SCHED_OTHER_RESET_ON_FORK 0x40000000

#define SI_TIMER -2

// lapsed is a signal handler in C's calling convention. It keeps the registers that a C function keeps, needs no
// stack and knows nothing of Go. The limit comes first: as an ordinary thread it may not run for a while, and the other
// threads of the process would have a second more until then.
TEXT ·lapsed(SB), NOSPLIT|NOFRAME, $0
	MOVL 8(SI), AX // si_code
	CMPL AX, $SI_TIMER
	JEQ  waking
	MOVQ ·forHandler(SB), R9
	MOVL $SYS_prlimit64, AX
	XORL DI, DI
	MOVL $RLIMIT_RTTIME, SI
	MOVQ R9, DX // limit
	XORL R10, R10
	SYSCALL
	MOVL $SYS_sched_setscheduler, AX
	XORL DI, DI
	MOVL $SCHED_OTHER_RESET_ON_FORK, SI
	LEAQ 32(R9), DX // param
	SYSCALL
	MOVL $SYS_write, AX
	MOVQ 16(R9), DI // bell
	LEAQ 24(R9), SI // tick
	MOVL $8, DX
	SYSCALL
	RET
waking:
	MOVQ 24(SI), R9 // si_value, the guard
	MOVL 0(R9), AX
	CMPL AX, $2 // late
	JEQ  again
	CMPL AX, $1 // sleeping
	JNE  done
	MOVL $2, 0(R9)
	MOVL $SYS_timer_settime, AX
	MOVLQSX 4(R9), DI // timer
	XORL SI, SI
	MOVQ ·forHandler(SB), R8
	LEAQ 40(R8), DX // again
	XORL R10, R10
	SYSCALL
	RET
again:
	MOVL $3, 0(R9) // overslept
	MOVQ ·forHandler(SB), R9
	MOVL $SYS_sched_setscheduler, AX
	XORL DI, DI
	MOVL $SCHED_OTHER_RESET_ON_FORK, SI
	LEAQ 32(R9), DX // param
	SYSCALL
done:
	RET

TEXT ·restore(SB), NOSPLIT|NOFRAME, $0
	MOVL $SYS_rt_sigreturn, AX
	SYSCALL
	INT $3

DATA ·lapsedPC(SB)/8, $·lapsed(SB)
GLOBL ·lapsedPC(SB), NOPTR|RODATA, $8
DATA ·restorePC(SB)/8, $·restore(SB)
GLOBL ·restorePC(SB), NOPTR|RODATA, $8
