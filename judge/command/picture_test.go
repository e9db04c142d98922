package command

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// picture is the first picture of the README: three solutions. make pictures writes it.
const (
	picture      = "../../judge/view/draw/picture.svg"
	pictureInput = "3\n 2 3 4\n 1 5 0\n 7 6 8\n" +
		"4\n 5 1 2 4\n 9 6 3 8\n 13 10 7 11\n 14 15 12 0\n" +
		"5\n 6 1 2 4 5\n 11 7 3 9 10\n 16 12 8 13 15\n 21 17 18 14 20\n 22 23 19 24 0\n"
)

// The picture of the README is what show draws.
func TestPicture(t *testing.T) {
	var got, stderr bytes.Buffer
	args := strings.Fields("tilejudge show -f princeton --svg -")
	if code := run(t.Context(), args, strings.NewReader(pictureInput), &got, &stderr); code != 0 {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	if *update {
		if err := os.WriteFile(picture, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(picture)
	if err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s is not what show draws (%v); make pictures writes it", picture, err)
	}
}
