package gather

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/record"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/run/folder"
	"github.com/optgap/optgap/bench/simulate/clairvoyant"
)

// addOffline adds the bound on a whole trace in the folder, with its rungs. empty is called as in Read. found tells
// that it is such a folder.
func (s source) addOffline(content *page.Content, empty func(path string)) (found bool, err error) {
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
	o := page.Offline{Name: s.name, Info: c.Info, Best: c.Results[0], Rows: clairvoyant.Rows(c.Results)}
	var within folder.Content[record.RungTrace, record.Rung]
	rungs := filepath.Join(s.path, clairvoyant.RungsDir)
	if info, missing := os.Stat(rungs); missing == nil && info.IsDir() {
		if within, err = folder.Read(rungs, clairvoyant.RungsLayout); err != nil {
			return true, err
		}
		of := o.Best.OfflineTrace
		of.Format = record.RungFormat
		for _, r := range within.Results {
			if r.OfflineTrace != of {
				return true, optgap.BadField(rungs, fmt.Sprintf("%+v", r.OfflineTrace), fmt.Sprintf("%+v", of))
			}
		}
		o.RungRows = clairvoyant.RungsLayout.Rows(within.Results)
	}
	o.Below, _ = clairvoyant.Below(&o.Best, within.Results)
	content.Offlines = append(content.Offlines, o)
	return true, nil
}
