package replay

// BySite splits the outcome of a multi-site replay into one outcome for each site. siteOf
// returns the site, from 0, of the job with an index. The jobs of a site stay in order. A
// reservation with parts appears on each of its sites with the width that it has there. A
// refused reservation belongs to no site and is left out.
func BySite(o *Outcome, sites int, siteOf func(job int32) int) []*Outcome {
	split := make([]*Outcome, sites)
	for i := range split {
		split[i] = &Outcome{}
	}
	for i, j := range o.Jobs {
		s := split[siteOf(int32(i))]
		s.Jobs = append(s.Jobs, j)
		s.Starts = append(s.Starts, o.Starts[i])
	}
	for _, d := range o.Reservations {
		for _, p := range d.Parts() {
			own := d
			own.Site, own.Request.Width, own.Request.Parts = p.Site, p.Width, nil
			split[p.Site].Reservations = append(split[p.Site].Reservations, own)
		}
	}
	return split
}
