// Package report turns steps, schedules and numbers into what people look at:
// Gantt charts, plots and tables.
//
//	Step, Schedule -> Assign -> Layout: rectangles of processors and seconds
//	Layout, Panel  -> Gantt  -> SVG or PNG
//	Plot, Line     -> Figure -> SVG or PNG
//	Table          -> Write  -> aligned text or CSV
//
// [Assign] decides which processors of the machine each job gets, which no
// schedule says: planning only counts them. [Gantt] draws several schedules of
// one step above each other on a common time axis, so that a policy's plan can
// be held against the optimum. [Seconds], [HMS], [Percent] and their like write
// the cells of tables, and [ShiftedGeoMean] aggregates solve times.
//
// Equal input gives equal bytes: nothing here reads a clock, a random source or
// the environment, and no output has colour codes for terminals.
package report
