package must_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/heuristics/must"
)

// said keeps what a test is told.
type said struct {
	*testing.T
	text string
}

func (s *said) Errorf(format string, args ...any) { s.text += fmt.Sprintf(format, args...) + "\n" }

func (s *said) Fatalf(format string, args ...any) { s.Errorf("ended: "+format, args...) }

// TestComparisons: each of them says what differs, and nothing of what is as expected.
func TestComparisons(t *testing.T) {
	s := &said{T: t}
	err := errors.New("no room")
	about := &optgap.FieldError{Field: "width"}
	for _, n := range []int{2, 3} {
		must.Equal(s, n, 2)
		must.EqualSlices(s, []int{n}, []int{2}, "list", 7)
		must.DeepEqual(s, map[string]int{"a": n}, map[string]int{"a": 2})
		must.Contain(s, fmt.Sprint("1", n), "12", "digits")
		must.Refuse(s, errors.Join(err, fmt.Errorf("%d left", n)), "2 left")
	}
	must.Hold(s, true, "holds")
	must.Hold(s, len(s.text) == 0, []byte("text"), about.Field, struct{ N int }{2})
	must.Need(s, true, "is there")
	must.Need(s, false, "found", 3)
	must.EqualSlices(s, nil, []int{})
	must.DeepEqual(s, nil, []int{})
	must.Equal(s, "a", "b\n", "text")
	must.EqualSlices(s, []string{"a"}, nil)
	must.Refuse(s, nil, "no", "nothing")
	must.Is(s, fmt.Errorf("within: %w", err), err)
	must.Is(s, nil, err, "nothing")
	for _, field := range []string{"", "width", "id"} {
		must.AboutField(s, about, field)
	}
	must.AboutField(s, must.Err(1, err), "", 1)
	want := []string{
		"found 3, expected 2",
		"list 7: found [3], expected [2]",
		"found map[a:3], expected map[a:2]",
		`digits: found "13", expected "12" in it`,
		"found error no room",
		`3 left, expected one with "2 left"`,
		"text width {N:2}",
		"ended: found 3",
		"found [], expected []",
		`text: found "a", expected `,
		"b", "", "",
		`found ["a"], expected []`,
		`nothing: found error <nil>, expected one with "no"`,
		"nothing: found error <nil>, expected no room",
		fmt.Sprintf("found error %v, expected one about a field id", about),
		"1: found error no room, expected one about a field ", "",
	}
	if s.text != strings.Join(want, "\n") {
		t.Errorf("found\n%s\nexpected\n%s", s.text, strings.Join(want, "\n"))
	}
}
