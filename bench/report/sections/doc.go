// Package sections makes the pages of results: what each kind of run shows of itself.
//
//	Content -> Page -> page.Write
//
// A page begins with an answer: what the policies lose on average, or how schedulers and algorithms compare. Several
// studies stand side by side. All charts but the Gantt charts are those of package report.
//
// The package may change at any time.
package sections
