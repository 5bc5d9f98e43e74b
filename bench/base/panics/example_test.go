package panics_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/panics"
)

func ExampleCall() {
	starts := []int64{0}
	err := panics.Call(func() error {
		starts[len(starts)] = 5
		return nil
	})
	fmt.Println(err)
	// Output:
	// panic: runtime error: index out of range [1] with length 1 (example_test.go:15)
}

func TestCall(t *testing.T) {
	own := errors.New("own")
	if err := panics.Call(func() error { return own }); err != own {
		t.Errorf("error %v, expected %v", err, own)
	}
	if err := panics.Call(func() error { return nil }); err != nil {
		t.Errorf("error %v, expected none", err)
	}
	err := panics.Call(func() error { panic(own) })
	var found *panics.Panic
	if !errors.As(err, &found) || err.Error() != "panic: own (example_test.go:31)" {
		t.Fatalf("error %v", err)
	}
	if !strings.Contains(string(found.Stack), "example_test.go:31") {
		t.Errorf("found no place of the panic in its stack:\n%s", found.Stack)
	}
	var none *struct{ n int }
	if err := panics.Call(func() error { none.n++; return nil }); err == nil ||
		err.Error() != "panic: runtime error: invalid memory address or nil pointer dereference (example_test.go:40)" {
		t.Errorf("error %v", err)
	}
}
