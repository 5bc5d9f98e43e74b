package importing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/optgap/optgap/bench/trace/importing"
	"github.com/optgap/optgap/heuristics/must"
)

// TestPBS reads records as TORQUE and PBS write them. Second 0 is 1792882800.
func TestPBS(t *testing.T) {
	text := testdata("accounting")
	trace := mustImport("pbs", importing.Options{}, text)
	compare(t, trace, []job{
		{200, 0, 5, 3600, 8, 86400, 1},
		{201, 3200, 400, 600, 12, -1, 0},   // by total_execution_slots
		{202, 3400, 100, 1300, 8, 1800, 0}, // 30:00 is half an hour
		{204, 4800, 120, 90, 1, 86400, 5},  // deleted while it ran
		{205, 4900, 140, 60, 1, -1, 0},     // a task of an array, run again: TORQUE does not write the end
		{206, 5100, 60, 240, 1, -1, 1},     // its second run
	})
	must.Equal(t, trace.Skipped,
		importing.Skips{importing.StillRunning: 1, importing.DeletedBeforeRun: 1, importing.WholeArray: 1})
	warned(t, trace, "left out", "3 of 6 jobs have no time limit", "2 of 6 jobs have a new number",
		"the trace has no MaxProcs")

	cut := len(text)/2 + strings.Index(text[len(text)/2:], "\n") + 1 // a job may end in the file of another day
	days := mustImport("pbs", importing.Options{}, text[:cut], text[cut:])
	compare(t, days, jobs(trace))
	must.Equal(t, days.Skipped, trace.Skipped)

	var nodes []int64
	for _, j := range jobs(mustImport("pbs", importing.Options{Count: importing.Nodes}, text)) {
		nodes = append(nodes, j.width)
	}
	must.EqualSlices(t, nodes, []int64{2, 2, 2, 1, 1, 1}, "nodes")
}

// TestPBSWidths: processors and nodes are those of the hosts, or those asked for; 0: the record does not tell.
func TestPBSWidths(t *testing.T) {
	const beyond = true // the request is more than the hosts
	const list, login = " Resource_List.", "exec_host=login1/0 Resource_List."
	for attributes, want := range map[string]struct {
		processors, nodes int64
		beyond            bool
	}{
		"exec_host=n1/0":                                                {1, 1, false},
		"exec_host=n1/0-3,7+n2/1":                                       {6, 2, false},
		"exec_host=n1/0*16+n2/0*16":                                     {32, 2, false},
		"exec_host=n1/0" + list + "ncpus=8":                             {8, 1, beyond}, // of one host, by TORQUE
		"exec_host=n1/0*8" + list + "ncpus=4":                           {8, 1, false},
		list + "ncpus=4":                                                {4, 0, false},
		"total_execution_slots=12 exec_host=n1/0":                       {12, 1, false},
		"exec_host=n1/0-7" + list + "nodes=2:ppn=4" + list + "nodect=2": {8, 1, false}, // two on one host

		login + "mppwidth=64" + list + "mppdepth=6" + list + "mppnppn=4":  {384, 16, beyond},
		login + "mppwidth=64" + list + "mppdepth=0":                       {64, 0, beyond},
		login + "mppwidth=65" + list + "mppnppn=4":                        {65, 17, beyond},
		login + "mppwidth=24" + list + "mppnodect=-1" + list + "nodes=1":  {24, 0, beyond},
		login + "mppwidth=24" + list + "mppnodect=3" + list + "mppnppn=1": {24, 3, beyond},
		login + "size=4096" + list + "nodect=1":                           {4096, 0, beyond},
		login + "size=10gb":                                               {1, 1, false}, // another resource of that name
		list + "size=4096":                                                {4096, 0, false},
		"exec_host=20/0-31+21/0-31" + list + "mppwidth=64":                {64, 2, false}, // TORQUE lists the nodes of a Cray
		"exec_host=nid00007/24 exec_vnode=(hector02:ncpus=1)" + list + "mppnppn=2" + list + "mppwidth=1" + list + "ncpus=1": {
			1, 1, false},

		list + "nodes=1:ppn=28":                          {28, 1, false},
		list + "nodes=2:ppn=4+1:ppn=2:bigmem":            {10, 3, false},
		list + "nodes=n17:ppn=4+n18:gpus=1#shared":       {5, 2, false},
		list + "nodes=4:ppn=3:cpp=2":                     {24, 4, false},
		list + "nodes=4" + list + "nodect=4":             {4, 4, false},
		list + "nodes=1:ppn=many" + list + "nodect=1":    {0, 1, false},
		list + "nodes=999999999:ppn=999999999":           {0, 0, false},
		list + "nodect=3":                                {0, 3, false},
		list + "procs=12":                                {12, 0, false},
		list + `select="2:ncpus=4:mpiprocs=4+1:mem=2gb"`: {9, 0, false},
		list + "select=ncpus=6" + list + "place=scatter": {6, 0, false},
		list + "select=1:ncpus=0 exec_host=n1/0*0":       {0, 1, false},
	} {
		for count, width := range map[string]int64{importing.Processors: want.processors, importing.Nodes: want.nodes} {
			trace, err := imported("pbs", importing.Options{Count: count},
				"10/25/2026 02:00:00;E;1.s;ctime=5 start=6 end=7 "+attributes)
			if width == 0 {
				refused(t, err, "file1:1: exec_host", "expected the "+count+" of the job")
				continue
			}
			if err != nil || widthOf(trace) != width {
				t.Errorf("%s: found %v, error %v, expected %d %s", attributes, trace, err, width, count)
				continue
			}
			w := strings.Join(trace.Warnings(), "\n")
			if count == importing.Processors && strings.Contains(w, "ask for more than exec_host lists") != want.beyond {
				t.Errorf("%s: warnings %s, expected one about the hosts: %v", attributes, w, want.beyond)
			}
		}
	}
}

