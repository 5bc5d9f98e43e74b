package child

import (
	"os"
	"strings"
	"testing"
)

// A child that does not serve starts no children, which would start more.
func TestNoChildrenOfChildren(t *testing.T) {
	defer func(before []string) { os.Args = before }(os.Args)
	os.Args = []string{"own", ServeCommand}
	if _, err := NewCrew[int, int](0); err == nil || !strings.Contains(err.Error(), "command.Main") {
		t.Errorf("found %v, expected an error that says what to call", err)
	}
}
