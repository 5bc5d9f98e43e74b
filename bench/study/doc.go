// Package study runs studies: it replays a trace, takes the self-tuning steps
// asked for, solves them side by side and keeps what is found.
//
//	trace -> replay -> Selection -> steps -> methods -> results -> Folder
//
// A Study does all of that. Its solvers are the methods of package method, in this
// process (Solvers) or in children (package isolate). A study that was cut short
// goes on in its Folder.
package study
