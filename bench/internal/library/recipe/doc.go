// Package recipe makes the steps of a set of the library from a short text:
//
//	recipe.yaml -> Read -> Recipe -> Steps -> the same steps on every machine, to the byte
//
// A recipe lists workloads and classes of steps by waiting jobs. Each workload is drawn from a model, or
// is the trace of an archive, and is replayed. The steps of a class come from all workloads in equal
// shares. A workload with fewer fitting steps gives what it has, and the others fill up.
//
// The rule Choose picks the share of a workload. Its n fitting steps are cut into as many stretches
// as steps are wanted, in the order of the replay. Even takes the first step of each stretch, as
// "optgap study --max-steps" does. Hardest takes the one with the largest Hardness. No rule looks at
// how long any search takes.
//
// The package may change at any time.
package recipe
