package main

import (
	"bytes"
	"io"
	"os"
)

// A spool keeps what is written to it, in memory or, if it is much, in a file.
type spool struct {
	memory bytes.Buffer
	file   *os.File
}

const spoolMemory = 1 << 20 // bytes

func (s *spool) Write(p []byte) (int, error) {
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

// copyTo writes all to w.
func (s *spool) copyTo(w io.Writer) error {
	if _, err := w.Write(s.memory.Bytes()); err != nil || s.file == nil {
		return err
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(w, s.file)
	return err
}

// Close removes the file.
func (s *spool) Close() error {
	if s.file == nil {
		return nil
	}
	err := s.file.Close()
	os.Remove(s.file.Name())
	return err
}
