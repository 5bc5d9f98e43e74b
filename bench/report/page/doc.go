// Package page writes sections of words, tables and figures as one HTML file. Browsers show it
// without a network:
//
//	Page -> Write -> HTML
//
// It knows no kinds of results: package sections makes the pages. The table of steps is data too.
// It holds the rows of summary.csv as they are. The script of the page sorts, filters and averages
// them, and draws the Gantt chart of a step when it is opened.
//
// Rows and schedules are JSON, gzipped and then in base64.
//
// The package may change at any time.
package page
