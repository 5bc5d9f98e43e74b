package stream_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/optgap/optgap/bench/base/stream"
	"github.com/optgap/optgap/heuristics/must"
)

const text = "; Version: 2.2\n1 0 0 10 4\n"

func zipped(s string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	must.Get(io.WriteString(z, s))
	must.Do(z.Close())
	return b.Bytes()
}

// TestOpen reads plain and compressed input from files and from the standard
// input, whatever the name, and checks that the hash is that of the raw bytes.
func TestOpen(t *testing.T) {
	members := append(zipped(text), zipped(text)...)
	for name, c := range map[string]struct {
		raw  []byte
		want string
	}{
		"plain":       {[]byte(text), text},
		"gzip":        {zipped(text), text},
		"two members": {members, text + text},
		"empty":       {nil, ""},
		"one byte":    {[]byte{0x1f}, "\x1f"},
		"empty gzip":  {zipped(""), ""},
	} {
		path := filepath.Join(t.TempDir(), "trace.swf") // no .gz: the bytes decide
		must.Do(os.WriteFile(path, c.raw, 0o666))
		check := func(path string, stdin io.Reader) {
			t.Helper()
			r, err := stream.Open(path, stdin)
			must.Need(t, err == nil, name, err)
			got, err := io.ReadAll(r)
			must.Hold(t, err == nil && string(got) == c.want, name, "read", got, err, "want", c.want)
			sum := sha256.Sum256(c.raw)
			must.Equal(t, r.SHA256(), hex.EncodeToString(sum[:]), name, "hash")
			must.Equal(t, r.Close(), nil, name)
		}
		check(path, nil)
		check(stream.Stdin, iotest.OneByteReader(bytes.NewReader(c.raw)))
	}
}

// TestDamaged cuts and damages compressed data; the error names the file and
// says what is wrong.
func TestDamaged(t *testing.T) {
	whole := zipped(strings.Repeat(text, 1000))
	flip := func(i int) []byte {
		b := bytes.Clone(whole)
		b[i] ^= 0xff
		return b
	}
	for name, c := range map[string]struct {
		raw  []byte
		want string
	}{
		"cut in the header":   {whole[:5], "cut off"},
		"cut after the magic": {whole[:2], "cut off"},
		"cut in the middle":   {whole[:len(whole)/2], "cut off"},
		"cut at the checksum": {whole[:len(whole)-8], "cut off"},
		"wrong checksum":      {flip(len(whole) - 6), "checksum"},
		"damaged":             {flip(12), "damaged"},
		"unknown method":      {flip(2), "damaged"},
		"something follows":   {append(bytes.Clone(whole), "more text than a header"...), "something else follows"},
	} {
		path := filepath.Join(t.TempDir(), "trace.swf.gz")
		must.Do(os.WriteFile(path, c.raw, 0o666))
		err := readAll(path)
		var named *fs.PathError
		must.Hold(t, errors.As(err, &named) && named.Path == path && strings.Contains(err.Error(), c.want),
			name, "error", err, "want one that names", path, "and says", c.want)
	}
}

// TestOtherKinds: the error names the kind of a file without text, plain or gunzipped.
func TestOtherKinds(t *testing.T) {
	wide := func(order binary.AppendByteOrder, mark bool) (b []byte) {
		if mark {
			b = order.AppendUint16(b, 0xfeff)
		}
		for _, c := range utf16.Encode([]rune(text)) {
			b = order.AppendUint16(b, c)
		}
		return b
	}
	var archive, tarball bytes.Buffer
	z := zip.NewWriter(&archive)
	must.Get(z.Create("trace.swf"))
	z.Close()
	must.Do(tar.NewWriter(&tarball).WriteHeader(&tar.Header{Name: "trace.swf", Size: 0}))
	for _, c := range []struct {
		raw  []byte
		want string // "": it is text
	}{
		{[]byte("\xfd7zXZ\x00\x00\x04"), "data compressed by xz"},
		{[]byte("BZh91AY&SY"), "data compressed by bzip2"},
		{[]byte("\x28\xb5\x2f\xfd\x04"), "data compressed by zstd"},
		{[]byte("7z\xbc\xaf\x27\x1c\x00"), "a 7z archive"},
		{[]byte("\x1f\x9d\x90"), "data compressed by compress"},
		{archive.Bytes(), "a zip archive"},
		{tarball.Bytes(), "a tar archive"},
		{wide(binary.LittleEndian, true), "text in UTF-16"},
		{wide(binary.BigEndian, true), "text in UTF-16"},
		{wide(binary.LittleEndian, false), "text in UTF-16"},
		{wide(binary.BigEndian, false), "text in UTF-16"},
		{[]byte("\ufeff" + text), ""},
		{make([]byte, 9), "bytes of 0"},
		{[]byte("1\x00 0 0\n"), ""}, // a damaged line is no reason to refuse the rest
		{[]byte("P"), ""},
	} {
		for _, raw := range [][]byte{c.raw, zipped(string(c.raw))} {
			path := filepath.Join(t.TempDir(), "trace.swf")
			must.Do(os.WriteFile(path, raw, 0o666))
			err := readAll(path)
			want := "read " + path + ": found " + c.want + ", expected text in UTF-8, plain or compressed by gzip"
			if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != want) {
				t.Errorf("%.20q: error %v, want %q", raw, err, want)
			}
		}
	}
	path := filepath.Join(t.TempDir(), "trace.swf.gz.gz")
	must.Do(os.WriteFile(path, zipped(string(zipped(text))), 0o666))
	must.Refuse(t, readAll(path), "gzip twice", "compressed twice")
}

