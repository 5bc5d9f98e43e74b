// Package bench runs studies: it replays a trace, takes the self-tuning steps
// asked for, solves them side by side and stores what was found.
//
//	trace -> replay -> Selection -> steps -> Methods -> results -> Store
//
// Measure is the function that solves one step by a method and compares the
// outcome with the dynP policies and the lower bounds. A Study fans it out over
// workers, by one method or several; a Store keeps every result, known by its
// Key, the moment it exists and lets a study that was cut short go on.
package bench
