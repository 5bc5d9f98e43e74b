package verify

import (
	"fmt"

	"github.com/optgap/optgap"
)

// Proven returns the bound that the prices of a certificate prove for a step, whatever bound it
// states. name is that of the bound, as prices of minsum mean something else. The error names the
// first field of the step or of the certificate that is out of its range.
func Proven(step *optgap.Step, name optgap.BoundName, c *optgap.Certificate) (int64, error) {
	if err := step.Validate(); err != nil {
		return 0, err
	}
	report := &Report{}
	j := &judge{facts: newFacts(step, 0), ledger: report.ledger(Fault{}, 0, "")}
	field := "certificates." + string(name)
	v := j.prove(name, field, c)
	switch {
	case v == nil:
		f := report.Faults[0]
		return 0, fmt.Errorf("%s: found %s, expected %s", f.Field, f.Found, f.Expected)
	case !v.IsInt64():
		return 0, fmt.Errorf(
			"%s: found prices that prove %d, expected a bound within the range of int64",
			field,
			v,
		)
	}
	return v.Int64(), nil
}