// TestOpenWaitsForNoMore opens a pipe that holds a short line and stays open.
func TestOpenWaitsForNoMore(t *testing.T) {
	in, out := io.Pipe()
	defer out.Close()
	go io.WriteString(out, text)
	r := must.Get(stream.Open(stream.Stdin, in))
	got := make([]byte, len(text))
	_, err := io.ReadFull(r, got)
	must.Hold(t, err == nil && string(got) == text, "read", got, err, "want", text)
}

func readAll(path string) error {
	r, err := stream.Open(path, nil)
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = io.ReadAll(r)
	return err
}

func TestReadErrors(t *testing.T) {
	must.Is(t, must.Err(stream.Open(filepath.Join(t.TempDir(), "absent"), nil)), fs.ErrNotExist,
		"an absent file")
	must.Refuse(t, readAll(t.TempDir()), "", "a directory")
	broken := errors.New("broken pipe")
	_, err := stream.Open(stream.Stdin, iotest.ErrReader(broken))
	must.Hold(t, errors.Is(err, broken) && strings.Contains(err.Error(), stream.StdinName),
		"a broken standard input", err)
}

func TestNoHashBeforeTheEnd(t *testing.T) {
	r := must.Get(stream.Open(stream.Stdin, strings.NewReader(strings.Repeat(text, 10000))))
	must.Get(io.ReadFull(r, make([]byte, 100)))
	must.Equal(t, r.SHA256(), "", "hash of a part")
}

func TestCreate(t *testing.T) {
	for _, name := range []string{"t.swf", "t.swf.gz"} {
		path := filepath.Join(t.TempDir(), name)
		write(path)
		first := must.Get(os.ReadFile(path))
		must.Equal(t, first[0] == 0x1f, strings.HasSuffix(name, ".gz"), name, "compressed")
		r := must.Get(stream.Open(path, nil))
		got, err := io.ReadAll(r)
		must.Hold(t, err == nil && string(got) == text, name, "read back", got, err)
		r.Close()
		write(path)
		second, _ := os.ReadFile(path)
		must.Hold(t, bytes.Equal(first, second), name, "equal data give different bytes")
	}
	must.Refuse(t, must.Err(stream.Create(filepath.Join(t.TempDir(), "no", "such", "folder"))), "",
		"a file in an absent folder")
}

func write(path string) {
	w := must.Get(stream.Create(path))
	must.Get(io.WriteString(w, text))
	must.Do(w.Close())
}

func TestSplitSuffix(t *testing.T) {
	for path, want := range map[string][2]string{
		"out.swf": {"out", ".swf"}, "a.b/out.swf.gz": {"a.b/out", ".swf.gz"},
		"out": {"out", ""}, "out.gz": {"out", ".gz"}, "out.v1.csv": {"out.v1", ".csv"},
	} {
		stem, suffix := stream.SplitSuffix(path)
		must.Hold(t, stem == want[0] && suffix == want[1], path, stem, "and", suffix, "want", want)
	}
}

