// Package page writes what studies, sweeps and runs of moldable jobs found as one HTML file, which
// browsers show without a network:
//
//	Content -> Write -> the page
//
// The page holds the rows of summary.csv as they are, and its script sorts, filters and
// rounds them for display. The charts are those of package view. Schedules are laid out
// by package assign and drawn when a step is opened.
//
// Rows and schedules are JSON, gzipped and then in base64, as [Decode] reads them.
package page
