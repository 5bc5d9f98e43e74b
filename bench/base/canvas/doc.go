// Package canvas has what all pictures share: colours, dashes and marks as plain data, text styles,
// simple shapes, the marks of axes, and the writers of SVG, PNG and PDF.
//
//	name of a series -> LookOf, Looks    -> Look: hue, dash, mark
//	number of a job  -> JobColor         -> colour of a rectangle
//	draw.Canvas      -> Fill, Write, ... -> shapes and text
//	paint            -> Save             -> SVG, PNG or PDF
//
// A scheduler, policy, method, algorithm or statistic has one look in all commands, papers and
// pages. No two of a kind share one. Colours of series have a contrast of at least 3 to their
// paper, the minimum of WCAG 2.1 for graphics, and are distinct for colour-blind readers. In grey
// dashes and marks tell series apart.
//
// Lengths are in points, 72 to an inch. The y axis points upwards.
//
// The package may change at any time.
package canvas
