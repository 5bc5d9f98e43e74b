package canvas

import "maps"

// known maps names in lower case to their looks. Of queueing schedulers, and of those of first fit
// and EASY, the hue is that of the order of their queue.
var known = merge(schedulers, methods, algorithms, statistics)

func merge(kinds ...map[string]Look) map[string]Look {
	all := map[string]Look{}
	for _, k := range kinds {
		maps.Copy(all, k)
	}
	return all
}

// schedulers holds the schedulers and policies.
var schedulers = map[string]Look{
	"fcfs": {Blue, 0, 0}, "sjf": {Orange, 1, 1}, "ljf": {Green, 2, 2},
	"dynp-advanced": {Purple, 6, 3}, "dynp-simple": {Ochre, 4, 6}, "basic-dynp": {Cyan, 5, 9}, "basic dynp": {Cyan, 5, 9},
	"easy": {Black, 3, 7}, "conservative": {Magenta, 5, 5},
	"dynp": {Purple, 3, 9}, "best": {Ochre, 6, 0}, // the best of three policies at each step, and of all

	"ffia": {Green, 4, 1}, "laf": {Green, 6, 7}, "njf": {Ochre, 0, 2}, "wjf": {Cyan, 6, 6}, "wspt": {Orange, 5, 10},

	"strict-fcfs": {Blue, 4, 4}, "strict-sjf": {Orange, 2, 5}, "strict-ljf": {Green, 0, 8},
	"strict-wjf": {Cyan, 2, 7}, "strict-njf": {Ochre, 1, 9},

	"first-fit": {Blue, 6, 9}, "first-fit-sjf": {Orange, 0, 3}, "first-fit-ljf": {Green, 1, 10},
	"first-fit-wjf": {Cyan, 0, 5}, "first-fit-njf": {Ochre, 5, 10},

	"easy-sjf": {Orange, 3, 4}, "easy-ljf": {Green, 3, 5}, "easy-wjf": {Cyan, 3, 8}, "easy-njf": {Ochre, 3, 3},
	"easy-sjbf": {Blue, 3, 6},

	"ivs": {Magenta, 0, 8}, "slack": {Magenta, 1, 7}, "batch-bicriteria": {Purple, 5, 2}, "recorded": {Black, 0, 1},
}

// methods holds the methods of studies. The ways of Grothklags and Streit are among them.
var methods = map[string]Look{
	"exact": {Black, 0, 0}, "ilp": {Magenta, 1, 1}, "policies": {Cyan, 2, 2},
	"at 1 s": {Black, 0, 0}, "program": {Magenta, 1, 1}, "search": {Green, 3, 6}, "eq. 1-5": {Ochre, 4, 9},
}

// algorithms holds those for moldable jobs. The methods ilp and exact are such algorithms too.
var algorithms = map[string]Look{
	"bicriteria": {Purple, 3, 3}, "gang": {Blue, 1, 0}, "sequential": {Orange, 0, 1}, "list-shelf": {Green, 2, 2},
	"list-lptf": {Ochre, 4, 6}, "list-saf": {Cyan, 6, 9}, "list-wspt": {Magenta, 5, 10}, "prices": {Blue, 2, 4},
}

// statistics holds those of losses, times and workloads, and the sides of comparisons.
var statistics = map[string]Look{
	"average": {Black, 0, 0}, "median": {Blue, 1, 1}, "90 % quantile": {Ochre, 3, 2}, "95 % quantile": {Magenta, 2, 3},
	"estimated": {Orange, 0, 1}, "actual": {Blue, 4, 0}, "measured": {Purple, 0, 4},
}
