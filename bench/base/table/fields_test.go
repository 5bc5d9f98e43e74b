package table

import (
	"reflect"
	"slices"
	"testing"

	"github.com/optgap/optgap/bench/base/lists"
)

// The columns of fields have the names, kinds and values that JSON has, those of embedded structs among them.
func TestFields(t *testing.T) {
	type Counts struct {
		Steps int `json:"steps"`
	}
	type row struct {
		Name string `json:"name"`
		Counts
		To   int64    `json:"to,omitempty"`
		Low  float64  `json:"low"`
		High *float64 `json:"high,omitempty"`
	}
	rows := FieldRows([]row{{Name: "a"}, {"a", Counts{3}, 4, 0.1, new(0.0)}})
	kinds := lists.Each(rows.Columns, func(h Heading) Kind { return h.Kind })
	names := []string{"name", "steps", "to", "low", "high"}
	if keys := rows.names(); !slices.Equal(keys, names) || !slices.Equal(kinds, []Kind{Word, Whole, Whole, Real, Real}) {
		t.Errorf("found %q, %v", keys, kinds)
	}
	want := [][]string{{"a", "0", "", "0", ""}, {"a", "3", "4", "0.1", "0"}}
	if !reflect.DeepEqual(rows.Rows, want) {
		t.Errorf("found %q", rows.Rows)
	}
	defer func() {
		if recover() == nil {
			t.Error("a list is no value of a column")
		}
	}()
	FieldRows[struct{ All []int }](nil)
}
