package command

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/optgap/optgap/cmd/optgap/internal/console"
	"github.com/optgap/optgap/heuristics/must"
)

// ownMounts is set where the test may mount what it wants.
const ownMounts = "OPTGAP_TEST_OWN_MOUNTS"

// A study whose disk is full ends with an error that names the file. All whole lines
// that were there before stay, byte for byte. With more room it goes on, and in the end
// its files are those of a study that had room from the start, times apart.
func TestFullDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a study several times")
	}
	t.Parallel()
	if os.Getenv(ownMounts) == "" {
		withOwnMounts(t)
		return
	}
	whole := filepath.Join(t.TempDir(), "whole")
	finish(t, whole)
	want := timelessFiles(t, whole)
	disk := newDisk(t, 4<<20)
	out := filepath.Join(disk.dir, "out")
	size := sizeOf(whole)
	var before []string
	for _, share := range []float64{0, 0.1, 0.3, 0.6, 0.9} {
		disk.leave(t, int64(share*float64(size)))
		message := failsOnFullDisk(t, out)
		if share > 0 && !strings.Contains(message, out) {
			t.Errorf("found %q, expected a file in %s", message, out)
		}
		now := wholeLines(t, out)
		for _, line := range before {
			if !slices.Contains(now, line) {
				t.Errorf("with room for %g of the study: lost %.200s", share, line)
			}
		}
		before = now
		t.Logf("room for %g of the study: %d lines, %s", share, len(now), message)
	}
	if len(before) == 0 {
		t.Error("found no line, expected some before the disk was full")
	}
	disk.leave(t, disk.size)
	finish(t, out)
	for name, found := range timelessFiles(t, out) {
		if found != want[name] {
			t.Errorf("%s: %s", name, firstDifference(found, want[name]))
		}
	}
}

// withOwnMounts runs the test again in a process with a user and a mount namespace of its
// own: what it mounts is gone with it.
func withOwnMounts(t *testing.T) {
	t.Helper()
	again := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	again.Env = append(os.Environ(), ownMounts+"=1")
	id := func(host int) []syscall.SysProcIDMap { return []syscall.SysProcIDMap{{HostID: host, Size: 1}} }
	again.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: id(os.Getuid()),
		GidMappings: id(os.Getgid()),
	}
	var said bytes.Buffer
	again.Stdout, again.Stderr = &said, &said
	if err := again.Start(); err != nil {
		t.Skipf("no namespace to mount a small disk in: %v", err)
	}
	if err := again.Wait(); err != nil {
		t.Errorf("%v\n%s", err, said.String())
	}
	t.Log(said.String())
	if strings.Contains(said.String(), "--- SKIP") {
		t.Skip("see above")
	}
}

// disk is a file system in memory with a file that takes up room.
type disk struct {
	dir  string
	size int64
}

func newDisk(t *testing.T, size int64) disk {
	t.Helper()
	d := disk{t.TempDir(), size}
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", 0, fmt.Sprintf("size=%d", size)); err != nil {
		t.Skipf("no small disk can be mounted: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(d.dir, syscall.MNT_DETACH) })
	return d
}

// leave changes how many bytes are free, by a file that takes up the rest.
func (d disk) leave(t *testing.T, free int64) {
	t.Helper()
	ballast := filepath.Join(d.dir, "ballast")
	os.Remove(ballast)
	var s syscall.Statfs_t
	must.Do(syscall.Statfs(d.dir, &s))
	must.Do(os.WriteFile(ballast, make([]byte, max(0, int64(s.Bavail)*s.Bsize-free)), 0o666))
}

// failsOnFullDisk runs the study and returns what it says.
func failsOnFullDisk(t *testing.T, out string) string {
	t.Helper()
	r := start("", equalStudy+out)
	code, said := r.wait(t), r.stderr.String()
	if code != console.ExitFailed || !strings.Contains(said, "no space left on device") {
		t.Errorf("found exit code %d and %q, expected %d, as no space is left", code, said, console.ExitFailed)
	}
	return said
}

// wholeLines returns the lines of steps and results that end.
func wholeLines(t *testing.T, dir string) (lines []string) {
	t.Helper()
	for _, name := range []string{"steps.jsonl", "results.jsonl"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasSuffix(line, "\n") {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// sizeOf returns how many bytes the files of a folder have.
func sizeOf(dir string) (size int64) {
	entries := must.Get(os.ReadDir(dir))
	for _, e := range entries {
		info := must.Get(e.Info())
		size += info.Size()
	}
	return size
}

// finish runs the study to its end.
func finish(t *testing.T, out string) {
	t.Helper()
	if r := start("", equalStudy+out); r.wait(t) != 0 {
		t.Fatal(r.stderr.String())
	}
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
