package importing_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/optgap/optgap/bench/trace/importing"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
)

// reading is a second reading of a log of separated values: which cells make a job, and which reason leaves one out.
// It shares the readers of single values, which have tables of their own. Its zone is that of Kolkata, which is 19800
// seconds before UTC.
type reading struct {
	moments, lengths, status string // units; "" of moments: seconds or ISO 8601
	byWait, byRun            bool   // in the place of start and end
}

const kolkata = 19800

var (
	zeroOfTime = regexp.MustCompile(`^(-?0(\.0)?|1970-01-01( 00:00:00( IST)?)?)$`)
	perSecond  = map[string]int64{"": 1, "seconds": 1, "ms": 1000, "us": 1e6}
	statuses   = map[string]map[string]int64{
		"": {"DONE": 1, "ok": 1, "Finished": 1, "CANCELLED by 7": 5, "Failed": 0, "RUNNING": -2, "PENDING": -3},
		"slurm": {
			"DONE": 1, "ok": 1, "Finished": 1, "CANCELLED by 7": 5, "Failed": 0, "RUNNING": -2, "PENDING": -3,
			"3": 1, "4": 5, "5": 0, "7.0": 0, "1": -2, "0": -3,
		},
		"exit": {"0": 1, "0:0": 1, "1": 0, "3": 0, "4": 0, "5": 0, "7.0": 0, "-9": 0, "0:15": 0},
	}
)

// moment returns the second that a text tells, and whether it does; sound is false where it cannot be read.
func (g reading) moment(text string) (second int64, told, sound bool) {
	if text == "-1" || importing.IsMissing(text) {
		return 0, false, true
	}
	found, _ := importing.ReadMoment(text, g.moments, must.Get(time.LoadLocation("Asia/Kolkata")))
	if found == nil {
		return 0, false, false
	}
	return found[0], true, true
}

// length returns the whole seconds that a text tells, -1 where it tells none.
func (g reading) length(text string) (seconds int64, sound bool) {
	if text == "-1" || importing.IsMissing(text) {
		return -1, true
	}
	read, sound := importing.ReadLength(text, importing.LengthUnits[g.lengths])
	return int64(math.Floor(read)), sound
}

// line reads the cells id, submission, start or wait, end or run time, limit, width and status.
func (g reading) line(cells []string) (j job, reason importing.Reason, kept bool) {
	fmt.Sscan(cells[0], &j.id)
	submit, told, sound := g.moment(cells[1])
	var began, over bool
	var start, run int64
	read := func(text string, length bool) (value int64, given bool) {
		if length {
			value, ok := g.length(text)
			sound = sound && ok
			return value, value >= 0
		}
		value, given, ok := g.moment(text)
		sound = sound && ok
		if zeroOfTime.MatchString(text) && submit > 0 {
			return 0, false
		}
		return value, given
	}
	start, began = read(cells[2], g.byWait)
	run, over = read(cells[3], g.byRun)
	status, known := statuses[g.status][cells[6]]
	switch {
	case !told, !sound:
		return j, importing.Unreadable, false
	case status == -3, !over && !began:
		return j, importing.StillWaiting, false
	case status == -2, !over:
		return j, importing.StillRunning, false
	}
	j.submit, j.limit, j.status = submit, -1, status
	if limit, ok := importing.ReadLimit(cells[4], importing.LengthUnits[g.lengths]); ok {
		j.limit = int64(limit)
	}
	if !known {
		j.status = -1
	}
	j.wait, j.runTime = start, run
	if !g.byWait {
		j.wait = start - submit
	}
	if !g.byRun {
		j.runTime = run - submit - j.wait
	}
	ran := began || g.byRun && run > 0
	if !began {
		j.wait, j.runTime = -1, run
		if !g.byRun {
			j.wait = run - submit
		}
	}
	if !ran {
		j.runTime, j.status = -1, 5
	}
	_, err := fmt.Sscan(cells[5], &j.width)
	switch {
	case err != nil && !importing.IsMissing(cells[5]), j.width > 1e9:
		return j, importing.Unreadable, false
	case ran && began && j.wait < 0:
		return j, importing.StartsBeforeSubmit, false
	case j.wait < 0 && !began && !g.byRun:
		return j, importing.EndsBeforeStart, false
	case ran && j.runTime < 0:
		return j, importing.EndsBeforeStart, false
	case j.width < 1:
		return j, importing.NoWidth, false
	}
	return j, 0, true
}

