// Package host describes the machine that runs the program: processor cores, memory and Slurm's
// commands. It measures what work costs a process there.
//
//	root of a file tree -> Look -> Host, plain data
//	process -> Measure -> Meter -> Look ... -> record.Cost
//
// All of a Host is read from files, of Linux in /proc and /sys. The root is "/", or that of a made-up tree. A
// value that the system does not tell is zero or empty.
//
// The package may change at any time.
package host
