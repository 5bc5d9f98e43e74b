// Package study runs studies. A study replays a trace, selects self-tuning steps, solves them side
// by side and keeps the results.
//
//	trace -> replay -> Selection -> steps -> methods -> results -> Folder
//
// A Study does all of that. Its solvers are the methods of package method, in this process or
// in children (package children). A study that was cut short goes on in its Folder.
package study
