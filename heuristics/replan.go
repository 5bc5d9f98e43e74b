package heuristics

import (
	"fmt"
	"slices"

	"github.com/optgap/optgap"
)

// Replan is a reading of the papers: when plans are made, and when the decider
// compares them.
type Replan string

const (
	ReplanFull Replan = "full"
)

// rules are what a reading consists of.
type rules struct {
	name         Replan
	tuneAtSubmit bool // the decider runs at submissions that leave two jobs waiting
	tuneAtEnd    bool // and at ends that do
	insert       bool // a submission places the new job only; the others keep their planned starts
	promise      bool // insert, and an end moves planned starts forward only
	keep         bool // plans sort the one queue in place; FCFS takes it as it is
	reverse      bool // plans turn the queue round for LJF
}

var readings = []rules{
	{name: ReplanFull, tuneAtSubmit: true},
	{name: "ends", tuneAtEnd: true},
	{name: "both", tuneAtSubmit: true, tuneAtEnd: true},
	{name: "insert", tuneAtEnd: true, insert: true},
	{name: "insert-both", tuneAtSubmit: true, tuneAtEnd: true, insert: true},
	{name: "promise", tuneAtEnd: true, promise: true},
	{name: "promise-both", tuneAtSubmit: true, tuneAtEnd: true, promise: true},
	{name: "queue-submit", tuneAtSubmit: true, keep: true},
	{name: "queue", tuneAtSubmit: true, tuneAtEnd: true, keep: true},
	{name: "queue-rev", tuneAtSubmit: true, tuneAtEnd: true, keep: true, reverse: true},
}

// Replans returns all readings, the default first.
func Replans() []Replan {
	var names []Replan
	for _, r := range readings {
		names = append(names, r.name)
	}
	return names
}

// rules returns the reading of that name; the empty name is ReplanFull.
func (r Replan) rules() (rules, error) {
	if r == "" {
		r = ReplanFull
	}
	i := slices.IndexFunc(readings, func(x rules) bool { return x.name == r })
	if i < 0 {
		return rules{}, &optgap.FieldError{Field: "replan", Found: fmt.Sprintf("%q", string(r)), Expected: fmt.Sprintf("one of %v", Replans())}
	}
	return readings[i], nil
}
