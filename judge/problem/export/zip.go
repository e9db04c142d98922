package export

import (
	"archive/zip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// WriteZip makes a package in a zip file. The bytes are the same each time. Unless overwrite is
// set, the file must not exist.
func (t *Target) WriteZip(file string, p *Problem, overwrite bool) error {
	k, err := newPack(t, p)
	if err != nil {
		return err
	}
	how := os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	if !overwrite {
		how |= os.O_EXCL
	}
	out, err := os.OpenFile(file, how, 0o666)
	if err != nil {
		return err
	}
	folder := ""
	if t.folder {
		folder = strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)) + "/"
	}
	if err := errors.Join(k.zip(out, folder), out.Close()); err != nil {
		return errors.Join(err, os.Remove(file))
	}
	return nil
}

// zip writes all files to a zip file, in a folder.
func (k *pack) zip(w io.Writer, folder string) error {
	archive := zip.NewWriter(w)
	for _, name := range k.names() {
		header := zip.FileHeader{
			Name: folder + name, Method: zip.Deflate,
			// the earliest time that a zip file can have
			Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		}
		mode := fs.FileMode(0o644)
		if k.files[name].executable {
			mode = 0o755
		}
		header.SetMode(mode)
		f, err := archive.CreateHeader(&header)
		if err != nil {
			return err
		}
		if _, err := f.Write(k.files[name].data); err != nil {
			return err
		}
	}
	return archive.Close()
}
