package importing_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap/bench/trace/importing"
	"github.com/optgap/optgap/heuristics/must"
)

// recipe reads a Map of the examples.
func recipe(name string) importing.Map {
	f := must.Get(os.Open(filepath.Join("..", "..", "..", "examples", "import", name+".yaml")))
	defer f.Close()
	return must.Get(importing.ReadMap(f))
}

// mapped returns a Map of columns.
func mapped(columns ...string) (m importing.Map) {
	must.Do(m.Add(columns...))
	return m
}

// TestRecipes: lines in the published columns of logs of others, with times of their examples.
func TestRecipes(t *testing.T) {
	for _, c := range []struct {
		name, zone, count, text string
		want                    []job
		skips                   importing.Skips
	}{
		{
			name: "helios", text: `job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue
1425511,uXBbc,vcJkd,1,1,1,COMPLETED,2020-06-09 18:41:01,2020-06-09 18:41:01,2020-06-10 04:55:09,36848,0
1425512,uVMrF,vchbv,4,16,1,FAILED,2020-06-09 18:41:27,2020-06-09 18:41:37,2020-06-09 18:45:46,249,10
1425513,uzqls,vcpDC,0,1,1,CANCELLED,2020-06-09 18:41:28,2020-06-09 18:41:28,2020-06-17 14:15:21,675233,0
`, want: []job{{1425511, 0, 0, 36848, 1, -1, 1}, {1425512, 26, 10, 249, 4, -1, 0}},
			skips: importing.Skips{importing.NoWidth: 1},
		},
		{
			name: "acme", count: importing.Nodes, text: `job_id,user,node_num,gpu_num,cpu_num,type,state,` +
				`submit_time,start_time,end_time,duration,queue,gpu_time
5778432,u5907,1,8,128,Other,FAILED,` +
				`2023-03-01 00:18:22+08:00,2023-03-01 00:18:54+08:00,2023-03-01 00:20:51+08:00,117,32,936.0
dlc1t2ypl09b8qtp,uf794,8,64,960,Other,CANCELLED,` +
				`2023-02-28 16:28:42+00:00,2023-02-28 16:28:54+00:00,2023-02-28 16:30:04+00:00,82,12.0,5248.0
5778433,u5907,1,8,128,Other,CANCELLED,2023-03-01 00:40:00+08:00,,2023-03-01 00:41:00+08:00,0,60,0
`, want: []job{{5778432, 0, 32, 117, 1, -1, 0}, {5778434, 620, 12, 70, 8, -1, 5}, {5778433, 1298, 60, -1, 1, -1, 5}},
		},
		{
			name: "pai", text: `4f057009,tensorflow,1.0,Terminated,1739162.0,1739200.0,600.0,29.296875,50.0,MISC
4f057010,worker,3.0,Failed,1739262.0,1739300.0,600.0,29.296875,150.0,T4
4f057011,worker,3.0,Running,1739362.0,,600.0,29.296875,150.0,T4
`, want: []job{{1, 0, 0, 38, 1, -1, 1}, {2, 100, 0, 38, 5, -1, 0}},
			skips: importing.Skips{importing.StillRunning: 1},
		},
		{ // the first attempt ran through the hour that the clock left out
			name: "philly", zone: "America/Los_Angeles", text: `"a_1","ce2f4c","ee9e8c","Pass","2017-03-12 01:30:00",` +
				`"2017-03-12 01:59:59","2017-03-12 03:00:01",8,1
"a_1","ce2f4c","ee9e8c","Pass","2017-03-12 03:00:01","2017-03-12 03:01:01",,8,1
"a_2","ce2f4c","ee9e8c","Killed","2017-03-12 03:00:00","2017-03-12 03:00:10","2017-03-12 03:00:00",16,2
`, want: []job{{1, 0, 1799, 2, 8, -1, 1}},
			skips: importing.Skips{importing.StillRunning: 1, importing.EndsBeforeStart: 1},
		},
		{
			name: "flux", text: `42,alice,batch,16,2,1700000000.9,1700000010.1,1700000070.5,3600.0,COMPLETED
43,bob,,4,1,1700000000.95,,,0.0,
44,bob,,4,1,1700000001.5,,1700000031.5,0.0,CANCELED
`, want: []job{{42, 0, 10, 60, 16, 3600, 1}, {44, 1, 30, -1, 4, -1, 5}},
			skips: importing.Skips{importing.StillWaiting: 1},
		},
		{
			name: "lsf", text: `7,carol,normal,DONE,4,Nov  1 10:00:00 2026,Nov  1 10:00:30 2026,Nov  1 11:00:30 2026,90
8,carol,normal,EXIT,4,Nov  1 10:00:05 2026,Nov  1 09:00:30 2026,Nov  1 11:00:30 2026,-
9,carol,normal,DONE,4,1. November,Nov  1 09:00:30 2026,Nov  1 11:00:30 2026,-
10,carol,normal,RUN,4,Nov  1 10:05:00 2026,Nov  1 10:05:30 2026,Nov  1 11:35:30 2026 L,90.0
11,carol,normal,PEND,4,Nov  1 10:06:00 2026,-,-,90.0
12,carol,normal,EXIT,4,Nov  1 10:07:00 2026,Nov  1 10:07:30 2026,Nov  1 11:37:30 2026 X,90.0
13,carol,normal,DONE,2,Nov  1 10:09:00 2026,Nov  1 10:09:10 2026,Nov  1 10:19:30 2026,60.0/hostA
14,carol,normal,EXIT,2,Nov  1 10:09:01 2026,-,Nov  1 10:09:31 2026,1:30
`, want: []job{{7, 0, 30, 3600, 4, 5400, 1}, {12, 420, 30, 5400, 4, 5400, 0}, {13, 540, 10, 620, 2, 3600, 1},
				{14, 541, 30, -1, 2, 5400, 5}},
			skips: importing.Skips{
				importing.StartsBeforeSubmit: 1, importing.Unreadable: 1, importing.StillRunning: 1, importing.StillWaiting: 1,
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := importing.Options{Map: recipe(c.name), TimeZone: c.zone, Count: c.count}
			trace := mustImport("csv", o, c.text)
			compare(t, trace, c.want)
			must.Equal(t, trace.Skipped, c.skips)
		})
	}
}

