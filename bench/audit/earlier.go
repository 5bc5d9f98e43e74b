package audit

import (
	"bytes"
	"encoding/json"
	"io"
)

// withoutEarlier returns JSON lines of results. Of several lines about one result the last counts, as
// for a run that goes on: a run that sought results again and was killed leaves both. Blank lines
// stand for the others, so that the numbers of lines stay.
func withoutEarlier(r io.Reader) (io.Reader, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	type key struct {
		Index     int    `json:"index"`
		Name      string `json:"name"`
		Method    string `json:"method"`
		Algorithm string `json:"algorithm"`
		TimeScale int64  `json:"time_scale"`
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	last := map[key]int{}
	for i, line := range lines {
		var k key
		if json.Unmarshal(line, &k) != nil {
			continue // whoever reads the line says what is wrong
		}
		if earlier, ok := last[k]; ok {
			lines[earlier] = []byte("\n")
		}
		last[k] = i
	}
	return bytes.NewReader(bytes.Join(lines, nil)), nil
}
