// Package library keeps steps with the best that is known of them:
//
//	folder -> Open -> Library -> sets, each an own folder:
//	    recipe.yaml     how the steps are made
//	    steps.jsonl.gz  the steps, without an objective
//	    best.jsonl.gz   what is known of each step under each objective: Known
//	    identities.jsonl.gz  checksums of the steps, in a set of the traces of archives
//
//	Set.Make      makes the steps, or makes them again and compares
//	Filter        chooses entries
//	Entry.Check   verifies what is known, without a solver
//	Library.Add   improves what is known by what other programs have found
//	certificate -> rule -> a certificate of fewer numbers
//	ProjectOf     states a step as a problem of project scheduling: JSON, or a file like PSPLIB's
//
// A Known gets better only by what verifies. Schedules are checked. A bound with a certificate is
// proven again, and so is any bound of a step that is small enough to be enumerated. Any other bound is
// searched for again. What the search does not prove is a claim of its giver, and closes no line.
//
// A set of the traces of archives is published without its steps. Who has the traces makes them.
//
// An Entry is a step under one objective. Its index is unique in the library. The step at place k of a
// set has the index First + 3k with objective artww, the next one with art, and the next with sld.
//
// The package may change at any time.
package library
