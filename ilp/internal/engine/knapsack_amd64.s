#include "textflag.h"

// func fillAVX(rows *float64, length int, items *Item, n int, least, most, rest int64)
TEXT ·fillAVX(SB), NOSPLIT, $0-56
	MOVQ rows+0(FP), DI
	MOVQ length+8(FP), R8
	MOVQ items+16(FP), SI
	MOVQ n+24(FP), CX
	MOVQ least+32(FP), R9
	MOVQ most+40(FP), R10
	MOVQ rest+48(FP), R11
	SHLQ $3, R8

item:
	MOVQ         (SI), R12
	VBROADCASTSD 8(SI), Y0
	LEAQ         (DI)(R8*1), R14 // next row
	SUBQ         R12, R11
	XORQ         BX, BX
	MOVQ         R9, AX          // first room: max(0, least-rest)
	SUBQ         R11, AX
	CMOVQLT      BX, AX
	CMPQ         AX, R12
	JGE          extend

copy:
	VMOVUPD (DI)(AX*8), Y1
	VMOVUPD Y1, (R14)(AX*8)
	ADDQ    $4, AX
	CMPQ    AX, R12
	JLT     copy
	MOVQ    R12, AX

extend:
	MOVQ R12, DX // with the item: last row, size before
	NEGQ DX
	LEAQ (DI)(DX*8), DX

eight:
	VADDPD  (DX)(AX*8), Y0, Y1
	VADDPD  32(DX)(AX*8), Y0, Y2
	VMAXPD  (DI)(AX*8), Y1, Y1
	VMAXPD  32(DI)(AX*8), Y2, Y2
	VMOVUPD Y1, (R14)(AX*8)
	VMOVUPD Y2, 32(R14)(AX*8)
	ADDQ    $8, AX
	CMPQ    AX, R10
	JLE     eight
	MOVQ    R14, DI
	ADDQ    $16, SI
	DECQ    CX
	JNZ     item
	VZEROUPPER
	RET
