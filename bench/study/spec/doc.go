// Package spec states a study as plain data:
//
//	flags, YAML -> Spec -> Validate  -> the first value that is out of its range
//	                    -> Options   -> how steps are solved
//	                    -> Methods   -> by which methods
//	                    -> Arguments -> the values on which results depend, as stored
//	                    -> Limit     -> how long the results of a step may take
//
// The names of the fields in YAML are those of the flags of "optgap study". Flags, study files,
// stored folders and users of the library all state a study in this form.
//
// The package may change at any time.
package spec
