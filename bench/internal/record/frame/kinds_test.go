package frame_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/internal/record/frame"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/simulate/performance"
	"github.com/optgap/optgap/bench/simulate/sweep"
)

// Each path of a kind is a field of what writes its lines, of the same type.
func TestPaths(t *testing.T) {
	replays := typesOf(reflect.TypeFor[sweep.Setting]())
	for _, m := range performance.Table([]int64{60}) {
		replays[m.Key] = reflect.TypeFor[*float64]()
	}
	replays["trace"], replays["format"] = reflect.TypeFor[string](), reflect.TypeFor[string]()
	replays["machine"], replays["jobs"] = reflect.TypeFor[int64](), reflect.TypeFor[int64]()
	for _, c := range []struct {
		kind    *frame.Kind
		written map[string]reflect.Type
	}{
		{frame.Studies, typesOf(reflect.TypeFor[record.Result]())},
		{frame.Moldables, typesOf(reflect.TypeFor[record.MoldableResult]())},
		{frame.Replays, replays},
	} {
		for _, f := range c.kind.Fields() {
			if f.Type.Kind() == reflect.Int64 { // also the largest of several
				f.Type = reflect.TypeFor[int64]()
			}
			if written := c.written[f.Path]; written != f.Type && f.Path != frame.Folder {
				t.Errorf("%s: found %s of type %v, expected %v, as it is written", c.kind.Name, f.Path, f.Type, written)
			}
		}
	}
	if len(frame.Kinds) != 3 {
		t.Errorf("found %d kinds, expected those above", len(frame.Kinds))
	}
}

// typesOf returns the types in a frame of the fields of a struct, by their paths.
func typesOf(of reflect.Type) map[string]reflect.Type {
	types := map[reflect.Kind]reflect.Type{
		reflect.String: reflect.TypeFor[string](), reflect.Int: reflect.TypeFor[int64](),
		reflect.Int64: reflect.TypeFor[int64](), reflect.Float64: reflect.TypeFor[*float64](),
	}
	all := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(of) {
		path, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Type.Kind() == reflect.Map {
			f.Type, path = f.Type.Elem(), path+"/*"
		}
		all[path] = types[f.Type.Kind()]
	}
	return all
}
