// Package gather reads results of any kind for the page:
//
//	folders, files -> Read -> sections.Content
//
// Folders and files are those of studies, of replays, of runs on moldable instances and of bounds. A folder
// of such folders, such as that of a study file, counts as all of them.
//
// The package may change at any time.
package gather
