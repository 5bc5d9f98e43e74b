package performance

// throughput counts the ends in the period.
var throughput = Metric{
	Key: "throughput", Name: "throughput [/h]", Unit: "/h", Meaning: "jobs ended per hour", Format: tenths,
	place: own("throughput"),
	measure: func(p period) float64 {
		ended := 0
		for i := range p.out.Jobs {
			if end := p.out.End(i); p.from <= end && end <= p.to {
				ended++
			}
		}
		return float64(ended) / p.seconds() * 3600
	},
}
