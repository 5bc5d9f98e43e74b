package importing_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
`, want: []job{{7, 0, 30, 3600, 4, 5400, 1}},
			skips: importing.Skips{importing.StartsBeforeSubmit: 1, importing.Unreadable: 1},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := importing.Options{Map: recipe(c.name), TimeZone: c.zone, Count: c.count}
			trace := mustImport("csv", o, c.text)
			compare(t, trace, c.want)
			leftOut(t, trace, c.skips)
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
		"AT|waited|ran|procs|asked|more\n5999|1|90|6.5|0:10:00|x\n",
	} {
		compare(t, mustImport("csv", importing.Options{Map: m}, text), want)
	}
	none := mustImport("csv", importing.Options{Map: m}, "at,waited,ran,procs,asked\n5000,1,90,7,10\n5000,1,90,NULL,10\n")
	leftOut(t, none, importing.Skips{importing.NoWidth: 1})
	torn := "at,waited,ran,procs,asked\n5000,1,90,7,10\n5,\"1\"x,90,7,10\n5,1,90\n"
	trace := mustImport("csv", importing.Options{Map: m}, torn)
	compare(t, trace, want)
	leftOut(t, trace, importing.Skips{importing.Unreadable: 2})
	_, err := imported("csv", importing.Options{Map: m, Strict: true}, torn)
	refused(t, err, "file1:3: line", "separated values")
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
	_, err = imported("csv", importing.Options{Map: m}, "")
	refused(t, err, "file1", "no line")
	refused(t, m.Add("width"), "columns", "FIELD=COLUMN")
	if _, err := importing.ReadMap(strings.NewReader("colums: {}")); err == nil {
		t.Error("a misspelt key is no error")
	}
}

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