// TestSeparators: the separator is found, a byte order mark and quotes are read, and units count.
func TestSeparators(t *testing.T) {
	want := []job{{1, 0, 60, 90, 7, 600, 1}}
	m := mapped("submit=at:milliseconds", "wait=waited:minutes", "runtime=ran", "width=procs", "limit=asked:minutes")
	for _, text := range []string{
		"at,waited,ran,procs,asked\n5000,1,90,7,10\n",
		"\ufeffat;waited;ran;procs;asked\n5000;1;0:01:30;7;10\n",
		"at\twaited\tran\tprocs\tasked\n\"5000\"\t1.0\t90.5\t7\t10\n",
		"AT|waited|ran|procs|asked|more\n5999|1|90|6.25|0:10:00|x\n",
	} {
		compare(t, mustImport("csv", importing.Options{Map: m}, text), want)
	}
	none := mustImport("csv", importing.Options{Map: m}, "at,waited,ran,procs,asked\n5000,1,90,7,10\n5000,1,90,NULL,10\n")
	must.Equal(t, none.Skipped, importing.Skips{importing.NoWidth: 1})
	torn := "at,waited,ran,procs,asked\n5000,1,90,7,10\n5,\"1\"x,90,7,10\n5,1,90\n"
	trace := mustImport("csv", importing.Options{Map: m}, torn)
	compare(t, trace, want)
	must.Equal(t, trace.Skipped, importing.Skips{importing.Unreadable: 2})
	_, err := imported("csv", importing.Options{Map: m, Strict: true}, torn)
	refused(t, err, "file1:3: line", "separated values")
}

