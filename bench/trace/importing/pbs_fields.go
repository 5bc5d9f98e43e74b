package importing

import (
	"cmp"
	"slices"
	"strings"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/trace/swf"
)

// message holds the attributes of a record of PBS, and the first fault that was found in them.
type message struct {
	values map[string]string
	fault  error // nil: none
}

// readMessage reads attributes with blanks between them. A value with blanks is in quotation marks,
// single ones if it has double ones in it. But names of jobs are written as they are, and some
// values go on after a blank, as Resource_Request_2.0=-L tasks=1: what follows is of no use here.
func readMessage(text string) *message {
	m := &message{values: map[string]string{}}
	for rest := strings.TrimLeft(text, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		name, after, ok := strings.Cut(rest, "=")
		switch {
		case ok && name != "" && !strings.Contains(name, " "):
			m.values[name], rest = cutValue(name, after)
		case len(m.values) > 0:
			_, rest, _ = strings.Cut(rest, " ")
		default:
			m.fault = optgap.BadField("message", quote(rest), "name=value")
			return m
		}
	}
	return m
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

// bad notes a fault of an attribute.
func (m *message) bad(reason Reason, name, expected string) {
	m.fault = cmp.Or(m.fault, newFault(reason, name, orNone(m.values[name]), expected))
}

// time returns the first of the attributes that the message has: seconds since 1970.
func (m *message) time(names ...string) int64 {
	name := names[0]
	for _, n := range slices.Backward(names) {
		if m.values[n] != "" {
			name = n
		}
	}
	seconds, ok := count(m.values[name], epochDigits)
	if !ok {
		m.bad(Unreadable, name, "seconds since 1970")
	}
	return seconds
}

// starts reports whether a job that was submitted in a second has started.
func (m *message) starts(submit int64) bool {
	text := m.values["start"]
	at, ok := count(text, epochDigits)
	return !isMissing(text) && !isMinusOne(text) && !(ok && zeroTime(at, submit))
}

// width returns the processors or nodes that a job had: those of its hosts, or what it asked for,
// where that is more. On a Cray the host may be the login host alone. Under TORQUE,
// Resource_List.ncpus asks for processors of one host, which has a single slot then. beyond tells
// that the job asked for more than its hosts are.
func (m *message) width(nodes bool) (width int64, beyond bool) {
	counted := Processors
	of := m.processors
	if nodes {
		counted = Nodes
		of = m.nodes
	}
	held, asked := of()
	width = max(held, asked)
	if width < 1 {
		m.bad(NoWidth, "exec_host", "the "+counted+" of the job, here or in Resource_List")
	}
	return width, 0 < held && held < asked
}

// processors returns the slots of the hosts and the processors that the job asked for; 0: the
// message does not tell. TORQUE counts the slots from version 4.2 on.
func (m *message) processors() (held, asked int64) {
	held = m.count("total_execution_slots")
	if held == 0 {
		held, _ = m.hosts()
	}
	_, ofNodes := readRequest(m.values["Resource_List.nodes"])
	_, ofChunks := readRequest(m.values["Resource_List.select"])
	onCray := m.asked("mppwidth") * max(m.asked("mppdepth"), 1)
	return held, max(m.asked("ncpus"), m.asked("procs"), m.size(), ofNodes, ofChunks, onCray)
}

// nodes returns the hosts and the nodes that the job asked for; 0: the message does not tell.
// Resource_List.nodes may share hosts, so that it counts only where there are none.
func (m *message) nodes() (held, asked int64) {
	held = m.count("unique_node_count")
	if held == 0 {
		_, held = m.hosts()
	}
	width := m.asked("mppwidth")
	perNode := m.asked("mppnppn")
	switch cray := width > 0 || m.size() > 0; {
	case m.asked("mppnodect") > 0:
		asked = m.asked("mppnodect")
	case width > 0 && perNode > 0:
		asked = (width + perNode - 1) / perNode
	case cray && held == 1: // a login host
		held = 0
	case !cray && held == 0:
		asked, _ = readRequest(m.values["Resource_List.nodes"])
		asked = max(asked, m.asked("nodect"))
	}
	return held, asked
}

// asked returns a number in Resource_List; 0: there is none.
func (m *message) asked(name string) int64 { return m.count("Resource_List." + name) }

// size returns the processors that a job asked for on some Crays. Other sites use the name for
// other things.
func (m *message) size() int64 {
	n, _ := count(m.values["Resource_List.size"], spanDigits)
	return n
}

// count returns a whole number; 0: the message has none, or -1 for none.
func (m *message) count(name string) int64 {
	n, ok := count(m.values[name], spanDigits)
	if text := m.values[name]; !ok && text != "" && text != "-1" {
		m.bad(Unreadable, name, "a whole number")
	}
	return n
}

// readRequest reads a request of nodes or chunks, such as 2:ppn=4+n17:ppn=2:gpus=1 or
// 4:ncpus=2:mpiprocs=2: how many they are, and how many processors they have; 0: it cannot be read.
func readRequest(text string) (nodes, processors int64) {
	const most = 1e9
	if text == "" {
		return 0, 0
	}
	text, _, _ = strings.Cut(text, "#") // as #shared
	for part := range strings.SplitSeq(text, "+") {
		n := int64(1)
		each := int64(1)
		for i, field := range strings.Split(part, ":") {
			name, value, given := strings.Cut(field, "=")
			if k, ok := count(name, spanDigits); i == 0 && ok {
				n = k
			}
			if given && (name == "ppn" || name == "ncpus" || name == "cpp") {
				k, ok := count(value, spanDigits)
				each *= k
				if !ok || each > most {
					return 0, 0
				}
			}
		}
		nodes += n
		processors += n * each
		if processors > most {
			return 0, 0
		}
	}
	return nodes, processors
}

// hosts counts the slots and the hosts of exec_host, such as n1/0+n1/1+n2/0-5 or n1/0*4+n2/1*4.
func (m *message) hosts() (slots, hosts int64) {
	text := m.values["exec_host"]
	if text == "" {
		return 0, 0
	}
	var seen []string
	for part := range strings.SplitSeq(text, "+") {
		host, places, _ := strings.Cut(part, "/")
		n, ok := readSlots(places)
		if !ok || host == "" {
			m.bad(
				Unreadable,
				"exec_host",
				"hosts and their slots, such as n1/0, n1/0-5 or n1/0*4+n2/0*4",
			)
			return 0, 0
		}
		slots += n
		seen = append(seen, host)
	}
	slices.Sort(seen)
	return slots, int64(len(slices.Compact(seen)))
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
		return 0, false, optgap.BadField("id", quote(id), "a job such as 17.server or 17[3].server")
	case rest != "":
		return swf.Unknown, rest == "[]", nil
	}
	return number, false, nil
}
