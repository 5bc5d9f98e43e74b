package browsertest_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap/heuristics/must"
)

const studyFile = `--drive fcfs --method policies,exact --max-waiting 6 --max-steps 3
--drive sjf --method policies,exact --max-waiting 6 --max-steps 3
--drive ljf --method policies,exact --max-waiting 6 --max-steps 3
--drive easy --method policies,exact --max-waiting 6 --max-steps 3
`

// rowsOfSteps, which the script draws, and the rows of the other kinds.
const (
	rowsOfSteps = "#rows tr[data-row]"
	replays     = "#replays table.sheet tbody tr"
	moldables   = "#moldables table.sheet tbody tr"
)

// kinds are folders and files of all kinds: the commands that make them, the rows that the page of "it" shows at
// least, and a text in its first sentences.
var kinds = []struct {
	name, commands, rows string
	least                int
	says                 string
}{
	{"policies without bounds", "study FEW --method policies --no-bounds --out it", rowsOfSteps, 3,
		"How much the policies lose against the optimum is not known. 3 of 3 steps are left out: 3 with no lower bound."},
	{"policies", "study FEW --method policies --out it", rowsOfSteps, 3, "against the optimum on average"},
	{"the default method", "study FEW --out it", rowsOfSteps, 3, "against the optimum on average"},
	{"ilp without bounds", "study FEW --method ilp --no-bounds --out it", rowsOfSteps, 3, "not known"},
	{"exact", "study FEW --method exact --out it", rowsOfSteps, 3, "is proven on 3 of 3 steps."},
	{"all methods", "study FEW --method policies,ilp,exact --out it", rowsOfSteps, 9,
		"is proven on 3 of 3 steps."},
	{"one policy, slowdown", "study FEW --method exact --objective sld --policies easy --out it", rowsOfSteps, 3,
		"EASY loses"},
	{"limits", "study FEW --method exact --time-limit 1ns --out it", rowsOfSteps, 3, "is proven on 0 of 3 steps."},
	{"given schedules", "study FEW --method exact --out steps; give steps it", rowsOfSteps, 3, "not known"},
	{"given schedules beside others", "study FEW --method exact --out steps; give steps given; join given steps it",
		rowsOfSteps, 6, "is proven on 3 of 3 steps."},
	{"a study file", "study -f studies.txt --out it --quiet", rowsOfSteps, 24, " of 4 studies"},
	{"a killed study file", "study -f studies.txt --out it --quiet; kill it", rowsOfSteps, 12,
		"Unfinished: of 4 studies, 2 have no result."},
	{"a sweep", "simulate --scheduler fcfs,easy --shrink 1,0.8 --jobs 100 --out it --quiet", replays, 4,
		" at shrinking factor 0.8, the best scheduler first: EASY"},
	{"one replay", "simulate --scheduler fcfs --jobs 100 --out it --quiet", replays, 1, "Response time weighted by width"},
	{"moldable jobs", "moldable generate --model mixed --jobs 5 --machine 20; moldable --out it --quiet jobs",
		moldables, 6,
		"Minsum over its lower bound"},
	{"a bound with rungs", "offline --jobs 100 --rounds 1 --scheduler easy --out it --quiet",
		"#traces table.sheet tbody tr", 7, "no schedule is better than"},
	{"streit2002", "reproduce streit2002 --set-jobs 200 --sets 1 --out it --quiet", replays, 3,
		"Response time weighted by width"},
	{"grothklags2004", "reproduce grothklags2004 --max-steps 2 --jobs 150 --time-limit 200ms --out it --quiet",
		rowsOfSteps, 10, ""},
	{"dutot2004", "reproduce dutot2004 --runs 1 --sizes 4 --models mixed --machine 10 --out it --quiet",
		moldables, 6, "Minsum over its lower bound"},
	{"aida2000", "reproduce aida2000 --experiments 2 --jobs 100 --models uniform,power2 --loads 0.5,0.9 --out it --quiet",
		"#experiments figure, #experiments table.sheet tbody tr", 30, ""},
}

