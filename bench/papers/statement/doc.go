// Package statement judges the claims of a paper by measurements.
//
//	Run -> the experiment of a paper -> Report, which is printed and drawn
//	file of a paper -> Read -> Head: what its command says; File: Measures, Claims, and points that the text leaves open
//	Rows -> Data; File -> Ledger; Ledger, Case of Data -> Statements -> Count, Table, or JSON lines
//	Measure, Data -> Estimate; Estimate, Limit -> Verdict -> Finding: how a rule judges
//	Reading -> ReadingTable: points that the text leaves open
//
// A [Ledger] lists every claim of a paper that can be judged. It is a file of YAML, to be read
// beside the paper. Each claim has a rule in words, and measures with their limits, or the reason
// why it cannot be judged. A [Measure] is an expression over rows: named numbers of runs at places,
// such as the utilisation under a scheduler at a load. The same rule runs on the measured rows and
// on those that the paper prints. A paper whose own numbers fail its claim contradicts itself.
//
// A rule compares an [Estimate] with a limit. An estimate is an interval. Where the limit lies
// within the interval, the claim is undecided: more data might turn the verdict either way.
//
// The package may change at any time.
package statement
