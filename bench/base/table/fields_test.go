package table

import (
	"reflect"
	"slices"
	"testing"
)

// Fields have the names, kinds and values that JSON has, those of embedded structs among them.
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
	columns := Fields[row]()
	var keys []string
	var kinds []Kind
	for _, c := range columns {
		keys, kinds = append(keys, c.Key), append(kinds, c.Kind)
	}
	names := []string{"name", "steps", "to", "low", "high"}
	if !slices.Equal(keys, names) || !slices.Equal(kinds, []Kind{Word, Whole, Whole, Real, Real}) {
		t.Errorf("found %q, %v", keys, kinds)
	}
	want := [][]string{{"a", "0", "", "0", ""}, {"a", "3", "4", "0.1", "0"}}
	if got := Rows(columns, []row{{Name: "a"}, {"a", Counts{3}, 4, 0.1, new(0.0)}}).Rows; !reflect.DeepEqual(got, want) {
		t.Errorf("found %q", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("a list is no value of a column")
		}
	}()
	Fields[struct{ All []int }]()
}

// Keys stand in the order in which rows have them first.
func TestUnion(t *testing.T) {
	rows := [][]string{{"b", "a"}, nil, {"c", "a"}}
	if got := Union(rows, func(r []string) []string { return r }); !reflect.DeepEqual(got, []string{"b", "a", "c"}) {
		t.Errorf("found %q", got)
	}
}