// TestKinds opens the page of each kind of folder, as `optgap report` writes it.
func TestKinds(t *testing.T) {
	program := filepath.Join(t.TempDir(), "optgap")
	build := exec.Command("go", "build", "-C", "../../../..", "-o", program, "./cmd/optgap")
	out, err := build.CombinedOutput()
	must.Need(t, err == nil, err, out)
	for _, k := range kinds {
		if k.name == "grothklags2004" && testing.Short() { // takes many seconds
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			m := maker{t, program, t.TempDir()}
			for command := range strings.SplitSeq(k.commands, "; ") {
				m.make(strings.ReplaceAll(command, "FEW", "--quiet --max-waiting 6 --min-waiting 4 --max-steps 3"))
			}
			m.run("report", "--quiet", "--out", "page.html", "it")
			b := open(t, m.path("page.html"))
			n := eval[int](b, `document.querySelectorAll("`+k.rows+`").length`)
			must.Hold(t, n >= k.least, "found", n, "rows, expected at least", k.least)
			const first = `[...document.querySelectorAll(".sentence")].slice(0, 2).map((p) => p.textContent).join(" ")`
			must.Contain(t, eval[string](b, first), k.says)
			b.screenshot("kind-" + strings.ReplaceAll(k.name, " ", "-"))
		})
	}
}

// maker makes results in a folder.
type maker struct {
	t            *testing.T
	program, dir string
}

func (m maker) path(name string) string { return filepath.Join(m.dir, name) }

func (m maker) write(name string, content []byte) {
	must.Do(os.MkdirAll(filepath.Dir(m.path(name)), 0o777))
	must.Do(os.WriteFile(m.path(name), content, 0o666))
}

func (m maker) read(name string) []byte { return must.Get(os.ReadFile(m.path(name))) }

// run runs the program, and returns what it prints.
func (m maker) run(args ...string) []byte {
	m.t.Helper()
	c := exec.Command(m.program, args...)
	var out, failed bytes.Buffer
	c.Dir, c.Stdout, c.Stderr, c.WaitDelay = m.dir, &out, &failed, time.Minute
	if err := c.Run(); err != nil {
		m.t.Fatalf("%q: %v\n%s", args, err, &failed)
	}
	return out.Bytes()
}

// make runs a command of the table: one of the program, or one of the words that are defined here.
func (m maker) make(command string) {
	m.t.Helper()
	words := strings.Fields(command)
	switch words[0] {
	case "give": // STUDY FILE: judges the schedules of a study as those of another program
		var schedules bytes.Buffer
		for line := range bytes.Lines(m.read(words[1] + "/results.jsonl")) {
			var r map[string]any
			must.Do(json.Unmarshal(line, &r))
			one := map[string]any{"trace": r["trace"], "index": r["index"], "starts": r["starts"]}
			one["format"] = "optgap-schedule/1"
			must.Do(json.NewEncoder(&schedules).Encode(one))
		}
		m.write("schedules", schedules.Bytes())
		m.write(words[2], m.run("solve", "--read-schedules", "schedules", "--no-bounds", "--format", "json", "--quiet",
			words[1]+"/steps.jsonl"))
	case "join": // FILE STUDY FILE: the results of both
		m.write(words[3], append(m.read(words[1]), m.read(words[2]+"/results.jsonl")...))
	case "kill": // FOLDER of four studies: as if it had been killed after the second
		for _, name := range []string{"/3", "/4"} {
			must.Do(os.RemoveAll(m.path(words[1] + name)))
		}
	case "moldable":
		if out := m.run(words...); words[1] == "generate" {
			m.write("jobs", out)
		}
	default:
		m.write("studies.txt", []byte(studyFile))
		m.run(words...)
	}
}
