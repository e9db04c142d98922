package statement_test

import (
	"fmt"
	"strings"
	"testing"

	"tilejudge/formats"
	"tilejudge/formats/statement"
)

func Example() {
	f, _ := formats.Lookup("sgu-139")
	s := statement.New(f)
	fmt.Print(s.Input.Text(), s.Output.Text())
	// Output:
	// The input has one puzzle.
	// A puzzle is written as
	//     {board}
	// {board} is the start.
	// Boards are written row by row, and 0 is the blank.
	// For each puzzle that can be solved, write
	//     YES
	// For a puzzle that can't be solved, write
	//     NO
}

// Each way to render blocks escapes what is special in it, also in code.
func TestRender(t *testing.T) {
	var bs statement.Blocks
	bs.Say(`{n} is <1> & "_2_", $x$ ~y~ ^ 50%% #3 \`)
	bs.Show("\n``` *a*\n\\end{verbatim}\n")
	for _, tt := range []struct{ name, got, want string }{
		{"Text", bs.Text(), "{n} is <1> & \"_2_\", $x$ ~y~ ^ 50% #3 \\\n" +
			"    \n    ``` *a*\n    \\end{verbatim}\n"},
		{"Markdown", bs.Markdown(), "\n{n} is &lt;1&gt; &amp; \"\\_2\\_\", \\$x\\$ \\~y\\~ ^ 50% \\#3 \\\\\n" +
			"\n````\n\n``` *a*\n\\end{verbatim}\n````\n"},
		{"TeX", bs.TeX("verbatim"), "\n\\{n\\} is \\textless{}1\\textgreater{} \\& \"\\_2\\_\", " +
			"\\$x\\$ \\textasciitilde{}y\\textasciitilde{} \\textasciicircum{} 50\\% \\#3 " +
			"\\textbackslash{}\n\n\\texttt{}\\\\\n" +
			"\\texttt{\\textasciigrave{}\\textasciigrave{}\\textasciigrave{}~*a*}\\\\\n" +
			"\\texttt{\\textbackslash{}end\\{verbatim\\}}\n"},
		{"another environment", bs[1:].TeX("lstlisting"),
			"\n\\begin{lstlisting}\n\n``` *a*\n\\end{verbatim}\n\\end{lstlisting}\n"},
		{"HTML", bs.HTML(), "<p>{n} is &lt;1&gt; &amp; &#34;_2_&#34;, $x$ ~y~ ^ 50% #3 \\</p>\n" +
			"<pre>\n\n``` *a*\n\\end{verbatim}</pre>\n"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s:\n%q, want\n%q", tt.name, tt.got, tt.want)
		}
	}
}

// Lines of plain text are short, but no text in quotation marks is broken.
func TestWrap(t *testing.T) {
	var bs statement.Blocks
	bs.Say("%s %q %s", strings.Repeat("word ", 17)+"end", "a  b", strings.Repeat("word ", 30)+"end")
	text := bs.Text()
	if !strings.Contains(text, `"a  b"`) {
		t.Errorf("the quoted text is broken in %q", text)
	}
	for line := range strings.Lines(text) {
		if len(line) > 93 {
			t.Errorf("a line has %d bytes: %q", len(line), line)
		}
	}
}

// Every format has a statement and help, in which each field of its patterns is explained.
func TestAllFields(t *testing.T) {
	for _, f := range formats.All {
		s := statement.New(f)
		in, out := statement.Help(f)
		if s.Task.Text() == "" || len(in) < len(s.Input) || len(out) < len(s.Output) {
			t.Errorf("%s: found no task, or less help than statement", f.Name)
		}
		text := s.Input.Text() + s.Output.Text()
		for _, field := range append(f.Record.Fields(), f.Answer.Solved.Fields()...) {
			if !strings.Contains(text, field.String()+" is ") &&
				!strings.Contains(text, field.String()+" are ") {
				t.Errorf("%s: the text does not say what %v is:\n%s", f.Name, field, text)
			}
		}
	}
}

// What an example can't show is said in words: a blank that is spaces, and steps that move several
// tiles.
func TestBlankAndSlides(t *testing.T) {
	for name, want := range map[string]string{
		"princeton-2010":     "The blank is as many spaces as a tile is wide.",
		"mm-tester":          "all tiles between move too",
		"fifteen-puzzle-csv": "{expected} is the least number of moves",
	} {
		f, err := formats.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		in, out := statement.Help(f)
		text := strings.Join(strings.Fields(in.Text()+out.Text()), " ")
		if !strings.Contains(text, want) {
			t.Errorf("%s: %s, want %s", name, text, want)
		}
	}
}

// Answers number tiles even if boards show letters: the statement says which letter is 1.
func TestNumbersOfLetters(t *testing.T) {
	f, err := formats.Lookup("boj-25140")
	if err != nil {
		t.Fatal(err)
	}
	letters := *f
	letters.Board.Glyphs = "_abcdefgh"
	for f, want := range map[*formats.Format]bool{f: false, &letters: true} {
		output := statement.New(f).Output
		if text := output.Text(); strings.Contains(text, "above: a is 1.") != want {
			t.Errorf("%s: %s", f.Board.Glyphs, text)
		}
	}
}
