package cluster

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// A journal is the file of an attempt: a line for its head, and then one for each record. A
// line is a checksum in eight hexadecimal digits, a blank and an object of JSON. So neither
// half a line nor a hole, which a dying machine may leave behind, passes for a record.

// A head is the first line of a journal.
type head struct {
	Batch string // its id
	Part  int    // from 1
	Host  string
	PID   int
	PIDs  string `json:",omitempty"` // where PID is valid, as numbering returns
}

// An entry is any other line of a journal: a record, or why the attempt failed.
type entry struct {
	Seconds float64 `json:"s"`           // that the part has taken so far, in all attempts
	Record  any     `json:"r,omitempty"` // nil: the attempt failed
	Failed  string  `json:"failed,omitempty"`
}

var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

// checksumLen is the length of a checksum with the blank behind it, in bytes.
const checksumLen = 9

// appendLine appends a line to a journal.
func appendLine(to []byte, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return to, err
	}
	return appendText(to, text), nil
}

// appendText appends a line with an object of JSON.
func appendText(to, text []byte) []byte {
	to = fmt.Appendf(to, "%08x ", crc32.Checksum(text, castagnoli()))
	return append(append(to, text...), '\n')
}

// A journalReader reads the lines of a journal.
type journalReader struct {
	r    *bufio.Reader
	head head // if openJournal opened it
}

var errTorn = errors.New("the line is not whole")

// next reads a line, and returns the JSON in it. It returns io.EOF at the end, and errTorn for a
// line that is not whole. The line is valid until the next call.
func (j *journalReader) next() (line, text []byte, err error) {
	line, err = j.r.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		var rest []byte
		line = bytes.Clone(line)
		rest, err = j.r.ReadBytes('\n')
		line = append(line, rest...)
	}
	switch {
	case err == io.EOF && len(line) == 0:
		return nil, nil, io.EOF
	case err == io.EOF:
		return nil, nil, errTorn
	case err != nil:
		return nil, nil, err
	case len(line) <= checksumLen:
		return nil, nil, errTorn
	}
	text = line[checksumLen : len(line)-1]
	sum, err := strconv.ParseUint(string(line[:checksumLen-1]), 16, 32)
	if err != nil || uint32(sum) != crc32.Checksum(text, castagnoli()) {
		return nil, nil, errTorn
	}
	return line, text, nil
}

// openJournal opens a journal of a part, and reads its head. It returns errTorn if that is not
// whole, and another error if it is not the part's.
func (b *Batch) openJournal(name string, part int) (*os.File, *journalReader, error) {
	f, err := openPlain(name)
	if err != nil {
		return nil, nil, err
	}
	j := &journalReader{r: bufio.NewReaderSize(f, 64<<10)}
	h := &j.head
	_, text, err := j.next()
	switch {
	case err == io.EOF || err == nil && json.Unmarshal(text, h) != nil:
		err = errTorn
	case err == nil && (h.Batch != b.id || h.Part != part):
		err = fmt.Errorf("%s: it is of another batch or part: has %s changed?", name,
			filepath.Join(b.dir, manifest))
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, j, nil
}

// A progress summarizes the good lines of a journal.
type progress struct {
	records int64
	seconds float64
	failed  string // why the attempt failed; "": it did not, or it could not say so
	written time.Time
	head    head // of the journal
}

// progress reads a journal up to its first line that is not whole, and passes the lines of records
// to each. Only the last line can say that the attempt failed, so only that line is decoded;
// checksums show that the others are whole.
func (b *Batch) progress(
	name string, part int, each func(line []byte) error,
) (p progress, err error) {
	f, j, err := b.openJournal(name, part)
	if err != nil {
		return p, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil {
		p.written = info.ModTime()
	}
	p.head = j.head
	var last []byte // the line before
	for {
		line, _, err := j.next()
		if err != nil && err != io.EOF && err != errTorn {
			return p, err
		}
		if len(last) > 0 {
			if err != nil {
				var e entry
				if err := json.Unmarshal(last[checksumLen:], &e); err != nil {
					return p, nil
				}
				p.seconds, p.failed = e.Seconds, e.Failed
				if e.Record == nil {
					return p, nil
				}
			}
			if err := each(last); err != nil {
				return p, err
			}
			p.records++
		}
		if err != nil {
			return p, nil
		}
		last = append(last[:0], line...)
	}
}

// lastSeconds returns how long the part took, as the last record of a published journal says. It
// reads no other record.
func lastSeconds(name string) (float64, error) {
	f, err := openPlain(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	for tail := int64(4 << 10); ; tail *= 8 {
		from := max(info.Size()-tail, 0)
		text, err := io.ReadAll(io.NewSectionReader(f, from, tail))
		if err != nil {
			return 0, err
		}
		text = bytes.TrimSuffix(text, []byte{'\n'})
		line := text[bytes.LastIndexByte(text, '\n')+1:]
		if len(line) == len(text) && from > 0 {
			continue // the line is longer
		}
		var e entry
		if len(line) > checksumLen {
			json.Unmarshal(line[checksumLen:], &e) // a torn line counts as no time
		}
		return e.Seconds, nil
	}
}
