#include "textflag.h"

// func extendAVX(out, without, with *float64, n int, value float64)
TEXT ·extendAVX(SB), NOSPLIT, $0-40
	MOVQ         out+0(FP), DI
	MOVQ         without+8(FP), SI
	MOVQ         with+16(FP), DX
	MOVQ         n+24(FP), CX
	VBROADCASTSD value+32(FP), Y0
	SUBQ         $16, CX
	JLT          fours

sixteen:
	VADDPD  (DX), Y0, Y1
	VADDPD  32(DX), Y0, Y2
	VADDPD  64(DX), Y0, Y3
	VADDPD  96(DX), Y0, Y4
	VMAXPD  (SI), Y1, Y1
	VMAXPD  32(SI), Y2, Y2
	VMAXPD  64(SI), Y3, Y3
	VMAXPD  96(SI), Y4, Y4
	VMOVUPD Y1, (DI)
	VMOVUPD Y2, 32(DI)
	VMOVUPD Y3, 64(DI)
	VMOVUPD Y4, 96(DI)
	ADDQ    $128, DI
	ADDQ    $128, SI
	ADDQ    $128, DX
	SUBQ    $16, CX
	JGE     sixteen

fours:
	ADDQ $12, CX
	JLT  ones

four:
	VADDPD  (DX), Y0, Y1
	VMAXPD  (SI), Y1, Y1
	VMOVUPD Y1, (DI)
	ADDQ    $32, DI
	ADDQ    $32, SI
	ADDQ    $32, DX
	SUBQ    $4, CX
	JGE     four

ones:
	ADDQ $3, CX
	JLT  done

one:
	VADDSD (DX), X0, X1
	VMAXSD (SI), X1, X1
	VMOVSD X1, (DI)
	ADDQ   $8, DI
	ADDQ   $8, SI
	ADDQ   $8, DX
	SUBQ   $1, CX
	JGE    one

done:
	VZEROUPPER
	RET
