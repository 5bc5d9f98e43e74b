// Package canvas has what all pictures share: colours, dashes and marks by name, text styles, plots below
// a title and a legend, and the writers of SVG, PNG and PDF. Axes, marks, legends and canvases are those of
// gonum/plot.
//
//	name of a series -> Looks   -> Look: name for people, hue, dash, mark
//	number of a job  -> JobColor -> colour of a rectangle
//	plots            -> Sheet   -> Picture -> SVG, PNG or PDF
//
// A scheduler, policy, method, algorithm or statistic has one name and one look in all commands, papers and
// pages. No two of a kind share a look. Colours of series have a contrast of at least 3 to their
// paper, the minimum of WCAG 2.1 for graphics, and are distinct for colour-blind readers. In grey
// dashes and marks tell series apart.
//
// Lengths are in points, 72 to an inch. The y axis points upwards.
//
// The package may change at any time.
package canvas
