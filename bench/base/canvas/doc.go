// Package canvas has the parts that all pictures share: text styles, simple shapes, the marks of
// axes, and the writers of SVG, PNG and PDF.
//
//	draw.Canvas -> Fill, Write, ... -> shapes and text
//	paint       -> Save             -> SVG, PNG or PDF
//
// Lengths are in points, 72 to an inch. The y axis points upwards.
//
// The package may change at any time.
package canvas
