package gather

import (
	"encoding/csv"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/optgap/optgap/bench/base/table"
	"github.com/optgap/optgap/bench/report/page"
	"github.com/optgap/optgap/bench/run/folder"
)

// experiment reads the folder of the experiments of Aida (2000): the means in points.csv. nil: the folder is
// none, or has no means yet.
func (s source) experiment() (*page.Experiment, error) {
	_, info := folder.FindInfo(s.path)
	if !strings.HasPrefix(info.Format, "optgap-aida2000/") {
		return nil, nil
	}
	file, err := os.Open(filepath.Join(s.path, "points.csv"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil || len(lines) < 2 {
		return nil, err
	}
	e := &page.Experiment{Name: s.name, Info: info, Rows: table.Table{Columns: table.Words(lines[0]...), Rows: lines[1:]}}
	for _, line := range lines[1:] {
		cells := map[string]string{}
		for i, name := range lines[0] {
			cells[name] = line[i]
		}
		number := func(name string) float64 {
			v, wrong := strconv.ParseFloat(cells[name], 64)
			if wrong != nil && cells[name] != "" {
				err = errors.Join(err, wrong)
			}
			return v
		}
		e.Points = append(e.Points, page.Point{
			Model: cells["model"], Scheduler: cells["scheduler"], Load: number("load"),
			Utilisation: number("utilisation"), Within: number("utilisation_ci95"),
		})
	}
	return e, err
}
