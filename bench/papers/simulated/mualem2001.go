package simulated

import _ "embed"

//go:embed mualem2001.yaml
var muAlemLedger []byte

// MuAlem2001 is Mu'alem and Feitelson, "Utilization, Predictability, Workloads, and User Runtime Estimates in
// Scheduling the IBM SP2 with Backfilling" (IEEE Transactions on Parallel and Distributed Systems 12(6), 2001), by its
// abstract.
func MuAlem2001() *Paper {
	return &Paper{
		Name: "mualem2001", Title: "Mu'alem and Feitelson (2001)", Subject: "backfilling",
		About: `Judges the abstract of Mu'alem and Feitelson, "Utilization, Predictability, Workloads, and
User Runtime Estimates in Scheduling the IBM SP2 with Backfilling" (2001): EASY and
conservative backfilling under four models of jobs and rising load, on 128 processors.

   optgap reproduce mualem2001 --plot figures`,
		Models: []Model{
			{Name: "kth", Title: "KTH", Ticks: 1}, {Name: "sdsc", Title: "SDSC", Ticks: 1},
			{Name: "feitelson1996", Title: "Feitelson", Ticks: 1}, {Name: "lublin2003", Title: "Lublin", Ticks: 1},
		},
		Schedulers: []Scheduler{
			{Name: "strict-fcfs", Title: "FCFS"}, {Name: "easy", Title: "EASY"}, {Name: "conservative", Title: "conservative"},
			{Name: "easy-x3", Title: "EASY*3", Of: "easy", Overestimate: 3},
		},
		Loads: []float64{0.5, 0.6, 0.7, 0.8, 0.9}, Experiments: 100, Jobs: 3000,
		Readings: []Reading{{Name: "text", About: "EASY and conservative backfilling know the run times"}},
		Figures: []Drawing{
			{1, "kth", true}, {2, "sdsc", true}, {3, "feitelson1996", true}, {4, "lublin2003", true},
		},
		ledger: muAlemLedger,
	}
}
