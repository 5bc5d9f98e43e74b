// Package console is the machinery of the command line: it runs a program's commands, says in
// its own words what is wrong with a call, keeps outputs from overwriting inputs, and writes
// help, completion, notes and progress. It knows nothing of jobs.
package console
