package streit2002

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/base/frame"
)

// A Published holds the printed numbers of one of the four synthetic job sets.
type Published struct {
	Key     string     // ctc, kth, pc2 or sdsc, as in package workload
	Name    string     // name in the paper
	Factors [2]float64 // largest and smallest shrinking factor of Figures 2 to 8 (section 5.2)
	Numbers
}

// A Table4Column is a decider with a quality metric. The order of the columns is ARTwW
// simple, ARTwW advanced, ART simple, ART advanced, MS simple, MS advanced. The numbers of
// jobs are as printed. For PC2_syn, ART advanced, they are 90 too many.
type Table4Column [6]float64

// The rows of Table 4: seconds, percent, a share from 0 to 1, and jobs started with a policy.
const (
	ARTwW = iota
	Util
	LOC
	BySJF
	ByFCFS
	ByLJF
)

// A Table5Column holds the rows of Table 5 that are not in Table 4.
type Table5Column [9]float64

// The rows of Table 5: averages in seconds, tries of switches, switches and no switches in percent of the tries,
// and the average backlog.
const (
	RunTime = iota
	Wait
	ART
	Tries
	ToSJF
	ToFCFS
	ToLJF
	Same
	Backlog
)

// A Table6Column holds the counts of Table 6 in the order of its rows, and its last rows.
// The numbers are as printed. In all four columns the counts add up to the printed total
// plus the count of case 10b. For KTH_syn the decisions for the current policy are 59 below the sum that
// their row names.
type Table6Column [18]float64

// published holds the numbers of the paper.
var published = withTables([]Published{
	{
		"ctc", "CTC_syn", [2]float64{1, 0.65},
		Numbers{
			Table4: [6]Table4Column{
				{25980, 75.36, 0.12650, 2703, 6817, 477}, {21912, 75.70, 0.10911, 6115, 1296, 2586},
				{26082, 74.02, 0.13731, 2472, 6418, 1107}, {21648, 74.96, 0.12099, 5860, 1144, 2993},
				{27268, 75.64, 0.09054, 130, 5295, 4572}, {25829, 75.08, 0.10395, 551, 953, 8493},
			},
			Table5: Table5Column{10927, 3178, 14105, 16946, 4.49, 4.59, 0.59, 90.32, 22.05},
			Table6: Table6Column{2549, 1324, 692, 1298, 5, 4, 81, 10669, 100, 224, 0, 0, 0, 37, 0, 16946, 13218, 14858},
			Step:   0.05, // section 5
		},
	},
	{
		"kth", "KTH_syn", [2]float64{1, 0.60},
		Numbers{
			Table4: [6]Table4Column{
				{48077, 66.00, 0.16398, 2865, 6854, 278}, {33299, 65.64, 0.16456, 7885, 1345, 767},
				{49301, 66.01, 0.17121, 2768, 6313, 916}, {40663, 65.64, 0.18386, 5730, 1313, 2954},
				{50497, 66.14, 0.16588, 142, 5951, 3904}, {50395, 66.11, 0.16629, 322, 686, 8989},
			},
			Table5: Table5Column{9063, 6925, 15989, 18840, 5.80, 5.85, 0.45, 87.92, 14.48},
			Table6: Table6Column{1693, 1756, 1029, 403, 5, 3, 116, 13664, 81, 89, 1, 0, 0, 26, 0, 18840, 15357, 15932},
		},
	},
	{
		"pc2", "PC2_syn", [2]float64{0.80, 0.40},
		Numbers{
			Table4: [6]Table4Column{
				{43124, 42.60, 0.22423, 2553, 7344, 103}, {31493, 42.49, 0.23792, 7550, 1062, 1388},
				{42795, 42.60, 0.22147, 2615, 7106, 279}, {31994, 42.58, 0.23937, 6651, 766, 2673},
				{47747, 42.60, 0.22724, 65, 6789, 3146}, {47260, 42.60, 0.22722, 391, 229, 9380},
			},
			Table5: Table5Column{4442, 4577, 9018, 15552, 3.61, 3.64, 0.23, 92.52, 15.04},
			Table6: Table6Column{2209, 920, 535, 304, 2, 0, 58, 11449, 36, 39, 0, 0, 0, 17, 0, 15552, 13658, 14076},
		},
	},
	{
		"sdsc", "SDSC_syn", [2]float64{0.60, 0.30},
		Numbers{
			Table4: [6]Table4Column{
				{9969, 31.32, 0.00133, 317, 9561, 121}, {9936, 31.32, 0.00119, 3924, 4206, 1869},
				{9963, 31.32, 0.00135, 309, 9517, 173}, {9921, 31.32, 0.00124, 1031, 4797, 4171},
				{9982, 31.32, 0.00135, 1, 9570, 428}, {9991, 31.32, 0.00135, 0, 3087, 6912},
			},
			Table5: Table5Column{6085, 44.02, 6129, 509, 3.73, 3.93, 0.98, 91.36, 6.36},
			Table6: Table6Column{271, 27, 15, 31, 1, 0, 8, 150, 5, 1, 0, 0, 0, 1, 0, 509, 421, 462},
		},
	},
})

// withTables adds the columns of Tables 2 and 3 to the sets.
func withTables(sets []Published) []Published {
	for k := range sets {
		n := &sets[k].Numbers
		n.Jobs, n.Trace, n.Set = SetJobs, JobSet{}, JobSet{}
		for i, row := range tables23 {
			of := 1.0
			if row.digits == percentage {
				of = 100
			}
			if n.Trace[row.key] = row.trace[k] / of; i < inBoth {
				n.Set[row.key] = row.set[k] / of
			}
		}
	}
	return sets
}

// traceName returns the name of the trace in Table 2.
func (p *Published) traceName() string { return strings.TrimSuffix(p.Name, "_syn") + "_trace" }

// Names returns the keys of the published sets.
func Names() []string {
	return frame.Each(published, func(p Published) string { return p.Key })
}

// ByName returns the published set with the key, in upper or lower case.
func ByName(name string) (p *Published, ok bool) {
	i := slices.IndexFunc(published, func(p Published) bool { return strings.EqualFold(p.Key, name) })
	if i < 0 {
		return nil, false
	}
	set := published[i]
	return &set, true
}

// NameOf returns the key of the set whose machine is a word in the name of a trace; "":
// there is none. HPC2N does not have the word PC2.
func NameOf(trace string) string {
	words := strings.FieldsFunc(strings.ToLower(trace),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, p := range published {
		if slices.Contains(words, p.Key) {
			return p.Key
		}
	}
	return ""
}

// None is the name for no published set.
const None = "none"

// Choose returns the published set of that name; "": the set of the trace. The set is nil
// for None, and for a trace without a set.
func Choose(name, trace string) (*Published, error) {
	if name == "" {
		name = NameOf(trace)
	}
	if name == "" || name == None {
		return nil, nil
	}
	p, ok := ByName(name)
	if !ok {
		return nil, optgap.BadField("paper-set", strconv.Quote(name), strings.Join(Names(), ", ")+" or "+None)
	}
	return p, nil
}

// FigureFactors returns the shrinking factors of Figures 2 to 8: the range of the set in
// steps of 0.05. Where p is nil, the range is 1 to 0.6.
func (p *Published) FigureFactors() []float64 {
	most, least := 1.0, 0.6
	if p != nil {
		most, least = p.Factors[0], p.Factors[1]
	}
	var factors []float64
	for k := math.Round(most * 20); k >= math.Round(least*20); k-- {
		factors = append(factors, k/20)
	}
	return factors
}
