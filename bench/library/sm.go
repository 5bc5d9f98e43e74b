package library

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteSM writes the project in the layout of PSPLIB's single-mode files (.sm): a dummy source, the
// tasks, and a dummy sink, each with one mode. PSPLIB minimises the makespan and knows neither weights
// nor fixed starts, so two sections follow that its readers pass over: WEIGHTS, and FIXED STARTS.
func WriteSM(w io.Writer, p *Project) error {
	out := bufio.NewWriter(w)
	rule := strings.Repeat("*", 72) + "\n"
	all := len(p.Tasks) + 2
	fmt.Fprint(out, rule)
	fmt.Fprintf(out, "file with basedata            : %s, step %d, %s\n", p.Trace, p.Index, p.ObjectiveName)
	fmt.Fprintf(out, "initial value random generator: 0\n%s", rule)
	fmt.Fprintf(out, "projects                      :  1\njobs (incl. supersource/sink ):  %d\n", all)
	fmt.Fprintf(out, "horizon                       :  %d\nRESOURCES\n", p.Horizon)
	fmt.Fprintf(out, "  - renewable                 :  1   R\n  - nonrenewable              :  0   N\n")
	fmt.Fprintf(out, "  - doubly constrained        :  0   D\n%sPRECEDENCE RELATIONS:\n", rule)
	fmt.Fprintf(out, "jobnr.    #modes  #successors   successors\n%5d %7d %11d  ", 1, 1, len(p.Tasks))
	for i := range p.Tasks {
		fmt.Fprintf(out, " %d", i+2)
	}
	fmt.Fprintln(out)
	for i := range p.Tasks {
		fmt.Fprintf(out, "%5d %7d %11d   %d\n", i+2, 1, 1, all)
	}
	fmt.Fprintf(out, "%5d %7d %11d\n%sREQUESTS/DURATIONS:\n", all, 1, 0, rule)
	fmt.Fprintf(out, "jobnr. mode duration  R 1\n%s%5d %4d %8d %4d\n", strings.Repeat("-", 72)+"\n", 1, 1, 0, 0)
	for i, t := range p.Tasks {
		fmt.Fprintf(out, "%5d %4d %8d %4d\n", i+2, 1, t.Duration, t.Demand)
	}
	fmt.Fprintf(out, "%5d %4d %8d %4d\n%sRESOURCEAVAILABILITIES:\n  R 1\n %4d\n%s", all, 1, 0, 0, rule, p.Capacity, rule)
	p.writeRest(out)
	fmt.Fprint(out, rule)
	return out.Flush()
}

// writeRest writes what PSPLIB's files do not have.
func (p *Project) writeRest(out io.Writer) {
	fmt.Fprintf(out, "WEIGHTS: minimise the sum of weight times end, plus %d\njobnr. weight\n", p.Constant)
	for i, t := range p.Tasks {
		if t.Fixed == nil {
			fmt.Fprintf(out, "%5d %d\n", i+2, t.Weight)
		}
	}
	fmt.Fprint(out, "FIXED STARTS:\njobnr. start\n")
	for i, t := range p.Tasks {
		if t.Fixed != nil {
			fmt.Fprintf(out, "%5d %d\n", i+2, *t.Fixed)
		}
	}
}
