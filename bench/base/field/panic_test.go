package field_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/field"
)

func ExampleCatch() {
	starts := []int64{0}
	err := field.Catch(func() error {
		starts[len(starts)] = 5
		return nil
	})
	fmt.Println(err)
	// Output:
	// panic: runtime error: index out of range [1] with length 1 (panic_test.go:15)
}

func TestCatch(t *testing.T) {
	own := errors.New("own")
	if err := field.Catch(func() error { return own }); err != own {
		t.Errorf("error %v, expected %v", err, own)
	}
	if err := field.Catch(func() error { return nil }); err != nil {
		t.Errorf("error %v, expected none", err)
	}
	err := field.Catch(func() error { panic(own) })
	var found *field.Panic
	if !errors.As(err, &found) || err.Error() != "panic: own (panic_test.go:31)" {
		t.Fatalf("error %v", err)
	}
	if !strings.Contains(string(found.Stack), "panic_test.go:31") {
		t.Errorf("found no place of the panic in its stack:\n%s", found.Stack)
	}
	var none *struct{ n int }
	if err := field.Catch(func() error { none.n++; return nil }); err == nil ||
		err.Error() != "panic: runtime error: invalid memory address or nil pointer dereference (panic_test.go:40)" {
		t.Errorf("error %v", err)
	}
}
