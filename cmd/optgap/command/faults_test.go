package command

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/optgap/optgap/heuristics/must"
)

// make faults asks for more kills than every test run.
var (
	kills    = flag.Int("kills", 10, "`N` processes that TestKills kills")
	killSeed = flag.Uint64("kill-seed", 1, "seed of which processes TestKills kills, and when")
)

// faultStudyArguments has solves that end by themselves and some that end at the node limit, and
// none that the clock ends. So equal runs have equal results.
var faultStudyArguments = strings.Fields("study --quiet --method policies,ilp,exact --min-waiting 3 --max-waiting 8 " +
	"--max-steps 8 --time-limit 0 --node-limit 5 --workers 2")

// A study whose processes are killed at random moments, and that is continued by the
// same command each time, ends with the files of one that nobody disturbed, times apart.
func TestKills(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a study several times")
	}
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	begin := time.Now()
	finish(whole)
	k := killer{random: rand.New(rand.NewPCG(*killSeed, 0)), pause: time.Since(begin) / 8}
	want := timelessFiles(t, whole)
	rounds := 0
	for k.parents+k.children < *kills {
		out := filepath.Join(dir, strconv.Itoa(rounds))
		for k.disturb(t, faultStudy(out)) {
		}
		finish(out, "--retry-failed") // what the killed children were at
		for name, found := range timelessFiles(t, out) {
			if found != want[name] {
				t.Fatalf("%s differs from that of the study that nobody disturbed:\n%s", name, firstDifference(found, want[name]))
			}
		}
		rounds++
	}
	k.leaveNothing(t)
	t.Logf("seed %d: %d studies, in which %d parents and %d of their children were killed; "+
		"the files of all are equal, times apart", *killSeed, rounds, k.parents, k.children)
}

// faultStudy returns the command that runs the study, or goes on with it.
func faultStudy(out string, more ...string) *exec.Cmd {
	c := exec.Command("optgap", slices.Concat(faultStudyArguments, []string{"--out", out}, more)...)
	c.Stderr = os.Stderr
	return c
}

// finish runs the study to its end.
func finish(out string, more ...string) {
	must.Do(faultStudy(out, more...).Run())
}

// killer kills processes after pauses of an exponential distribution.
type killer struct {
	random            *rand.Rand
	pause             time.Duration // on average
	parents, children int           // killed so far
	orphans           []int         // children of killed parents
}

// disturb runs a study and kills children of it, until it ends by itself or is killed as
// well, which it tells.
func (k *killer) disturb(t *testing.T, study *exec.Cmd) (killed bool) {
	t.Helper()
	must.Do(study.Start())
	ended := make(chan error, 1)
	go func() { ended <- study.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatal(err)
			}
			return false
		case <-time.After(time.Duration(k.random.ExpFloat64() * float64(k.pause))):
		}
		victims := childrenOf(study.Process.Pid)
		if len(victims) == 0 || k.random.IntN(2) == 0 {
			if study.Process.Kill() != nil {
				continue // it has ended
			}
			<-ended
			k.parents++
			k.orphans = append(k.orphans, victims...)
			return true
		}
		if syscall.Kill(victims[k.random.IntN(len(victims))], syscall.SIGKILL) == nil {
			k.children++
		}
	}
}

// leaveNothing fails the test where children have outlived their parents.
func (k *killer) leaveNothing(t *testing.T) {
	t.Helper()
	until := func(done func() bool) bool {
		for limit := time.Now().Add(time.Minute); !done(); time.Sleep(100 * time.Millisecond) {
			if time.Now().After(limit) {
				return false
			}
		}
		return true
	}
	gone := func(pid int) bool { return syscall.Kill(pid, 0) != nil }
	if !until(func() bool { return !slices.ContainsFunc(k.orphans, func(pid int) bool { return !gone(pid) }) }) {
		t.Errorf("some of the processes %v still run, whose parents were killed", k.orphans)
	}
}

// childrenOf returns the processes that a process has started.
func childrenOf(pid int) (found []int) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range tasks {
		text, _ := os.ReadFile(file)
		for _, word := range strings.Fields(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				found = append(found, child)
			}
		}
	}
	return found
}

// timelessFiles returns the files of a study, without what depends on the clock.
func timelessFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries := must.Get(os.ReadDir(dir))
	files := make(map[string]string)
	for _, e := range entries {
		text := must.Get(os.ReadFile(filepath.Join(dir, e.Name())))
		files[e.Name()] = string(must.Get(timelessFile(e.Name(), text)))
	}
	if len(files) != 4 {
		t.Fatalf("%s: found %q, expected four files", dir, slices.Sorted(maps.Keys(files)))
	}
	return files
}