// cells writes the cells of a job.
func (g reading) cells(r *rand.Rand, id int) []string {
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	missing := func() string {
		return pick("", "-", "NaT", "<NA>", `\N`, "None", "null", "NA", "Unknown", "0001-01-01", "-1")
	}
	moment := func(second int64) string {
		at := time.Unix(second, 0).In(time.FixedZone("IST", kolkata))
		switch {
		case r.IntN(12) == 0:
			return pick("0", "1970-01-01 00:00:00", "1970-01-01 00:00:00 IST", "soon", "2026-02-30 00:00:00", "1700000000000",
				"2026-03-03 10:00:00 CEST", "-5", "1700000000000000")
		case r.IntN(10) == 0:
			return missing()
		case strings.Contains(g.moments, "MST"):
			return pick(at.Format("2006-01-02 15:04:05 MST"), at.UTC().Format("2006-01-02 15:04:05 MST"))
		case strings.Contains(g.moments, " "), g.moments == "" && r.IntN(2) == 0:
			return at.Format("2006-01-02 15:04:05")
		case g.moments == "" && r.IntN(2) == 0:
			return pick(at.UTC().Format("2006-01-02T15:04:05Z"),
				at.UTC().Add(7200*time.Second).Format("2006-01-02T15:04:05")+"+02:00")
		}
		return fmt.Sprint(second*perSecond[g.moments]+r.Int64N(perSecond[g.moments])) + pick("", ".0", ".5")
	}
	length := func() string {
		switch r.IntN(5) {
		case 0:
			return missing()
		case 1:
			return pick("1-02", "1-02:03", "0:30", "1:30:00", "30:00", "1-0", "00:00:00", "soon", "-7", "1-", "1:2:3:4:5")
		}
		return fmt.Sprint(r.IntN(5000)) + pick("", ".0", ".25")
	}
	submit := 1_700_000_000 + r.Int64N(100_000)
	start := submit + r.Int64N(5000) - 100
	begin, end := moment(start), moment(start+r.Int64N(5000)-100)
	if g.byWait {
		begin = length()
	}
	if g.byRun {
		end = length()
	}
	limit := length()
	if r.IntN(2) == 0 {
		limit = pick("UNLIMITED", "Partition_Limit", "NOT_SET", "inf", "4294967295", "0", "INFINITE", "60.0/hostA", "90:00")
	}
	status := pick("DONE", "ok", "Finished", "CANCELLED by 7", "Failed", "RUNNING", "PENDING",
		"0", "1", "3", "4", "5", "7.0",
		"-9", "0:0", "0:15", "strange", "")
	width := pick("1", "7", "64", "0", "", "2000000000", "x")
	return []string{fmt.Sprint(id), moment(submit), begin, end, limit, width, status}
}

// TestSecondReading: each line of random logs in all units becomes the job of another reading, or is counted for the
// same reason.
//
//	go test ./bench/trace/importing -run SecondReading -effort 400
func TestSecondReading(t *testing.T) {
	for seed, r := range steptest.Sources(2500, 7) {
		pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
		g := reading{
			moments: pick("", "", "seconds", "ms", "us", "2006-01-02 15:04:05 MST", "2006-01-02 15:04:05"),
			lengths: pick("", "seconds", "ms", "us", "minutes", "hours"), status: pick("", "slurm", "exit"),
			byWait: r.IntN(3) == 0, byRun: r.IntN(3) == 0,
		}
		unit := func(of string) string { return strings.TrimSuffix(":"+of, ":") }
		begin, end := "start=begin:"+g.moments, "end=end:"+g.moments
		if g.byWait {
			begin = "wait=begin:" + g.lengths
		}
		if g.byRun {
			end = "runtime=end:" + g.lengths
		}
		m := mapped("id=id", "submit=submit"+unit(g.moments), strings.TrimSuffix(begin, ":"), strings.TrimSuffix(end, ":"),
			"limit=limit"+unit(g.lengths), "width=width", "status=status"+unit(g.status))
		text, want, skips := "id,submit,begin,end,limit,width,status\n", []job{}, importing.Skips{}
		for id := range 5 {
			cells := g.cells(r, id)
			text += strings.Join(cells, ",") + "\n"
			j, reason, kept := g.line(cells)
			if kept {
				want = append(want, j)
			} else {
				skips[reason]++
			}
		}
		trace, err := imported("csv", importing.Options{Map: m, TimeZone: "Asia/Kolkata"}, text)
		if len(want) == 0 {
			must.Need(t, err != nil, "seed", seed, g, "found jobs, expected none of", text)
			continue
		}
		sortTies(want)
		for i, first := len(want)-1, want[0].submit; i >= 0; i-- {
			want[i].submit -= first
		}
		must.Need(t, err == nil && slices.Equal(jobs(trace), want) && trace.Skipped == skips,
			"seed", seed, g, "found", jobs(trace), "left out", trace.Skipped, "error", err, "expected", want,
			"left out", skips, "of", text)
	}
}
