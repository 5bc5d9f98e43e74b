package sweep

import "strings"

// meanings explain the keys of performance.Value.
var meanings = map[string]string{
	"jobs":       "jobs measured",
	"artww":      "average response time weighted by width",
	"art":        "average response time",
	"wait":       "average wait time",
	"run_time":   "average actual run time",
	"sldwa":      "average slowdown weighted by area",
	"util":       "used share of the machine",
	"loc":        "loss of capacity: share idle while jobs wait",
	"idle":       "share idle while no job waits",
	"reserved":   "share held by reservations",
	"throughput": "jobs ended per hour",
	"queue":      "waiting jobs, average over time",
	"queue_max":  "most jobs waiting at once",
	"makespan":   "first submission to last end",
	"killed":     "jobs killed at their estimate",
}

// meaning explains a key in a few words; "" for an unknown one.
func meaning(key string) string {
	if m, ok := meanings[key]; ok {
		return m
	}
	name, rest, _ := strings.Cut(key, "_")
	if name == "wait" {
		return "wait time: " + statistic(rest)
	}
	bound, rest, percentile := strings.Cut(rest, "_")
	slowdown := "slowdown, times raised to " + bound + " s"
	switch {
	case name == "sldww":
		return "average " + slowdown + ", weighted by width"
	case name == "sld" && percentile:
		return slowdown + ": " + statistic(rest)
	case name == "sld":
		return "average " + slowdown
	}
	return ""
}

func statistic(name string) string {
	switch name {
	case "p50":
		return "median"
	case "max":
		return "largest"
	case "stddev":
		return "standard deviation"
	}
	return strings.TrimPrefix(name, "p") + " % do not exceed it"
}
