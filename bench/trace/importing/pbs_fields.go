package importing

import (
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
)

// message holds the attributes of a record of PBS by their names.
type message map[string]string

// readMessage reads attributes with blanks between them. A value with blanks is in quotation marks.
func readMessage(text string) (message, error) {
	m := message{}
	for rest := strings.TrimLeft(text, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		name, after, ok := strings.Cut(rest, "=")
		if !ok || name == "" || strings.Contains(name, " ") {
			return nil, &optgap.FieldError{Field: "message", Found: quote(rest), Expected: "name=value"}
		}
		value, left, closed := after, "", true
		if quoted, ok := strings.CutPrefix(after, `"`); ok {
			value, left, closed = strings.Cut(quoted, `"`)
		} else {
			value, left, _ = strings.Cut(after, " ")
		}
		if !closed {
			return nil, &optgap.FieldError{Field: name, Found: quote(after), Expected: "a second quotation mark"}
		}
		m[name], rest = value, left
	}
	return m, nil
}

// time returns the first of the attributes that the message has: seconds since 1970.
func (m message) time(names ...string) (int64, error) {
	for _, name := range names {
		if m[name] != "" {
			if n, ok := count(m[name], epochDigits); ok {
				return n, nil
			}
			return 0, &optgap.FieldError{Field: name, Found: quote(m[name]), Expected: "seconds since 1970"}
		}
	}
	return 0, &optgap.FieldError{Field: names[0], Found: "none", Expected: "seconds since 1970 in each E record"}
}

// limit returns the time limit in seconds; swf.Unknown: there is none.
func (m message) limit() (int64, error) {
	const name = "Resource_List.walltime"
	if m[name] == "" {
		return swf.Unknown, nil
	}
	seconds, ok := span(m[name])
	if !ok {
		return 0, &optgap.FieldError{Field: name, Found: quote(m[name]), Expected: "a time such as 24:00:00"}
	}
	if seconds == 0 {
		return swf.Unknown, nil
	}
	return seconds, nil
}

// status returns the status in SWF by the exit status of the job.
func (m message) status() int32 {
	switch m["Exit_status"] {
	case "":
		return swf.Unknown
	case "0":
		return swf.StatusCompleted
	}
	return swf.StatusFailed
}

// width returns the processors or nodes that a job held; 0: the record does not tell. TORQUE tells
// their number from version 4.2 on. The hosts tell it everywhere. Resource_List.ncpus counts where
// it is more: under TORQUE it asks for processors of one host, which has a single slot then.
func (m message) width(nodes bool) (int64, error) {
	total, asked := "total_execution_slots", "Resource_List.ncpus"
	if nodes {
		total, asked = "unique_node_count", "Resource_List.nodect"
	}
	n, err := m.count(total)
	if n > 0 || err != nil {
		return n, err
	}
	slots, hosts, err := readHosts(m["exec_host"])
	if err != nil {
		return 0, err
	}
	if n, err = m.count(asked); err != nil {
		return 0, err
	}
	if nodes && hosts > 0 {
		return hosts, nil
	}
	return max(slots, n), nil
}

// count returns a whole number; 0: the message has none.
func (m message) count(name string) (int64, error) {
	if m[name] == "" {
		return 0, nil
	}
	n, ok := count(m[name], numberDigits)
	if !ok {
		return 0, &optgap.FieldError{Field: name, Found: quote(m[name]), Expected: "a whole number"}
	}
	return n, nil
}

// readHosts counts the slots and the hosts of exec_host, such as n1/0+n1/1+n2/0-5 or n1/0*4+n2/1*4.
func readHosts(text string) (slots, hosts int64, err error) {
	if text == "" {
		return 0, 0, nil
	}
	var seen []string
	for part := range strings.SplitSeq(text, "+") {
		host, places, _ := strings.Cut(part, "/")
		n, ok := readSlots(places)
		if !ok || host == "" {
			return 0, 0, &optgap.FieldError{
				Field: "exec_host", Found: quote(part), Expected: "a host and its slots, such as n1/0, n1/0-5 or n1/0*4",
			}
		}
		slots += n
		seen = append(seen, host)
	}
	slices.Sort(seen)
	return slots, int64(len(slices.Compact(seen))), nil
}

// readSlots counts slots such as 0, 0-5, 0-3,8 or 0*4.
func readSlots(text string) (slots int64, ok bool) {
	if _, times, starred := strings.Cut(text, "*"); starred {
		return count(times, spanDigits)
	}
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		low, lowOK := count(from, spanDigits)
		high, highOK := count(to, spanDigits)
		if !lowOK || !highOK || high < low {
			return 0, false
		}
		slots += high - low + 1
	}
	return slots, true
}

// readPBSID reads an id such as 17.server, 17[3].server or, of old versions, 17-3.server. number
// is 0 for a task of an array. whole tells that the id is that of an array itself.
func readPBSID(id string) (number int64, whole bool, err error) {
	job, _, _ := strings.Cut(id, ".")
	digits := job[:len(job)-len(strings.TrimLeft(job, "0123456789"))]
	number, ok := count(digits, numberDigits)
	switch rest := job[len(digits):]; {
	case !ok || rest != "" && rest[0] != '[' && rest[0] != '-':
		const expected = "a job such as 17.server or 17[3].server"
		return 0, false, &optgap.FieldError{Field: "id", Found: quote(id), Expected: expected}
	case rest != "":
		return 0, rest == "[]", nil
	}
	return number, false, nil
}