// TestLimits: one list of words for no limit, in all logs. A limit that cannot be read is none, and is told.
func TestLimits(t *testing.T) {
	logs := map[string]string{
		"slurm": "JobID|State|Submit|Start|ElapsedRaw|AllocCPUS|Timelimit\n1|COMPLETED|0|0|50|64|%s\n",
		"pbs":   "10/25/2026 02:00:00;E;1.s;ctime=5 start=5 end=55 exec_host=n/0 Resource_List.walltime=%s\n",
		"batsim": `{"profiles":{"p":{"type":"delay","delay":1}},` +
			`"jobs":[{"id":1,"subtime":0,"res":1,"profile":"p","walltime":"%s"}]}`,
		"csv": "at,ran,procs,limit\n5,50,1,%s\n",
	}
	o := importing.Options{Map: mapped("submit=at", "wait=at", "runtime=ran", "width=procs", "limit=limit")}
	strict := o
	strict.Strict = true
	for text, want := range map[string]float64{
		"60": 60, "30:00": 1800, "1-02": 93600, "1-02:03": 93780, "2-00:00:00": 172800, "90.5": 90.5, "60.0/hostA": 60,
		"UNLIMITED": -1, "unlimited": -1, "Partition_Limit": -1, "NOT_SET": -1, "INVALID": -1, "INFINITE": -1, "inf": -1,
		"-1": -1, "-1.0": -1, "0": -1, "00:00:00": -1, "4294967295": -1, "4294967294.0": -1, "": -1, "None": -1, "NaN": -1,
		"soon": -2, "1:2:3:4:5": -2, "1e300": -2,
	} {
		for format, log := range logs {
			text := strings.Replace(log, "%s", text, 1)
			trace := mustImport(format, o, text)
			first := slices.Collect(trace.Records())[0]
			must.Equal(t, first.RequestedTime, max(want, -1), text)
			must.Equal(t, trace.Jobs(), 1, text)
			told := strings.Contains(strings.Join(trace.Warnings(), "\n"), "1 line with a time limit that cannot be read (")
			_, err := imported(format, strict, text)
			must.Hold(t, told == (want == -2) && (err != nil) == told, text, "told", told, "strict", err)
		}
	}
	raw := mustImport("slurm", o, head+"1|COMPLETED|0|0|50|64|4294967294\n2|COMPLETED|0|0|50|64|90\n")
	compare(t, raw, []job{{1, 0, 0, 50, 64, -1, 1}, {2, 0, 0, 50, 64, 5400, 1}})
}

// TestStatuses: words, or numbers by a map. What is unknown is told, and has not failed.
func TestStatuses(t *testing.T) {
	for unit, statuses := range map[string]map[string]int64{
		"": {
			"OK": 1, "True": 1, "Finished": 1, "Terminated": 1, "CANCELLED by 1000": 5, "KILLED": 5, "TIMEOUT": 0, "EXIT": 0,
			"0": -1, "1": -1, "Completed with errors": -1, "": -1, "NaN": -1,
		},
		":slurm": {"3": 1, "3.0": 1, "4": 5, "5": 0, "6": 0, "11": 0, "1024": 0, "COMPLETED": 1, "12": -1},
		":exit":  {"0": 1, "0.0": 1, "0:0": 1, "1": 0, "-15": 0, "1:0": 0, "0:9": 0, "": -1, "OK": -1},
	} {
		o := importing.Options{Map: mapped("submit=at", "start=at", "end=end", "width=n", "status=s"+unit)}
		for status, want := range statuses {
			trace := mustImport("csv", o, "at,end,n,s\n100,170,2,"+status+"\n")
			compare(t, trace, []job{{1, 0, 0, 70, 2, -1, want}})
			told := strings.Contains(strings.Join(trace.Warnings(), "\n"), "1 line with an unknown state")
			must.Equal(t, told, want == -1, status, unit, "told")
		}
	}
	o := importing.Options{Map: mapped("submit=at", "start=at", "end=end", "width=n", "status=s:slurm")}
	trace := mustImport("csv", o, "at,end,n,s\n1,7,2,3\n1,7,2,1\n1,,2,2\n1,7,2,0\n1,7,2,524288\n")
	want := importing.Skips{importing.StillRunning: 2, importing.StillWaiting: 1, importing.ElsewhereRun: 1}
	must.Equal(t, trace.Skipped, want)
}

