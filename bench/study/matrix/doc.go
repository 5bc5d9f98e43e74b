// Package matrix reads study files and lists their studies, as plain data.
//
//	Read -> File -> Override ... -> Cells   one cell for each study, which makes a spec.Spec
//	             -> Write                   the file in effect
//
// A study file is YAML. It lists traces, shrinking factors, schedulers that drive the replay,
// limits and seeds. Each combination of them is a study: a [Cell]. All methods of the file measure
// the steps of each cell, so they are compared on the same steps. The other names in a file are
// those of the fields of package spec.
//
// The package may change at any time.
package matrix
