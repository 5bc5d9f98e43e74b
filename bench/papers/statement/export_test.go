package statement

// DataOf returns data of estimates by their names, as tests need them.
func DataOf(all map[string]Estimate) *Data {
	d := NewData(nil)
	for name, e := range all {
		d.cells[name] = value{Estimate: e}
	}
	return d
}