// TestAbort: a file that fails leaves nothing behind, and the old content of its path stays.
func TestAbort(t *testing.T) {
	for _, name := range []string{"t.swf", "t.swf.gz"} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		broken := errors.New("broken")
		fail := func() {
			t.Helper()
			err := stream.WriteFile(path, func(w io.Writer) error {
				io.WriteString(w, strings.Repeat(text, 10000))
				return broken
			})
			must.Hold(t, err == broken, name, "error", err, "want", broken)
		}
		fail()
		expectFiles(t, dir)
		write(path)
		before, _ := os.ReadFile(path)
		fail()
		expectFiles(t, dir, name)
		after, _ := os.ReadFile(path)
		must.Hold(t, bytes.Equal(before, after), name, "a failed file changed the one before")
	}
}

// TestLeft: a file of a killed process is removed by the next that writes the same path, one that is under way stays.
func TestLeft(t *testing.T) {
	dir := t.TempDir()
	under := must.Get(stream.Create(filepath.Join(dir, "b")))
	for _, name := range []string{".a-0123abcd", ".a-0123abcde", ".a-note", ".c-0123abcd"} {
		must.Do(os.WriteFile(filepath.Join(dir, name), nil, 0o666))
	}
	write(filepath.Join(dir, "a"))
	write(filepath.Join(dir, "b"))
	must.Do(under.Close())
	expectFiles(t, dir, ".a-0123abcde", ".a-note", ".c-0123abcd", "a", "b")
	var all sync.WaitGroup
	for range 8 { // many at once
		all.Go(func() {
			for range 50 {
				write(filepath.Join(dir, "d"))
			}
		})
	}
	all.Wait()
	expectFiles(t, dir, ".a-0123abcde", ".a-note", ".c-0123abcd", "a", "b", "d")
}

// TestReplace follows links, keeps permissions, and refuses a file that may not be
// written.
func TestReplace(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "t.swf")
	must.Do(os.WriteFile(path, nil, 0o640))
	for _, link := range []struct{ name, to string }{{"link", "t.swf"}, {"dangling", "new.swf"}, {"loop", "loop"}} {
		must.Do(os.Symlink(link.to, filepath.Join(dir, link.name)))
	}
	write(filepath.Join(dir, "link"))
	write(filepath.Join(dir, "dangling"))
	for _, name := range []string{"t.swf", "new.swf"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		must.Equal(t, string(got), text, name, got, err, "want what was written through the link")
	}
	info, _ := os.Stat(path)
	must.Hold(t, info.Mode() == 0o640, "mode", info.Mode(), "want that of the file before")
	must.Refuse(t, must.Err(stream.Create(filepath.Join(dir, "loop"))), "", "a loop of links")
	expectFiles(t, dir, "dangling", "link", "loop", "new.swf", "t.swf")
	if os.Getuid() == 0 {
		return // root may write everything
	}
	must.Do(os.Chmod(path, 0o400))
	must.Is(t, must.Err(stream.Create(path)), fs.ErrPermission, "a file that may not be written")
}

// TestDevice: an irregular file is written directly. A full disk is an error with the path.
func TestDevice(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	must.Do(syscall.Mkfifo(pipe, 0o600))
	defer must.Get(os.OpenFile(pipe, os.O_RDWR, 0)).Close()
	write(pipe)
	if info, _ := os.Stat(pipe); info.Mode().IsRegular() {
		t.Fatal("the device is replaced") // so would be those of the machine
	}
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip(err)
	}
	for _, size := range []int{1, 10000} {
		err := stream.WriteFile(full, func(w io.Writer) error {
			_, err := io.WriteString(w, strings.Repeat(text, size))
			return err
		})
		var named *fs.PathError
		must.Hold(t, errors.As(err, &named) && named.Path == full && named.Op == "write",
			size, "lines on a full disk", err, "want an error of writing", full)
	}
}

func expectFiles(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries := must.Get(os.ReadDir(dir))
	var found []string
	for _, e := range entries {
		found = append(found, e.Name())
	}
	must.EqualSlices(t, found, want, "files")
}

func ExampleOpen() {
	r := must.Get(stream.Open("-", strings.NewReader("; Version: 2.2\n")))
	defer r.Close()
	data := must.Get(io.ReadAll(r))
	fmt.Printf("%d bytes of %s\nSHA-256 %s...\n", len(data), r.Name(), r.SHA256()[:16])
	// Output:
	// 15 bytes of standard input
	// SHA-256 a53ba8e74189c318...
}
