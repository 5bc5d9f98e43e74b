// Package lists makes new lists of values:
//
//	rows -> Each     -> a value of each row
//	     -> Try      -> the same, or the first error
//	     -> Where    -> some of the rows
//	     -> NonZero  -> those that are not zero
//	     -> Anys     -> the same values, of any type
//	     -> Distinct -> the different values, in the order of their first rows
//	     -> GroupBy  -> the rows of each key
//
// The package may change at any time.
package lists

import (
	"cmp"
	"maps"
	"slices"
)

// Union returns the keys that any of the rows has, each once, in the order in which they first
// appear.
func Union[R any, K comparable](rows []R, keys func(R) []K) (all []K) {
	known := map[K]bool{}
	for _, r := range rows {
		for _, key := range keys(r) {
			if !known[key] {
				known[key] = true
				all = append(all, key)
			}
		}
	}
	return all
}

// Each returns the value of each row.
func Each[R, V any](rows []R, value func(R) V) []V {
	all := make([]V, len(rows))
	for i, r := range rows {
		all[i] = value(r)
	}
	return all
}

// Where returns the rows to keep.
func Where[R any](rows []R, keep func(R) bool) (kept []R) {
	for _, r := range rows {
		if keep(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// NonZero returns the values that are not zero, such as texts that are not blank.
func NonZero[V comparable](values []V) []V {
	return Where(values, func(v V) bool { return v != *new(V) })
}

// Anys returns the rows as values of any type.
func Anys[R any](rows []R) []any { return Each(rows, func(r R) any { return r }) }

// Try returns the value of each row; the first error ends it.
func Try[R, V any](rows []R, value func(R) (V, error)) (all []V, err error) {
	for _, r := range rows {
		v, err := value(r)
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// Distinct returns the different values of rows, in the order in which they first appear.
func Distinct[R any, K comparable](rows []R, value func(R) K) []K {
	return Union(rows, func(r R) []K { return []K{value(r)} })
}

// Unique returns the values, each once.
func Unique[K comparable](values []K) []K { return Distinct(values, func(v K) K { return v }) }

// GroupBy returns the rows of each key. The groups stand in the order in which their keys first
// appear.
func GroupBy[R any, K comparable](rows []R, key func(R) K) (groups [][]R) {
	places := map[K]int{}
	for _, r := range rows {
		k := key(r)
		at, known := places[k]
		if !known {
			at = len(groups)
			places[k] = len(groups)
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], r)
	}
	return groups
}

// Places returns the places of n rows: 0 to n-1.
func Places[I ~int | ~int32](n int) []I {
	all := make([]I, n)
	for i := range all {
		all[i] = I(i)
	}
	return all
}

// Pointers returns pointers to rows, for rows that are large.
func Pointers[R any](rows []R) []*R {
	all := make([]*R, len(rows))
	for i := range rows {
		all[i] = &rows[i]
	}
	return all
}

// ByCount returns the keys of counts, the most frequent first, and those of one count in order.
func ByCount[K cmp.Ordered](counts map[K]int) []K {
	return slices.SortedFunc(maps.Keys(counts), func(a, b K) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
}
