package ilp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/optgap/optgap/heuristics/must"
)

// installed is a HiGHS in a folder of its own, with a highs.pc that the test chooses.
type installed struct {
	root, prefix string // of HiGHS, and of what the script writes
	env          []string
}

// install puts links to the machine's HiGHS into a folder. Its highs.pc names the library in
// libdir, without the C++ library; %s stands for the folder. Its C compiler refuses to link
// without that, as for a static library.
func install(t *testing.T, libdir string) installed {
	t.Helper()
	dir := t.TempDir()
	in := installed{root: filepath.Join(dir, "highs"), prefix: filepath.Join(dir, "prefix")}
	for _, folder := range []string{"highs/lib/pkgconfig", "highs/include"} {
		must.Do(os.MkdirAll(filepath.Join(dir, folder), 0o777))
	}
	must.Do(os.Symlink(pkgConfig(nil, "--variable=includedir"), filepath.Join(in.root, "include/highs")))
	libraries, err := filepath.Glob(filepath.Join(pkgConfig(nil, "--variable=libdir"), "libhighs.*"))
	if err != nil || len(libraries) == 0 {
		t.Skip("found no libhighs in pkg-config's libdir: ", err)
	}
	for _, file := range libraries {
		must.Do(os.Symlink(file, filepath.Join(in.root, "lib", filepath.Base(file))))
	}
	in.write(t, libdir, "")
	compiler := filepath.Join(dir, "cc")
	script := "#!/bin/sh\ncase \"$*\" in *-lstdc++*) exec cc \"$@\" ;; esac\necho undefined reference to std >&2\nexit 1\n"
	must.Do(os.WriteFile(compiler, []byte(script), 0o777))
	in.env = append(os.Environ(), "CC="+compiler, "PKG_CONFIG_PATH="+filepath.Join(in.root, "lib/pkgconfig"))
	return in
}

// write writes highs.pc.
func (in installed) write(t *testing.T, libdir, libraries string) {
	libdir = strings.ReplaceAll(libdir, "%s", in.root)
	text := "libdir=" + libdir + "\nincludedir=" + libdir + "/../include/highs\n" +
		"Name: HiGHS\nDescription: HiGHS\nVersion: 1.99.0\nCflags: -I${includedir}\n" +
		"Libs: -L${libdir} -lhighs " + libraries + "\n"
	must.Do(os.WriteFile(filepath.Join(in.root, "lib/pkgconfig/highs.pc"), []byte(text), 0o666))
}

// run calls install-highs.sh.
func (in installed) run(t *testing.T) (out, told string) {
	t.Helper()
	var errors strings.Builder
	script := exec.Command("bash", "install-highs.sh", "--prefix", in.prefix)
	script.Env, script.Stderr = in.env, &errors
	text, err := script.Output()
	must.Need(t, err == nil, err, errors.String())
	return string(text), errors.String()
}

// pkgConfig asks pkg-config for HiGHS.
func pkgConfig(env []string, what string) string {
	ask := exec.Command("pkg-config", what, "highs")
	ask.Env = env
	return strings.TrimSpace(string(must.Get(ask.Output())))
}

// A static library whose highs.pc names no C++ library, and one that lies beside a highs.pc
// which names another place, as HiGHS's own install leaves them: both link by a corrected
// highs.pc. It goes when it is no longer needed.
func TestInstallCorrects(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	for name, libdir := range map[string]string{"static": "%s/lib", "moved": "/nowhere/lib"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := install(t, libdir)
			corrected := filepath.Join(in.prefix, "lib/optgap/pkgconfig")
			out, told := in.run(t)
			must.Equal(t, out,
				`export PKG_CONFIG_PATH="`+corrected+`${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"`+"\n")
			must.Contain(t, told, "HiGHS 1.99.0 found in "+in.root+"/lib")
			env := append(in.env, "PKG_CONFIG_PATH="+corrected)
			libs := pkgConfig(env, "--libs")
			must.Equal(t, libs, "-L"+in.root+"/lib -lhighs -lstdc++ -lm -lpthread -ldl")
			must.Equal(t, pkgConfig(env, "--variable=prefix"), in.root, "the prefix")
			in.write(t, "%s/lib", "-lstdc++")
			in.env = append(in.env, "PKG_CONFIG_PATH="+corrected+":"+filepath.Join(in.root, "lib/pkgconfig"))
			if _, told = in.run(t); strings.Contains(told, "corrected") {
				t.Errorf("found %q", told)
			}
			_, err := os.Stat(filepath.Join(corrected, "highs.pc"))
			must.Hold(t, os.IsNotExist(err), "found", err, "expected no corrected highs.pc")
		})
	}
}

// An archive that is not there, and one that holds no HiGHS.
func TestInstallArchive(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	other := filepath.Join(t.TempDir(), "other.tar")
	if out, err := exec.Command("tar", "-cf", other, "doc.go").CombinedOutput(); err != nil {
		t.Skip(string(out))
	}
	for archive, want := range map[string]string{
		"none.tar": "found no file none.tar", other: "expected the source of HiGHS",
	} {
		out, err := exec.Command("bash", "install-highs.sh", "--prefix", t.TempDir(), "--archive", archive).CombinedOutput()
		must.Hold(t, err != nil && strings.Contains(string(out), want),
			"found", err, out, "expected", want)
	}
}

// TestNeedsCgo: a build without cgo ends with one line, which says what is missing.
func TestNeedsCgo(t *testing.T) {
	build := exec.Command("go", "build", "./internal/mip")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	told, err := build.CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(told)), "\n")
	must.Hold(t, err != nil && len(lines) == 2 && strings.Contains(lines[1], "set_CGO_ENABLED_to_1"),
		err, told)
}
