// Package workload generates jobs from published models.
//
//	name -> ByName -> Model -> New(Options) -> Generator -> Jobs(seed), Take
//	jobs of a trace -> Resample -> Generator
//	Generator -> WithEstimates -> Generator
//
// A [Model] cites its source and has named parameters with defaults. [Options] choose the
// machine, the load and other values of parameters. A [Generator] draws jobs without end.
// [Resample] returns a generator that draws from the jobs of a trace. [WithEstimates] gives
// jobs other estimates. [FitWeibull] fits a Weibull distribution, such as that of
// interarrival times. [Shrink] raises the load of jobs: it shortens their interarrival
// times.
//
// The load is lambda E[width * time on the processors] / machine, with lambda the rate of
// arrivals. The expectation is computed from the distributions of the model. Drawn jobs
// thus have the load up to sampling error. A model with its own arrivals is stretched to a
// given load.
//
// Times are drawn as real numbers. Submissions and run times are rounded to the nearest
// second, run times to at least 1. Rounding changes the mean m of an exponential
// distribution by less than 1/m seconds.
//
// The rest of this page is about the presets ctc, kth, pc2 and sdsc, see [Published].
//
// # Published
//
// The source is Streit, "A Self-Tuning Job Scheduler Family with Dynamic Policy Switching"
// (2002). Table 2 prints the width of the machine, the mean and largest width, estimate,
// run time and interarrival time, and the share of jobs that run past their estimate. It
// also prints the shape alpha and the scale beta of the Weibull distribution of the
// interarrival times. The text of section 4 says that half of PC2's jobs (52 %) have one of
// three estimates.
//
// The printed alpha and beta do not give the printed mean, which would be
// beta Gamma(1+1/alpha). Cutting the tail at the printed maximum makes the mean
// smaller still:
//
//	      alpha  beta  beta Gamma(1+1/alpha)  printed mean
//	CTC   0.35     60                  302 s         369 s
//	KTH   0.35    200                 1006 s        1031 s
//	PC2   0.25     40                  960 s         870 s
//	SDSC  0.40    290                  964 s         934 s
//
// The mean decides the load. So the mean, the maximum and alpha are kept, and the scale is
// fitted to them, see [Statistics]. A MeanInterarrival of 0 uses
// the printed beta instead.
//
// # Assumed
//
// The paper draws width, estimate and run time from a matrix of probabilities
// that it does not print. This package draws them from families of distributions
// with one parameter, which is fitted to the published mean:
//
//   - Widths: a share of jobs has one processor (Serial). Among the others powers
//     of two and the largest width are the most frequent, even widths less and odd
//     ones least, with equal weight in every octave. Width w is then weighted by w
//     to the power theta, and theta fits the mean. That powers of two are frequent
//     is characteristic 2 in Aida, "Effect of Job Size Characteristics on Job
//     Scheduling Performance" (2000).
//   - Estimates: the values that users like (10 min, 1 h, 12 h, ...) and the
//     largest estimate are the most frequent. The others are full minutes up to an
//     hour, multiples of 5 minutes up to 6 hours, and full hours. A power of the
//     estimate is again the weight that fits the mean.
//   - Run times: a beta-distributed fraction of the estimate, U-shaped, so that
//     many jobs end early and many close to the estimate. The published share
//     of jobs runs past the estimate, by a factor uniform up to Overrun.
//   - Width and estimate depend on each other through a Gaussian copula whose
//     Correlation was chosen such that the mean area (width times time on the
//     processors) comes near utilization * machine * mean interarrival time of
//     Tables 3 and 5.
//
// Not modelled: days and nights, users and sessions, estimates and run times
// shorter than a minute and a second, and SDSC's largest run time in Table 2,
// three times its largest estimate. The table's "likelihood of interarrival
// time" is not used.
//
// The package may change at any time.
package workload
