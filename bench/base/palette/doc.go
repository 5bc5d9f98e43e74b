// Package palette holds the colours, dashes and marks of all pictures as plain data.
//
//	name of a series -> Of, Looks -> Look: hue, dash, mark
//	number of a job  -> Job       -> colour of a rectangle
//
// A scheduler, policy, method, algorithm or statistic has one look in all commands, papers and
// pages. No two of a kind share one. Colours of series have a contrast of at least 3 to their
// paper, the minimum of WCAG 2.1 for graphics, and are distinct for colour-blind readers. In grey
// dashes and marks tell series apart.
//
// The package may change at any time.
package palette
