// Package confidence takes averages of a series, and tells how exact they are:
//
//	consecutive observations -> Values -> Mean, Geometric; Interval, GeometricInterval, of 95 %
//
// Consecutive steps of a replay are alike, and so are consecutive jobs: a long queue lasts for
// hours. An interval that takes them to be independent is too narrow. Here whole blocks of
// consecutive observations are drawn (the circular block bootstrap of Politis and Romano 1992).
// The dependence within a block is kept. The length of the blocks follows from the
// autocorrelation of the series (Politis and White 2004, as corrected by Patton, Politis and
// White 2009). For independent observations the length is 1.
//
// An interval is about the average of other stretches of the same workload. It says nothing of
// other machines and workloads. The series is taken to be stationary.
package confidence
