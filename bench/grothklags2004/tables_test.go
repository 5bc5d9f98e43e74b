package grothklags2004_test

import (
	"testing"

	"github.com/optgap/optgap/bench/golden"
	"github.com/optgap/optgap/bench/grothklags2004"
	"github.com/optgap/optgap/bench/record/recordtest"
	"github.com/optgap/optgap/bench/summary"
)

func TestTablesGolden(t *testing.T) {
	results := recordtest.Studied()
	s := summary.Of(results)
	golden.Tables(t, "study.txt", grothklags2004.Table1("a,b.swf, 100 processors", results, s), grothklags2004.PowerTable("ilp", s), grothklags2004.BoundsTable(s))
	failed := results[3:]
	golden.Tables(t, "failed.txt", grothklags2004.Table1("nothing but a failure", failed, summary.Of(failed)))
}
