package scratch

import (
	"bytes"
	"io"
	"os"
)

// A Spool keeps what is written to it: in memory, or in a file if that would take too much.
type Spool struct {
	memory bytes.Buffer
	file   *os.File
}

const spoolMemory = 1 << 20 // bytes

func (s *Spool) Write(p []byte) (int, error) {
	if s.file == nil && s.memory.Len()+len(p) > spoolMemory {
		f, err := os.CreateTemp("", "tilejudge-")
		if err != nil {
			return 0, err
		}
		os.Remove(f.Name()) // while it is open it lives on, but on Windows: see Close
		s.file = f
	}
	if s.file != nil {
		return s.file.Write(p)
	}
	return s.memory.Write(p)
}

// WriteTo writes all to w.
func (s *Spool) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(s.memory.Bytes())
	if err != nil || s.file == nil {
		return int64(n), err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return int64(n), err
	}
	copied, err := io.Copy(w, s.file)
	return int64(n) + copied, err
}

// Close removes the file.
func (s *Spool) Close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	os.Remove(s.file.Name())
	return err
}
