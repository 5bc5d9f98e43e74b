package command

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/bench/papers/streit2002"
	"github.com/optgap/optgap/bench/study"
	"github.com/optgap/optgap/bench/trace/analysis"
	"github.com/optgap/optgap/bench/trace/swf"
	"github.com/optgap/optgap/bench/trace/transform"
	"github.com/optgap/optgap/bench/trace/workload"
	"github.com/optgap/optgap/cmd/optgap/console"
)

// load reads a trace, and analyses its lines as they are written. sha is the SHA-256 of
// its file.
func (e *evaluation) load(path string) (t *swf.Trace, a *analysis.Analysis, sha string, err error) {
	in, err := study.OpenTrace(path, e.s.In)
	if err != nil {
		return nil, nil, "", err
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, nil, "", err
	}
	name, machine := filepath.Base(in.Name()), e.c.Int64("machine")
	if t, err = swf.Load(bytes.NewReader(text), name, swf.Options{Machine: machine, Strict: e.c.Bool("strict")}); err != nil {
		return nil, nil, "", err
	}
	for _, w := range t.Warnings() {
		e.notes.Say("%s", w)
	}
	lines := swf.NewReader(bytes.NewReader(text), name)
	a, err = analysis.Analyze(name, lines.Header(), transform.Until(e.c.Context, lines.Records()), analysis.Options{Machine: machine})
	return t, a, in.SHA256(), err
}

// evaluationArguments are the flags on which results depend.
const evaluationArguments = "machine strict set-jobs weibull daily-cycle seed shrink " +
	"slack future-jobs future-time replan running"

// keeping says where the replays of a trace are kept. Beside the flags they depend on
// the paper's set, as drawn jobs do, and on the factors of the figures.
func (e *evaluation) keeping(t *swf.Trace, sha string, m *streit2002.Measured) keeping {
	k := keeping{dir: e.c.String("out"), sha: sha, arguments: shaping(e.c, evaluationArguments), skipped: t.Skipped}
	if k.dir != "" && e.c.NArg() > 1 {
		k.dir = filepath.Join(k.dir, traceFolder(t.Name))
	}
	k.arguments["paper-set"] = streit2002.None
	if m.Published != nil {
		k.arguments["paper-set"] = m.Published.Key
	}
	var factors []string
	for _, f := range m.Factors {
		factors = append(factors, fmt.Sprint(f))
	}
	k.arguments["shrink"] = strings.Join(factors, ",")
	return k
}

// traceFolder is the name of a trace's folder in that of --out, where there are several.
func traceFolder(trace string) string {
	stem, _ := stream.SplitSuffix(filepath.Base(trace))
	return stem
}

// checkFolders refuses traces that would share a folder.
func (e *evaluation) checkFolders(paths []string) error {
	seen := make(map[string]string)
	for _, path := range paths {
		name := traceFolder(path)
		if other, twice := seen[name]; twice && e.c.String("out") != "" {
			return console.Usage("reproduce streit2002: --out: found %s and %s, which have the same folder %s, expected traces with different names", other, path, name)
		}
		seen[name] = path
	}
	return nil
}

// factors returns the shrinking factors of the figures; nil: none were asked for.
func (e *evaluation) factors(set *streit2002.Published) ([]float64, error) {
	switch {
	case e.c.IsSet("shrink"):
		return shrinkingFactors(e.c)
	case e.c.String("plot") != "":
		return set.FigureFactors(), nil
	}
	return nil, nil
}

// draw returns the jobs of a synthetic set.
func (e *evaluation) draw(t *swf.Trace, m *streit2002.Measured) ([]optgap.TraceJob, error) {
	o := workload.Resampling{Trace: t.Name, Machine: t.Machine, DailyCycle: e.c.Bool("daily-cycle")}
	var err error
	switch {
	case e.c.IsSet("weibull"):
		o.Shape, o.Scale, err = weibull(e.c, t.Name)
	case m.Published != nil:
		o.Shape, o.Scale = m.Published.Trace().Alpha, m.Published.Trace().Beta
	}
	if err != nil {
		return nil, err
	}
	g, err := workload.Resample(t.Jobs, o)
	if err != nil {
		return nil, err
	}
	if m.Published == nil { // whose parameters Table 2 does not tell
		for _, note := range g.Notes() {
			e.notes.Say("%s", note)
		}
	}
	return workload.Take(g, e.c.Int("set-jobs"), e.c.Uint64("seed"))
}
