package reservation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/optgap/optgap"
)

// When says at which time a reservation is wanted: Now, ASAP or At a second.
// Values can be compared with ==.
type When struct {
	kind   kind
	second int64
}

type kind uint8

const (
	kindNow kind = iota
	kindASAP
	kindAt
)

// The times without a date.
var (
	Now  = When{}               // in the second of the submission
	ASAP = When{kind: kindASAP} // as soon as possible, not before the submission
)

// At is the given second of the trace.
func At(second int64) When { return When{kindAt, second} }

// Date returns the second of At; ok is false for Now and ASAP.
func (w When) Date() (second int64, ok bool) { return w.second, w.kind == kindAt }

// String returns "now", "asap" or the second in decimal.
func (w When) String() string {
	switch w.kind {
	case kindNow:
		return "now"
	case kindASAP:
		return "asap"
	}
	return strconv.FormatInt(w.second, 10)
}

// MarshalJSON writes "now", "asap" or the second as a number.
func (w When) MarshalJSON() ([]byte, error) {
	if w.kind == kindAt {
		return strconv.AppendInt(nil, w.second, 10), nil
	}
	return json.Marshal(w.String())
}

// UnmarshalJSON reads the output of MarshalJSON. Any other text is an *optgap.FieldError.
func (w *When) UnmarshalJSON(text []byte) error {
	text = bytes.TrimSpace(text)
	switch string(text) {
	case `"now"`:
		*w = Now
		return nil
	case `"asap"`:
		*w = ASAP
		return nil
	}
	second, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		return optgap.BadField("start", shortened(text), `"now", "asap" or a whole second`)
	}
	*w = At(second)
	return nil
}

// shortened returns the text, or its beginning where it is too long to be quoted.
func shortened(text []byte) string {
	const most = 40
	if len(text) > most {
		return fmt.Sprintf("%s...", text[:most])
	}
	return string(text)
}
