// Package sections makes the pages of results: what each kind of run shows of itself.
//
//	folders, files -> Read -> Content
//	Content -> Page        -> page.Write
//	        -> WriteTables -> a row for each result
//
// A kind of run is an entry of kinds, and a [Part] that shows itself. A page begins with an answer:
// what the policies lose on average, or how schedulers and algorithms compare. Several studies
// stand side by side. All charts but the Gantt charts are those of package report.
//
// The package may change at any time.
package sections
