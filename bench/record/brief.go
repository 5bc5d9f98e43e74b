package record

import (
	"cmp"
	"encoding/json"
)

// ParseBriefResult returns the result on a single line, for averages and tables. All starts,
// proofs, certificates and warnings are left out. Unknown fields are no error. It takes half
// the time of [ParseResult].
func ParseBriefResult(line []byte) (Result, error) {
	var brief struct {
		Result
		Starts       passedOver `json:"starts"`
		Proofs       passedOver `json:"proofs"`
		Certificates passedOver `json:"certificates"`
		Warnings     passedOver `json:"warnings"`
	}
	if err := parseBrief(line, &brief, new(Result)); err != nil {
		return Result{}, err
	}
	brief.dropPlans()
	return brief.Result, validateResult(&brief.Result)
}

// ParseShownResult returns the result on a single line, for reports. Starts of policies, proofs and
// certificates are left out. Unknown fields are no error.
func ParseShownResult(line []byte) (Result, error) {
	var shown struct {
		Result
		Proofs       passedOver `json:"proofs"`
		Certificates passedOver `json:"certificates"`
	}
	if err := parseBrief(line, &shown, new(Result)); err != nil {
		return Result{}, err
	}
	shown.dropPlans()
	return shown.Result, validateResult(&shown.Result)
}

// parseBrief decodes a line into brief, a struct that leaves out some fields of whole. An
// error is worded as if the line were read into whole.
func parseBrief(line []byte, brief, whole any) error {
	err := json.Unmarshal(line, brief)
	if err == nil {
		return nil
	}
	return cmp.Or(unmarshal(line, whole), err)
}

// passedOver is a value that is read and dropped.
type passedOver struct{}

// UnmarshalJSON takes any value.
func (passedOver) UnmarshalJSON([]byte) error { return nil }
