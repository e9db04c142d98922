package puzzles

// SplitFrom makes Split cut as soon as a number of bytes have arrived.
func (d *Decoder) SplitFrom(bytes int) { d.least = bytes }

// SplitFrom makes Split cut as soon as a number of bytes have arrived.
func (c *Validation) SplitFrom(bytes int) { c.dec.SplitFrom(bytes) }