// TestMissing: words and zeros of clocks for a time that is not there. What runs or waits is counted as such.
func TestMissing(t *testing.T) {
	layout := "2006-01-02 15:04:05"
	for _, none := range []string{
		"", "None", "NaT", "<NA>", `\N`, "null", "NA", "Unknown", "0001-01-01", "0001-01-01T00:00:00Z", "0", "0.0", "-1",
		"1970-01-01", "1970-01-01 00:00:00", "1970-01-01T00:00:00Z",
	} {
		text := "id,sub,st,en,n\n101.0,1656326059,1656326060,1656326065,1\n2,1656326059,X,1656326065,1\n" +
			"3,1656326059,1656326070,X,1\n4,1656326059,X,X,1\n5,1656326059,X,1656326050,1\n"
		o := importing.Options{Map: mapped("id=id", "submit=sub", "start=st", "end=en", "width=n")}
		o.TimeZone = "America/New_York"
		trace := mustImport("csv", o, strings.ReplaceAll(text, "X", none))
		compare(t, trace, []job{{2, 0, 6, -1, 1, -1, 5}, {101, 0, 1, 5, 1, -1, 1}})
		must.Equal(t, trace.Skipped, importing.Skips{
			importing.StillRunning: 1, importing.StillWaiting: 1, importing.EndsBeforeStart: 1,
		})
		lines := head[:len(head)-1] + "|End\n" + "1|FAILED|1656326059|1656326060|5|1|1|1656326065\n" +
			"2|CANCELLED|1656326059|X|0|1|1|1656326065\n3|x|1656326059|1656326060|5|1|1|X\n4|x|1656326059|X|0|1|1|X\n"
		trace = mustImport("slurm", importing.Options{TimeZone: "Asia/Tokyo"}, strings.ReplaceAll(lines, "X", none))
		compare(t, trace, []job{{1, 0, 1, 5, 1, 60, 0}, {2, 0, 6, -1, 1, 60, 5}})
		must.Equal(t, trace.Skipped, importing.Skips{importing.StillRunning: 1, importing.StillWaiting: 1})
	}
	// Seconds of the log's own clock begin with 0, and a wait of 0 is a value.
	o := importing.Options{Map: mapped("submit=at", "wait=waited", "end=end:"+layout, "width=n")}
	trace := mustImport("csv", o, "at,waited,end,n\n0,0,1970-01-01 00:01:30,1\n0,-1,1970-01-01 00:01:30,1\n"+
		"0,7,0001-01-01 00:00:00,1\n0,7,1970-01-01 00:00:03,1\n")
	compare(t, trace, []job{{1, 0, 0, 90, 1, -1, 1}, {2, 0, 90, -1, 1, -1, 5}})
	must.Equal(t, trace.Skipped, importing.Skips{importing.StillRunning: 1, importing.EndsBeforeStart: 1})
	// A run time without a start is told, and not lost.
	o = importing.Options{Map: mapped("submit=at", "start=start", "runtime=ran", "width=n")}
	compare(t, mustImport("csv", o, "at,start,ran,n\n5,,60,1\n5,,0,1\n5,7,0,1\n"),
		[]job{{1, 0, -1, 60, 1, -1, 1}, {2, 0, -1, -1, 1, -1, 5}, {3, 0, 2, 0, 1, -1, 1}})
}

// TestZones: jobs do not depend on the zone of the host, and times with zones not on that of the log.
func TestZones(t *testing.T) {
	defer func(local *time.Location) { time.Local = local }(time.Local)
	const layout = ":2006-01-02 15:04:05 MST"
	text := "sub,st,en,n\n2026-03-29 00:30:00 UTC,2026-03-29 00:40:00 UTC,2026-03-29 03:40:00 UTC,4\n" +
		"2026-03-29 02:30:00 UTC,2026-03-29 04:40:00 CEST,2026-03-29 03:40:00 UTC,4\n"
	m := mapped("submit=sub"+layout, "start=st"+layout, "end=en"+layout, "width=n")
	for _, host := range []string{"UTC", "Europe/Berlin", "America/New_York"} {
		time.Local = must.Get(time.LoadLocation(host))
		trace := mustImport("csv", importing.Options{Map: m, TimeZone: "Europe/Berlin"}, text)
		compare(t, trace, []job{{1, 0, 600, 10800, 4, -1, 1}, {2, 7200, 600, 3600, 4, -1, 1}})
		trace = mustImport("csv", importing.Options{Map: m}, text)
		compare(t, trace, []job{{1, 0, 600, 10800, 4, -1, 1}})
		warned(t, trace,
			`left out of the log: 1 unreadable record; the first fault: file1:3: st: found "2026-03-29 04:40:00 CEST"`)
	}
}

