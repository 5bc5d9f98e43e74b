package experiment

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/run/child"
	"github.com/optgap/optgap/heuristics/moldable"
	"github.com/optgap/optgap/heuristics/must"
)

// The test binary is its own child: with this variable set it behaves as the variable says.
const behaviour = "OPTGAP_FAKE_CHILD"

func TestMain(m *testing.M) {
	switch b := os.Getenv(behaviour); b {
	case "":
		os.Exit(m.Run())
	case "serves":
		if err := child.Serve(context.Background(), os.Stdin, os.Stdout, child.Services{Service: Serve}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	default:
		misbehave(b)
	}
	os.Exit(0)
}

// misbehave reads a task and problems, and solves none of them.
func misbehave(b string) {
	in := bufio.NewReader(os.Stdin)
	in.ReadBytes('\n')
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		if later, ok := strings.CutPrefix(b, "interim then "); ok {
			b = later
			tellStart(line)
		}
		switch b {
		case "exits":
			fmt.Fprintln(os.Stderr, "no more of this")
			os.Exit(7)
		case "hangs":
			time.Sleep(time.Hour)
		case "infeasible":
			const starts = `{"id":1,"start":0,"width":4},{"id":2,"start":0,"width":4},{"id":3,"start":0,"width":4}`
			fmt.Printf(`{"result":{"format":%q,"name":"small","algorithm":"exact","starts":[%s]}}`+"\n",
				record.MoldableResultFormat, starts)
		}
	}
}

// tellStart writes the report of a problem.
func tellStart(line []byte) {
	var p Problem
	must.Do(json.Unmarshal(line, &p))
	known := p.resultOf(Exact)
	p.schedule(&known, moldable.Gang(p.in))
	record.NewWriter(os.Stdout).Write(map[string]any{"report": known})
}

// children returns a pool whose children have the behaviour.
func children(t *testing.T, b string, w Work) *Pool {
	t.Helper()
	self := must.Get(os.Executable())
	t.Setenv(behaviour, b)
	pool := Children([]string{self}, Exact, w)
	t.Cleanup(pool.Close)
	return pool
}

func small() *Problem {
	return NewProblem(&moldable.Instance{Name: "small", Machine: 4, Tick: 1, Jobs: []moldable.Job{
		{ID: 1, Weight: 5, Times: []int64{12, 7, 5, 4}}, {ID: 2, Weight: 1, Times: []int64{30, 16, 12, 10}},
		{ID: 3, Weight: 2, Times: []int64{20, 15, 13, 12}},
	}}, Options{})
}

// A child finds the same as this process.
func TestServe(t *testing.T) {
	for _, model := range []string{"weak", "mixed"} {
		p := NewProblem(instance(model, 6, 8, 1), Options{Evaluations: 100, NoBounds: true})
		got := children(t, "serves", Work{}).Solve(t.Context(), p)
		want := p.run(t.Context(), Exact, nil)
		if got.PeakMemoryBytes == 0 || got.Status != optgap.StatusOptimal ||
			!maps.Equal(got.MinsumBounds, want.MinsumBounds) {
			t.Errorf("%s: found %+v", model, got)
		}
		if !reflect.DeepEqual(got.Starts, want.Starts) || got.Minsum != want.Minsum {
			t.Errorf("%s: found minsum %d, expected %d", model, got.Minsum, want.Minsum)
		}
	}
}

// A child that fails or hangs costs one result, which says so. What it has told before a limit stands.
func TestChildrenFail(t *testing.T) {
	for _, c := range []struct {
		behaviour string
		status    optgap.Status
		endedBy   optgap.EndedBy
		schedule  bool
	}{
		{"exits", optgap.StatusCrashed, "", false},
		{"interim then exits", optgap.StatusCrashed, "", false},
		{"infeasible", optgap.StatusCrashed, "", false},
		{"interim then hangs", optgap.StatusFeasible, optgap.EndedTimeLimit, true},
	} {
		t.Run(strings.ReplaceAll(c.behaviour, " ", "-"), func(t *testing.T) {
			p := small()
			w := Work{Memory: 100 << 20}
			if strings.HasSuffix(c.behaviour, "hangs") {
				w = Work{TimeLimit: 50 * time.Millisecond}
			}
			r := children(t, c.behaviour, w).Solve(t.Context(), p)
			if r.Status != c.status || r.EndedBy != c.endedBy || (r.Starts != nil) != c.schedule || r.Name != "small" {
				t.Errorf("found %+v", r)
			}
			if failed := c.status == optgap.StatusCrashed; failed != (r.Error != "") {
				t.Errorf("found error %q", r.Error)
			}
			if s := Schedule(&r); s != nil && (s.Check(p.in) != nil || s.Minsum(p.in) != r.Minsum) {
				t.Errorf("found schedule %v of minsum %d", s, r.Minsum)
			}
		})
	}
}
