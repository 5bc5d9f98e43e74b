package spec

import (
	"slices"
	"strconv"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/field"
	"github.com/optgap/optgap/bench/simulate/batsim"
	"github.com/optgap/optgap/bench/simulate/schedulers"
	"github.com/optgap/optgap/bench/study/method"
)

// PlanFile is a file of schedules that are those of a policy.
type PlanFile struct{ Name, Path string }

// PlanFiles returns the files of Plans. An *optgap.FieldError refuses any other text.
func (s Solving) PlanFiles() (all []PlanFile, err error) {
	for _, text := range s.Plans {
		name, path, _ := strings.Cut(text, "=")
		f := PlanFile{strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(path)}
		if f.Path == "" {
			return nil, optgap.BadField("plans", strconv.Quote(text), "NAME=FILE")
		}
		if err := optgap.CheckName("plans", f.Name); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// planPaths returns the paths of the files that a text of Plans names.
func planPaths(text string) (paths []string, err error) {
	_, err = MovePlans(text, func(path string) (string, error) {
		paths = append(paths, path)
		return path, nil
	})
	return paths, err
}

// HasRecorded tells whether the policies have what the log of the trace says.
func (s Solving) HasRecorded() bool {
	is := func(name string) bool { return schedulers.IsRecorded(strings.TrimSpace(name)) }
	return slices.ContainsFunc(s.Policies, is)
}

// planned returns the policies of Plans and the log's, whose schedules are yet to be read.
func (s Solving) planned(commands []batsim.Command) (all []method.Planned, err error) {
	files, err := s.PlanFiles()
	taken := batsim.Names(commands)
	for _, f := range files {
		if err := schedulers.CheckNew("plans", f.Name, taken...); err != nil {
			return nil, err
		}
		taken = append(taken, f.Name)
		all = append(all, method.Planned{Name: f.Name})
	}
	if s.HasRecorded() {
		all = append(all, method.Planned{Name: schedulers.Recorded})
	}
	return all, err
}

// MovePlans returns the text of Plans with the path of each file changed.
func MovePlans(text string, change func(path string) (string, error)) (string, error) {
	var s Solving
	if err := field.Set(&s, "plans", text); err != nil {
		return "", err
	}
	files, err := s.PlanFiles()
	for i, f := range files {
		if f.Path, err = change(f.Path); err != nil {
			return "", err
		}
		s.Plans[i] = f.Name + "=" + f.Path
	}
	return field.Text(s, "plans"), err
}
