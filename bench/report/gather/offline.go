package gather

import (
	"github.com/optgap/optgap/bench/report/sections"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
)

// addOffline adds the bound on a whole trace in the folder, with its rungs. empty is called as in Read. found tells
// that it is such a folder.
func (s source) addOffline(content *sections.Content, empty func(path string)) (found bool, err error) {
	if !clairvoyant.Layout.HeldIn(s.path) {
		return false, nil
	}
	c, err := folder.Read(s.path, clairvoyant.Layout)
	if err != nil {
		return true, err
	}
	if len(c.Results) == 0 {
		empty(s.path)
		content.Missing++
		return true, nil
	}
	o := sections.Offline{Source: sections.Source{Name: s.name, Info: c.Info}, Best: c.Results[0]}
	if o.Rungs, err = clairvoyant.StoredRungs(s.path, o.Best.OfflineTrace); err != nil {
		return true, err
	}
	if o.Ladder, o.Runs, err = clairvoyant.Stored(s.path, &o.Best); err != nil {
		return true, err
	}
	content.Offlines = append(content.Offlines, o)
	return true, nil
}
