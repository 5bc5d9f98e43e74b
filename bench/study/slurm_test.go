package study

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

func readScript(dir, name string) string {
	text := must.Get(os.ReadFile(filepath.Join(dir, name)))
	return string(text)
}

// The task of a shard calls the program with the arguments, in the folder; names may
// be any.
func TestShardJob(t *testing.T) {
	for _, c := range []struct{ folder, trace string }{
		{"plain", "t.swf"},
		{"it's a $HOME `x` \"%j\"\\ folder\n2", "- b'c.swf"},
		{"-n", "-"},
	} {
		parent := t.TempDir()
		dir := filepath.Join(parent, c.folder)
		program := filepath.Join(parent, "my program")
		must.Do(os.WriteFile(program, []byte("#!/bin/sh\npwd\nprintf '%s\\0' \"$@\"\n"), 0o777))
		arguments := []string{"--method=policies,exact", "--reservations=/a b/it's"}
		trace := filepath.Join(parent, c.trace)
		a := SlurmArray{
			Program: program, Arguments: arguments, Trace: []string{trace},
			Shards: 12, Workers: 2, Memory: 3<<20 + 1, Options: `--time=2:00:00 --comment="a b"`,
		}
		must.Do(a.Write(dir))
		run := exec.Command("sh", filepath.Join(dir, shardJob))
		run.Dir, run.Env = "/", append(os.Environ(), "SLURM_ARRAY_TASK_ID=7")
		out, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		words := slices.Concat([]string{"study"}, arguments, []string{"--shard", "7/12", "--out", "shards/7", trace})
		want := dir + "\n" + strings.Join(words, "\x00") + "\x00"
		if string(out) != want {
			t.Errorf("found %q, expected %q", out, want)
		}
		scriptsHold(t, dir)
	}
}

// scriptsHold checks the options in the scripts of TestShardJob, and that a shell can read the scripts.
func scriptsHold(t *testing.T, dir string) {
	t.Helper()
	text := readScript(dir, shardJob)
	options := regexp.MustCompile(`(?m)^#SBATCH (.*)$`).FindAllString(text, -1)
	wanted := []string{
		"#SBATCH --job-name=optgap", "#SBATCH --array=1-12", "#SBATCH --ntasks=1", "#SBATCH --cpus-per-task=2",
		"#SBATCH --mem=4M", "#SBATCH --output=logs/shard-%a.txt", "#SBATCH --open-mode=append", "#SBATCH --requeue",
		`#SBATCH --time=2:00:00 --comment="a b"`,
	}
	if !slices.Equal(options, wanted) {
		t.Errorf("found %q, expected %q", options, wanted)
	}
	if first := strings.Index(text, "\nset "); strings.LastIndex(text, "#SBATCH") > first {
		t.Error("found an option behind the first command, where sbatch does not look")
	}
	for _, name := range []string{SlurmSubmit, mergeJob} {
		if out, err := exec.Command("sh", "-n", filepath.Join(dir, name)).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
	if !strings.Contains(readScript(dir, mergeJob), `#SBATCH --time=2:00:00 --comment="a b"`) {
		t.Error("the options do not go to the merge")
	}
}

// Options on several lines would be lines of the script.
func TestSlurmRefuses(t *testing.T) {
	err := SlurmArray{Shards: 1, Options: "-p a\nrm"}.Validate()
	want := `sbatch: found "-p a\nrm", expected options on one line`
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("found %v, expected %s", err, want)
	}
}
