// Package page writes the results of studies, of sweeps and of runs of moldable jobs as one
// HTML file. Browsers show it without a network:
//
//	Content -> Write -> the page
//
// The page begins with an answer: what the policies lose on average, or how schedulers and
// algorithms compare. Several studies stand side by side.
//
// The page holds the rows of summary.csv as they are. The script of the page sorts,
// filters and rounds them for display. All other charts are those of package report. Package
// assign lays out the schedules, and the script draws them when a step is opened.
//
// Rows and schedules are JSON, gzipped and then in base64.
//
// The package may change at any time.
package page
