package field_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/heuristics/must"
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
	must.Do(field.Catch(func() error { return nil }))
	err := field.Catch(func() error { panic(own) })
	var found *field.Panic
	if !errors.As(err, &found) || err.Error() != "panic: own (panic_test.go:31)" {
		t.Fatalf("error %v", err)
	}
	if !strings.Contains(string(found.Stack), "panic_test.go:31") {
		t.Errorf("found no place of the panic in its stack:\n%s", found.Stack)
	}
	var none *struct{ n int }
	must.Equal(t, fmt.Sprint(field.Catch(func() error { none.n++; return nil })),
		"panic: runtime error: invalid memory address or nil pointer dereference (panic_test.go:40)")
}
