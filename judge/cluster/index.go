package cluster

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"tilejudge/formats"
	"tilejudge/formats/puzzles"
)

// A Part is a run of consecutive puzzles.
type Part struct {
	First   int64           // number of its first puzzle, from 1
	Records int64           // that it will have: one for each puzzle
	Puzzles puzzles.Place   // where it begins
	Answers []formats.Place `json:",omitempty"` // where it begins in the other files
	Sizes   []int64         // bytes, in each file
	SHA256  []string        // of its bytes, in each file

	number  int     // from 1, if parts returned the part
	seconds float64 // that its records took, if Records returned it
	hardest int     // while a batch is made: the linear conflict of the hardest puzzle
}

// offset returns where the part begins in a file.
func (p *Part) offset(file int) int64 {
	if file == 0 {
		return p.Puzzles.Offset
	}
	return p.Answers[file-1].Offset
}

// The index of a batch is a file with a line for each part, as in a journal: the part that looks
// hardest first, so that none of those begins last. All lines are equally long, so a job reads only
// the line of its own part.

// writeIndex writes the index. Its name depends on its bytes, so that it replaces no other.
func (b *Batch) writeIndex(parts []Part) error {
	texts, width := make([][]byte, len(parts)), 0
	for i := range parts {
		text, err := json.Marshal(&parts[i])
		if err != nil {
			return err
		}
		texts[i], width = text, max(width, len(text))
	}
	var lines []byte
	for _, text := range texts {
		lines = appendText(lines, append(text, bytes.Repeat([]byte{' '}, width-len(text))...))
	}
	b.Index.Size, b.Index.SHA256 = int64(len(lines)), digestOf(lines)
	b.Index.Path = "index-" + b.Index.SHA256[:16]
	return writeAside(b.dir, bytes.NewReader(lines), func(aside string) error {
		return os.Rename(aside, b.Path(b.Index))
	})
}

// part returns a part, counted from 1.
func (b *Batch) part(number int) (p Part, err error) {
	f, err := openPlain(b.Path(b.Index))
	if err != nil {
		return p, err
	}
	defer f.Close()
	width := b.Index.Size / int64(b.Parts)
	err = b.nextPart(bufio.NewReader(io.NewSectionReader(f, int64(number-1)*width, width)), &p)
	return p, err
}

// parts returns all parts.
func (b *Batch) parts() ([]Part, error) {
	f, err := openPlain(b.Path(b.Index))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum := sha256.New()
	r := bufio.NewReader(io.TeeReader(f, sum))
	all := make([]Part, b.Parts)
	for i := range all {
		if err := b.nextPart(r, &all[i]); err != nil {
			return nil, err
		}
		all[i].number = i + 1
	}
	if digest(sum) != b.Index.SHA256 {
		return nil, fmt.Errorf("%s: the file has changed since the batch was made", b.Path(b.Index))
	}
	return all, nil
}

// nextPart reads a line of the index.
func (b *Batch) nextPart(r *bufio.Reader, p *Part) error {
	_, text, err := (&journalReader{r: r}).next()
	if err == nil {
		err = json.Unmarshal(text, p)
	}
	if err == nil && (len(p.Sizes) != len(b.Files) || len(p.SHA256) != len(b.Files) ||
		len(p.Answers) != len(b.Files)-1) {
		err = errTorn
	}
	if err != nil {
		return fmt.Errorf("%s: %w", b.Path(b.Index), err)
	}
	return nil
}

// perFolder is how many parts have their files in one folder: some file systems are slow with
// folders of many files.
const perFolder = 1000

// folder returns the folder for a part's files, below one of the batch.
func (b *Batch) folder(of string, part int) string {
	return filepath.Join(b.dir, of, fmt.Sprintf("%03d", part/perFolder))
}

// folders returns the folders for the files of all parts.
func (b *Batch) folders(of string) (all []string) {
	for part := 0; part <= b.Parts; part += perFolder {
		all = append(all, b.folder(of, part))
	}
	return all
}
