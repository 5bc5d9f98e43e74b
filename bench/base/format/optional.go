package format

// Optional writes v, or "" for 0, where 0 stands for a value that does not exist.
func Optional[T int64 | float64](v T, write func(T) string) string {
	if v == 0 {
		return ""
	}
	return write(v)
}

// Existing writes the value at v, or "" for nil.
func Existing[T any](v *T, write func(T) string) string {
	if v == nil {
		return ""
	}
	return write(*v)
}

// Whole writes a value without decimals.
func Whole(v float64) string { return Decimal(v, 0) }
