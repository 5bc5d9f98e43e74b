// Package mip solves linear and mixed-integer programs with HiGHS. It knows
// nothing of jobs: plain numbers go in, plain numbers come out.
//
// The pipeline of [Solve]:
//
//	Model --check--> lanl/highs RawModel --options, start--> HiGHS under a
//	monitor (deadline, cancellation, memory, iterations) --> status, solution, bound --> Result
//
// # Why there is C code
//
// The model and the options go through github.com/lanl/highs. Its v1.0.0 falls
// short where a solve ends early or must be steered, so bridge.c calls HiGHS's
// C interface on the same object:
//
//   - RawModel.Solve returns an error and no solution when HiGHS reports a
//     warning, which it does at every limit; the incumbent and the proven bound
//     are lost.
//   - It has neither start solutions nor callbacks.
//   - A RawModel's finalizer may free the HiGHS object while a solve still uses
//     it, and otherwise frees it only when the garbage collector, which does not
//     see HiGHS's memory, happens to run. This package removes the finalizer and
//     frees the object when the solve ends.
//   - HiGHS keeps a task executor per operating-system thread and refuses another
//     number of threads on it; the bridge ends the executor after every solve.
//
// # Limits are checked, not enforced
//
// HiGHS cannot be stopped from outside. The monitor is asked between nodes and
// cut rounds of a mixed-integer program, and between iterations of a linear
// program. The linear programs inside a mixed-integer program obey a time limit
// (also one from the context's deadline), but neither cancellation nor the
// memory limit: those wait for the end of the relaxation at hand, which at the
// root of a large program may take minutes. [Options.Report] gets the best solution and
// bound until then, for callers that end the process.
//
// # Wrong answers
//
// Random programs checked by enumeration showed two faults in HiGHS 1.10.0's
// presolve of integer programs. One reports a wrong optimum: its rule is switched
// off. The other ends in an error: Solve then tries again without presolve. 1.15.1
// has shown neither.
//
// Where costs are large, 1e7 and more, HiGHS 1.10.0 has lost an optimum by a restart at the root.
// So it does not restart, which has cost nothing on steps of real traces, and costs are divided by
// their greatest common divisor.
//
// # Tolerances
//
// HiGHS accepts violations of rows, bounds and integrality up to 1e-6, so values
// of integer columns must be rounded by the caller, and it does not look for
// improvements below 1e-6.
package mip