// TestPBSRuns: a job that is run again is two jobs, and suspensions are no part of a run. Moments are
// those of the clock of the log, which shows 02:00:00 in second 7200.
func TestPBSRuns(t *testing.T) {
	// at writes a record of job 1 at so many seconds.
	at := func(second int, kind, message string) string {
		return fmt.Sprintf("01/01/1970 %02d:%02d:%02d;%s;1.s;%s\n", second/3600, second/60%60, second%60, kind, message)
	}
	const who = "user=u ctime=100 exec_host=n1/0*4 Resource_List.walltime=20:00:00 "
	s := func(start int) string { return at(start, "S", who+fmt.Sprintf("start=%d", start)) }
	e := func(start, end int) string {
		return at(end, "E", who+fmt.Sprintf("start=%d end=%d Exit_status=0", start, end))
	}
	r := func(start, end int) string {
		return at(end, "R", who+fmt.Sprintf("start=%d end=%d Exit_status=-11 run_count=1", start, end))
	}
	for _, row := range []struct {
		says, text string
		want       []job
		skips      importing.Skips
		warning    string
	}{
		{"an R record after 10 h, an hour of wait, an hour of run",
			s(100) + r(100, 36100) + s(39700) + e(39700, 43300),
			[]job{{1, 0, 0, 36000, 4, 72000, 0}, {2, 36000, 3600, 3600, 4, 72000, 1}}, importing.Skips{},
			"1 of 2 jobs have a new number"},
		{"two R records", s(100) + r(100, 200) + s(300) + r(300, 400) + s(450) + e(450, 500),
			[]job{{1, 0, 0, 100, 4, 72000, 0}, {2, 100, 100, 100, 4, 72000, 0}, {3, 300, 50, 50, 4, 72000, 1}},
			importing.Skips{}, ""},
		{"both files twice: runs are known again",
			strings.Repeat(s(100)+r(100, 200)+s(300)+e(300, 400), 2),
			[]job{{1, 0, 0, 100, 4, 72000, 0}, {2, 100, 100, 100, 4, 72000, 1}}, importing.Skips{importing.Repeated: 2}, ""},
		{"an R record twice: it is known again",
			s(100) + r(100, 200) + r(100, 200) + s(300) + e(300, 400),
			[]job{{1, 0, 0, 100, 4, 72000, 0}, {2, 100, 100, 100, 4, 72000, 1}}, importing.Skips{importing.Repeated: 1}, ""},
		{"an R record without a message: the run is that of the S record", s(100) + at(250, "R", "") + s(300) + e(300, 400),
			[]job{{1, 0, 0, 150, 4, 72000, 0}, {2, 150, 50, 100, 4, 72000, 1}}, importing.Skips{}, ""},
		{"an R record of a start that no record tells", at(250, "R", "") + s(300) + e(300, 400),
			[]job{{1, 0, 200, 100, 4, 72000, 1}}, importing.Skips{importing.Attempt: 1}, ""},
		{"a restart from a checkpoint", s(100) + r(100, 200) + at(300, "T", "") + e(300, 400),
			[]job{{1, 0, 0, 100, 4, 72000, 0}, {2, 100, 100, 100, 4, 72000, 1}}, importing.Skips{}, ""},
		{"a restart without an R record", s(100) + at(300, "T", "") + e(300, 400),
			[]job{{1, 0, 200, 100, 4, 72000, 1}}, importing.Skips{importing.Attempt: 1}, ""},
		{"requeued, and still waiting", s(100) + r(100, 200),
			[]job{{1, 0, 0, 100, 4, 72000, 0}}, importing.Skips{importing.StillWaiting: 1}, ""},
		{"requeued, and deleted as it waited", s(100) + r(100, 200) + at(300, "D", "requestor=u"),
			[]job{{1, 0, 0, 100, 4, 72000, 0}}, importing.Skips{importing.DeletedBeforeRun: 1}, ""},
		{"two starts, one end", s(100) + s(200) + e(200, 300),
			[]job{{1, 0, 100, 100, 4, 72000, 1}}, importing.Skips{importing.Attempt: 1}, ""},

		{"suspended for 4 h, with the resources released",
			s(100) + at(1000, "z", "resources_used.walltime=00:15:00 resources_released=(n1:ncpus=4)") + at(15400, "r", "") +
				e(100, 18100),
			[]job{{1, 0, 0, 18000 - 14400, 4, 72000, 1}}, importing.Skips{},
			"1 of 1 job were suspended: their run time leaves that out"},
		{"suspended twice, and once till the end",
			s(100) + at(200, "z", "") + at(300, "r", "") + at(400, "z", "") + at(450, "r", "") + at(500, "z", "") + e(100, 600),
			[]job{{1, 0, 0, 500 - 100 - 50 - 100, 4, 72000, 1}}, importing.Skips{}, "1 of 1 job were suspended"},
		{"suspended in the first of two runs",
			s(100) + at(120, "z", "") + at(150, "r", "") + r(100, 200) + s(300) + e(300, 400),
			[]job{{1, 0, 0, 70, 4, 72000, 0}, {2, 100, 100, 100, 4, 72000, 1}}, importing.Skips{}, "1 of 2 jobs were suspended"},
		{"resumed only: the log begins later", at(150, "r", "") + e(100, 400),
			[]job{{1, 0, 0, 300, 4, 72000, 1}}, importing.Skips{}, ""},
		{"released nodes", s(100) + at(150, "u", "") + at(150, "c", "exec_host=n1/0*2") + at(400, "e", "") + e(100, 400),
			[]job{{1, 0, 0, 300, 4, 72000, 1}}, importing.Skips{}, "1 of 1 job released nodes while they ran"},
		{"suspended for longer than it was there",
			s(100) + at(200, "z", "") + at(800, "r", "") + e(100, 400) + strings.Replace(e(100, 400), ";1.s;", ";2.s;", 1),
			[]job{{2, 0, 0, 300, 4, 72000, 1}}, importing.Skips{importing.Unreadable: 1},
			"left out of the log: 1 unreadable record; the first fault: file1:4: date: found 600 s from z to r records"},
	} {
		t.Run(row.says, func(t *testing.T) {
			trace := mustImport("pbs", importing.Options{}, row.text)
			compare(t, trace, row.want)
			must.Equal(t, trace.Skipped, row.skips)
			must.Contain(t, strings.Join(trace.Warnings(), "\n"), row.warning, "warnings")
		})
	}
}

