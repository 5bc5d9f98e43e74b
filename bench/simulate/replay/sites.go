package replay

// BySite splits the outcome of a multi-site replay into one outcome for each site. The jobs of a site
// stay in order. A
// reservation with parts appears on each of its sites with the width that it has there. A
// refused reservation belongs to no site and is left out.
func BySite(o *Outcome) []*Outcome {
	split := make([]*Outcome, len(o.Sites))
	for i := range split {
		split[i] = &Outcome{}
	}
	for i, j := range o.Jobs {
		s := split[o.SiteOf[i]]
		s.Jobs = append(s.Jobs, j)
		s.Starts = append(s.Starts, o.Starts[i])
	}
	for _, d := range o.Reservations {
		for _, p := range d.Parts() {
			own := d
			own.Site = p.Site
			own.Request.Width = p.Width
			own.Request.Parts = nil
			split[p.Site].Reservations = append(split[p.Site].Reservations, own)
		}
	}
	return split
}
