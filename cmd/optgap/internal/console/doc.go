// Package console is the machinery of a command line. It runs a program's commands, and explains
// wrong calls in its own words. It keeps outputs from overwriting inputs. It writes help,
// completion scripts, notes and progress. It knows nothing of jobs.
package console
