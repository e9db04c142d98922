package puzzles

// SplitFrom makes Split cut as soon as a number of bytes have arrived.
func (d *Decoder) SplitFrom(bytes int) { d.least = bytes }
