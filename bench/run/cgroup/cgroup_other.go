//go:build !linux

package cgroup

import "errors"

func newHierarchy(string, int) (hierarchy, error) {
	return nil, errors.New("control groups are Linux's")
}
