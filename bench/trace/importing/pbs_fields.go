package importing

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
)

// message holds the attributes of a record of PBS by their names.
type message map[string]string

// readMessage reads attributes with blanks between them. A value with blanks is in quotation marks,
// single ones if it has double ones in it. But names of jobs are written as they are, and some values
// go on after a blank, as Resource_Request_2.0=-L tasks=1: what follows is of no use here.
func readMessage(text string) (message, error) {
	m := message{}
	for rest := strings.TrimLeft(text, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		name, after, ok := strings.Cut(rest, "=")
		if !ok || name == "" || strings.Contains(name, " ") {
			if len(m) == 0 {
				return nil, &optgap.FieldError{Field: "message", Found: quote(rest), Expected: "name=value"}
			}
			_, rest, _ = strings.Cut(rest, " ")
			continue
		}
		m[name], rest = cutValue(name, after)
	}
	return m, nil
}

// cutValue returns the value of an attribute and what follows it.
func cutValue(name, text string) (value, rest string) {
	switch {
	case name == "jobname":
		if job, _, ok := strings.Cut(text, " queue="); ok {
			return job, text[len(job):]
		}
	case strings.HasPrefix(text, `"`), strings.HasPrefix(text, "'"):
		for end := 1; end < len(text); end++ {
			if text[end] == text[0] && (end+1 == len(text) || text[end+1] == ' ') {
				return text[1:end], text[end+1:]
			}
		}
	}
	value, rest, _ = strings.Cut(text, " ")
	return value, rest
}

// bad returns the error about an attribute.
func (m message) bad(name, expected string) error {
	return &optgap.FieldError{Field: name, Found: orNone(m[name]), Expected: expected}
}

// time returns the first of the attributes that the message has: seconds since 1970.
func (m message) time(names ...string) (int64, error) {
	for _, name := range names {
		if m[name] != "" {
			if n, ok := count(m[name], epochDigits); ok {
				return n, nil
			}
			return 0, m.bad(name, "seconds since 1970")
		}
	}
	return 0, m.bad(names[0], "seconds since 1970 in each E record")
}

// limit returns the time limit in seconds; swf.Unknown: there is none.
func (m message) limit() (int64, error) {
	const name = "Resource_List.walltime"
	seconds, ok := span(m[name])
	switch {
	case m[name] == "", ok && seconds == 0:
		return swf.Unknown, nil
	case !ok:
		return 0, m.bad(name, "a time such as 24:00:00")
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

// width returns the processors or nodes that a job had: those of its hosts, or what it asked for, where
// that is more. On a Cray the host may be the login host alone. Under TORQUE, Resource_List.ncpus asks
// for processors of one host, which has a single slot then. beyond tells that the job asked for more
// than its hosts are.
func (m message) width(nodes bool) (width int64, beyond bool, err error) {
	counted, of := Processors, m.processors
	if nodes {
		counted, of = Nodes, m.nodes
	}
	held, asked, err := of()
	if width = max(held, asked); err == nil && width < 1 {
		err = errors.Join(NoWidth, m.bad("exec_host", "the "+counted+" of the job, here or in Resource_List"))
	}
	return width, 0 < held && held < asked, err
}

// processors returns the slots of the hosts and the processors that the job asked for; 0: the message does not tell.
// TORQUE counts the slots from version 4.2 on.
func (m message) processors() (held, asked int64, err error) {
	if held, err = m.count("total_execution_slots"); held == 0 && err == nil {
		held, _, err = readHosts(m["exec_host"])
	}
	n, failed := m.counts("Resource_List.", "mppwidth", "mppdepth", "ncpus", "procs")
	if err = cmp.Or(err, failed); err != nil {
		return 0, 0, err
	}
	size, _ := count(m["Resource_List.size"], spanDigits) // sites use the name for other things too
	_, ofNodes := readRequest(m["Resource_List.nodes"])
	_, ofChunks := readRequest(m["Resource_List.select"])
	return held, max(n[0]*max(n[1], 1), n[2], n[3], size, ofNodes, ofChunks), nil
}

// nodes returns the hosts and the nodes that the job asked for; 0: the message does not tell. Resource_List.nodes may
// share hosts, so that it counts only where there are none.
func (m message) nodes() (held, asked int64, err error) {
	if held, err = m.count("unique_node_count"); held == 0 && err == nil {
		_, held, err = readHosts(m["exec_host"])
	}
	n, failed := m.counts("Resource_List.", "mppwidth", "mppnppn", "mppnodect", "nodect")
	if err = cmp.Or(err, failed); err != nil {
		return 0, 0, err
	}
	ofNodes, _ := readRequest(m["Resource_List.nodes"])
	size, _ := count(m["Resource_List.size"], spanDigits)
	switch cray := n[0] > 0 || size > 0; {
	case n[2] > 0:
		asked = n[2]
	case n[0] > 0 && n[1] > 0:
		asked = (n[0] + n[1] - 1) / n[1]
	case cray && held == 1: // a login host
		held = 0
	case !cray && held == 0:
		asked = max(ofNodes, n[3])
	}
	return held, asked, nil
}

// readRequest reads a request of nodes or chunks, such as 2:ppn=4+n17:ppn=2:gpus=1 or 4:ncpus=2:mpiprocs=2: how many
// they are, and how many processors they have; 0: it cannot be read.
func readRequest(text string) (nodes, processors int64) {
	const most = 1e9
	if text == "" {
		return 0, 0
	}
	text, _, _ = strings.Cut(text, "#") // as #shared
	for part := range strings.SplitSeq(text, "+") {
		n, each := int64(1), int64(1)
		for i, field := range strings.Split(part, ":") {
			name, value, given := strings.Cut(field, "=")
			if k, ok := count(name, spanDigits); i == 0 && ok {
				n = k
			}
			if given && (name == "ppn" || name == "ncpus" || name == "cpp") {
				k, ok := count(value, spanDigits)
				if each *= k; !ok || each > most {
					return 0, 0
				}
			}
		}
		if nodes, processors = nodes+n, processors+n*each; processors > most {
			return 0, 0
		}
	}
	return nodes, processors
}

// counts returns whole numbers; 0: the message has none.
func (m message) counts(prefix string, names ...string) ([]int64, error) {
	all := make([]int64, len(names))
	for i, name := range names {
		var err error
		if all[i], err = m.count(prefix + name); err != nil {
			return all, err
		}
	}
	return all, nil
}

// count returns a whole number; 0: the message has none, or -1 for none.
func (m message) count(name string) (int64, error) {
	n, ok := count(m[name], spanDigits)
	if !ok && m[name] != "" && m[name] != "-1" {
		return 0, m.bad(name, "a whole number")
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
// is swf.Unknown for a task of an array. whole tells that the id is that of an array itself.
func readPBSID(id string) (number int64, whole bool, err error) {
	job, _, _ := strings.Cut(id, ".")
	digits := job[:len(job)-len(strings.TrimLeft(job, "0123456789"))]
	number, ok := count(digits, numberDigits)
	switch rest := job[len(digits):]; {
	case !ok || rest != "" && rest[0] != '[' && rest[0] != '-':
		const expected = "a job such as 17.server or 17[3].server"
		return 0, false, &optgap.FieldError{Field: "id", Found: quote(id), Expected: expected}
	case rest != "":
		return swf.Unknown, rest == "[]", nil
	}
	return number, false, nil
}
