package swf_test

import (
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/trace/swf"
)

func TestHeader(t *testing.T) {
	h := swf.Header{
		"; Version: 2.2", ";Computer:IBM SP2  ", ";  StartTime: Mon Sep 23 14:00:31 CEST 1996", "; MaxNodes: -1",
		"; maxprocs : 100", "; MaxProcs: 200", "; Note: one", ";;  Note: two: three", "; no colon",
	}
	check := func(key, want string) {
		t.Helper()
		if got := h.Get(key); got != want {
			t.Errorf("%s: got %q, want %q", key, got, want)
		}
	}
	check("Version", "2.2")
	check("computer", "IBM SP2")
	check("StartTime", "Mon Sep 23 14:00:31 CEST 1996")
	check("Max", "")
	check("no colon", "")
	if got, want := h.All("Note"), []string{"one", "two: three"}; !slices.Equal(got, want) {
		t.Errorf("notes %q, want %q", got, want)
	}
	if n, err := h.MaxProcs(); n != 100 || err != nil { // the first line with the key
		t.Errorf("MaxProcs %d, %v, want 100", n, err)
	}
	if n, err := h.MaxNodes(); n != 0 || err != nil {
		t.Errorf("MaxNodes %d, %v, want unknown", n, err)
	}
	for _, good := range []string{"512", "512 (384, 128)", "512(384,128)", "512 ()", " 512 (1 of them a login node) "} {
		if n, err := (swf.Header{"; MaxProcs: " + good}).Machine(); n != 512 || err != nil {
			t.Errorf("MaxProcs %s: got %d, %v, want 512", good, n, err)
		}
	}
	for _, bad := range []string{
		"many", "0", "-5", "1e3", "99999999999999999999", "(384, 128)", "512 (384", "512 384", "512 (384) 128", "0 (384)",
	} {
		if n, err := (swf.Header{"; MaxProcs: " + bad}).MaxProcs(); err == nil {
			t.Errorf("MaxProcs %s: got %d, want an error", bad, n)
		}
	}
}

func TestNewHeader(t *testing.T) {
	got := swf.NewHeader(64, "seed 1", "two\r\nlines\n")
	want := swf.Header{"; Version: 2.2", "; MaxProcs: 64", "; Note: seed 1", "; Note: two", "; Note: lines"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	one, two := got.WithNotes("a"), got.WithNotes("b")
	if one[5] != "; Note: a" || two[5] != "; Note: b" {
		t.Errorf("headers derived from one share their lines: %q, %q", one[5], two[5])
	}
}