func TestMapRefused(t *testing.T) {
	const text = "at,begin,end,procs\n0,1,2,3\n"
	for _, c := range []struct {
		columns string
		parts   []string
	}{
		{"submit=at start=begin end=end width=cores", []string{"columns at, begin", `one column "cores", for width`}},
		{"submit=at start=begin end=end width=procs color=at", []string{"columns", `"color"`, "end, group, id"}},
		{"submit=at start=begin end=end", []string{"columns", "none", "one of width"}},
		{"submit=at end=end width=procs", []string{"columns", "one of start and wait"}},
		{"submit=at start=begin wait=at end=end width=procs", []string{"columns", "start and wait"}},
		{"submit=at start=begin end=end width=procs:dozens", []string{"columns", "dozens", "percent"}},
		{"submit=at:weeks start=begin end=end width=procs", []string{"columns", "weeks", "layout"}},
	} {
		_, err := imported("csv", importing.Options{Map: mapped(strings.Fields(c.columns)...)}, text)
		refused(t, err, c.parts...)
	}
	m := mapped("submit=at", "start=begin", "end=end", "width=procs")
	_, err := imported("csv", importing.Options{Map: m}, "at,begin,end,procs,END\n")
	refused(t, err, `file1:1: header: found column "end" twice`)
	trimmed := mustImport("csv", importing.Options{Map: m}, " at , begin,end ,procs\n0, 1, 1, 3\n")
	compare(t, trimmed, []job{{1, 0, 1, 0, 3, -1, 1}})
	for text, part := range map[string]string{
		"1700000000000,1700000005000,1700000065000,1": "the unit that fits is ms",
		"1,2,3,2000000000":                            "procs: found \"2000000000\", expected a width of at most",
		"1,2,3,-4":                                    "procs: found \"-4\", expected a number of at least 0",
		"Mar  3 16:46,,,1":                            "at: found",
		"5,0,\"a\nb\nc\",1\n":                         "end: found",
	} {
		_, err = imported("csv", importing.Options{Map: m}, "at,begin,end,procs\n"+text)
		refused(t, err, part)
	}
	noYear := "7,u,q,DONE,4,Mar  3 16:46,Mar  3 16:47,Mar  3 17:46,90"
	_, err = imported("csv", importing.Options{Map: recipe("lsf")}, noYear)
	refused(t, err, "with the year (LSF writes it by LSB_DISPLAY_YEAR=Y)")
	_, err = importing.ReadMap(endless{})
	refused(t, err, "map: found more than")
	open := mustImport("csv", importing.Options{Map: m}, "at,begin,end,procs\n0,1,2,3\n4,\"5,6,1\n7,8,9,1\n10,11,12,1\n")
	must.Equal(t, open.Skipped, importing.Skips{importing.Unreadable: 3})
	_, err = imported("csv", importing.Options{Map: m}, "")
	refused(t, err, "file1", "no line")
	refused(t, m.Add("width"), "columns", "FIELD=COLUMN")
	refused(t, m.Add("width=a", "user=b", "width=c"), `columns: found "width" twice`)
	must.Refuse(t, must.Err(importing.ReadMap(strings.NewReader("colums: {}"))), "", "a misspelt key")
}

// endless is a file such as /dev/zero.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func FuzzCSV(f *testing.F) {
	f.Add("at,begin,end,procs\n0,1,2,3\n")
	f.Add("at;begin;end;procs\n2026-10-25 02:30:00;2026-10-25T02:30:00Z;2026-10-26 02:30:00.5;3\n")
	m := mapped("submit=at", "start=begin", "end=end", "width=procs")
	f.Fuzz(func(t *testing.T, text string) {
		trace, err := imported("csv", importing.Options{Map: m, TimeZone: "Europe/Berlin"}, text)
		if err == nil {
			checkTrace(t, trace)
		}
	})
}
