package exact

import (
	"slices"

	"github.com/optgap/optgap/ilp/internal/engine"
)

// jobSet is a set of jobs left, with a value that is kept for it.
type jobSet[T any] struct {
	left   []int32 // by kind: number of jobs
	weight int64   // sum of the jobs' weights
	kept   T
	next   *jobSet[T] // another set of the same hash; nil: none
}

// jobSets holds sets of jobs left by their hash.
type jobSets[T any] map[uint64]*jobSet[T]

// of returns the set of these jobs. It adds the set where there is none.
func (m jobSets[T]) of(kinds []engine.Kind, left []int32) *jobSet[T] {
	if s := m.find(left); s != nil {
		return s
	}
	return m.add(kinds, left)
}

// add adds the set of these jobs, which is new.
func (m jobSets[T]) add(kinds []engine.Kind, left []int32) *jobSet[T] {
	key := hash(left)
	s := &jobSet[T]{left: slices.Clone(left), next: m[key]}
	for i, n := range left {
		s.weight += kinds[i].Weight * int64(n)
	}
	m[key] = s
	return s
}

// find returns the set of these jobs; nil where there is none.
func (m jobSets[T]) find(left []int32) *jobSet[T] {
	s := m[hash(left)]
	for s != nil && !slices.Equal(s.left, left) {
		s = s.next
	}
	return s
}

// hash is FNV-1a.
func hash(left []int32) uint64 {
	h := uint64(14695981039346656037)
	for _, l := range left {
		h = (h ^ uint64(l)) * 1099511628211
	}
	return h
}