// TestPBSMessages: names of jobs may hold anything, and values with blanks are in marks of one kind or the other.
func TestPBSMessages(t *testing.T) {
	for name, after := range map[string]string{
		`jobname="half`:         `Resource_List.site="a b"`,
		`jobname=it's`:          "",
		`jobname="a"b`:          "",
		`jobname=two words`:     "",
		`jobname=x=1`:           "",
		`jobname=`:              "",
		`account="a "b" c"`:     "",
		`project='big "data"'`:  "",
		`account="end=9"`:       "",
		`project="a end=9"`:     "",
		`project="never closed`: "",
		`project="`:             "",
		`comment=a" "b`:         "",
		`Resource_Request_2.0=-L tasks=1:lprocs=80 -L tasks=2`: "",
		`gridname=" "`: "",
	} {
		trace, err := imported("pbs", importing.Options{KeepNames: true},
			"10/25/2026 02:00:00;E;1.s;user=u "+name+" queue=q ctime=5 start=6 exec_host=n1/0*3 "+after+" end=7 Exit_status=0")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		compare(t, trace, []job{{1, 0, 1, 1, 3, -1, 1}})
		must.Equal(t, trace.Header.Get("Queue"), "1 q", name, "queue")
	}
}

func TestPBSRefuses(t *testing.T) {
	const date, rest = "10/25/2026 02:00:00;", "ctime=5 start=6 end=7 exec_host=n1/0"
	for text, parts := range map[string][]string{
		"1|COMPLETED":                                           {"file1:1: line", "date;type;id;message"},
		date + "E;1.s":                                          {"file1:1: line"},
		"25.10.2026 02:00;E;1.s;" + rest:                        {"file1:1: date", "25.10.2026"},
		"13/25/2026 02:00:00;E;1.s;" + rest:                     {"file1:1: date"},
		date + "End;1.s;" + rest:                                {"file1:1: type", "End"},
		date + "E;one.s;" + rest:                                {"file1:1: id", "one.s"},
		"\n" + date + "E;1.s;start=6 end=7":                     {"file1:2: ctime", "found none"},
		date + "E;1.s;ctime=5 start=6":                          {"file1:1: end", "found none"},
		date + "E;1.s;" + rest + " start=now":                   {"file1:1: start", "now"},
		date + "E;1.s;" + rest + " start=9":                     {"file1:1: end", "at least start, 9"},
		date + "E;1.s;" + rest + " start=4":                     {"file1:1: start", "not before the submission, 5"},
		date + "E;1.s;ctime=-5 start=6 end=7":                   {"file1:1: ctime", "-5"},
		date + "E;1.s;" + rest + "/x":                           {"file1:1: exec_host", "n1/0/x"},
		date + "E;1.s;" + rest + "+/2":                          {"file1:1: exec_host", "/2"},
		date + "E;1.s;" + rest + "-":                            {"file1:1: exec_host", "n1/0-"},
		date + "E;1.s;en":                                       {"file1:1: message", `"en"`},
		date + "E;1.s;ctime=5 start=6 en":                       {"file1:1: end", "found none"}, // torn
		date + "E;1.s;" + rest + " total_execution_slots=many":  {"file1:1: total_execution_slots", "many"},
		date + "E;1.s;" + rest + " Resource_List.mppwidth=wide": {"file1:1: Resource_List.mppwidth", "wide"},
	} {
		_, err := imported("pbs", importing.Options{}, text)
		refused(t, err, parts...)
	}
}
