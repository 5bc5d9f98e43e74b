package rescue_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/optgap/optgap/bench/base/rescue"
)

func ExampleCall() {
	starts := []int64{0}
	err := rescue.Call(func() error {
		starts[len(starts)] = 5
		return nil
	})
	fmt.Println(err)
	// Output:
	// panic: runtime error: index out of range [1] with length 1 (example_test.go:14)
}

func TestCall(t *testing.T) {
	own := errors.New("own")
	if err := rescue.Call(func() error { return own }); err != own {
		t.Errorf("error %v, expected %v", err, own)
	}
	if err := rescue.Call(func() error { return nil }); err != nil {
		t.Errorf("error %v, expected none", err)
	}
	if err := rescue.Call(func() error { panic(own) }); err == nil || err.Error() != "panic: own (example_test.go:30)" {
		t.Errorf("error %v", err)
	}
	var none *struct{ n int }
	if err := rescue.Call(func() error { none.n++; return nil }); err == nil ||
		err.Error() != "panic: runtime error: invalid memory address or nil pointer dereference (example_test.go:34)" {
		t.Errorf("error %v", err)
	}
}
