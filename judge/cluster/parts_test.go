package cluster_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tilejudge/judge/cluster"
)

// ParseParts reads what FormatParts writes, and nothing that is not increasing.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := rapid.SliceOfNDistinct(rapid.IntRange(1, 50), 1, 40, rapid.ID).Draw(t, "parts")
		slices.Sort(set)
		got, err := cluster.ParseParts(cluster.FormatParts(set))
		if err != nil || !slices.Equal(got, set) {
			t.Fatalf("%q: %v, %v, want %v", cluster.FormatParts(set), got, err, set)
		}
	})
	for _, list := range []string{"", "0", "2,1", "1,1", "3-2", "1-", "-1", "a", "1,", "1-999999999"} {
		if got, err := cluster.ParseParts(list); err == nil {
			t.Errorf("%q: %v, want an error", list, got)
		}
	}
}

// Parts cover all puzzles, and differ by little in size, however many puzzles there are.
func TestSizes(t *testing.T) {
	for _, tt := range []struct{ puzzles, parts, want int }{
		{0, 3, 1}, {1, 3, 1}, {3, 3, 3}, {10, 3, 3}, {1000, 1, 1}, {40_000, 3, 3}, {40_000, 900, 900},
	} {
		b, err := create(t.TempDir(), strings.Repeat("1 2 3 4 5 6 7 x 8\n", tt.puzzles), tt.parts)
		if err != nil {
			t.Fatal(err)
		}
		next, least, most := int64(1), int64(tt.puzzles), int64(0)
		for _, p := range cluster.Parts(t, b) {
			if p.First != next {
				t.Fatalf("%+v: a part begins at %d, want %d", tt, p.First, next)
			}
			next += p.Records
			least, most = min(least, p.Records), max(most, p.Records)
		}
		fair := int64(tt.puzzles / tt.want)
		if b.Parts != tt.want || next != int64(tt.puzzles)+1 || most > fair+fair/8+4 ||
			least < fair-fair/8-4 {
			t.Errorf("%+v: %d parts of %d to %d, up to %d", tt, b.Parts, least, most, next)
		}
	}
}

// The parts that look hardest come first, and the merge is in the order of the input. Unsolvable
// puzzles come last.
func TestHardestFirst(t *testing.T) {
	easy, hard := "1 2 3 4 5 6 7 x 8\n", "8 6 7 2 5 4 3 x 1\n"
	unsolvable := "1 2 3 4 5 6 8 7 x\n"
	for _, tt := range []struct {
		text  string
		parts int
		want  []int64 // first puzzles of the parts
	}{
		{easy + unsolvable + hard, 3, []int64{3, 1, 2}},
		{easy + easy + unsolvable + unsolvable + easy + hard, 3, []int64{5, 1, 3}},
		{easy + easy + easy, 3, []int64{1, 2, 3}},
		{strings.Repeat(easy, 19_999) + hard, 2, []int64{10_001, 1}},
		{strings.Repeat(easy, 10_000) + hard + strings.Repeat(easy, 9_999), 2, []int64{10_001, 1}},
		{strings.Repeat(easy, 9_999) + hard + strings.Repeat(easy, 10_000), 2, []int64{1, 10_001}},
	} {
		b, err := create(t.TempDir(), tt.text, tt.parts)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for i, p := range cluster.Parts(t, b) {
			got = append(got, p.First)
			if err := work(b, i+1); err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("parts begin at the puzzles %v, want %v", got, tt.want)
		}
		one, err := create(t.TempDir(), tt.text, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := work(one, 1); err != nil {
			t.Fatal(err)
		}
		answers, err := merge(b)
		if want, err2 := merge(one); err != nil || err2 != nil || answers != want {
			t.Errorf("%d parts merge to other answers than one: %v, %v", b.Parts, err, err2)
		}
	}
}

// The job of a process is the number that the innermost engine gave it, from 1.
func TestJobOf(t *testing.T) {
	for _, tt := range []struct {
		env    string
		engine string
		number int
		others int
	}{
		{"", "", 0, 0},
		{"SLURM_ARRAY_TASK_ID=7", "slurm", 7, 0},
		{"JOB_COMPLETION_INDEX=0", "kubernetes", 1, 0},
		{"AWS_BATCH_JOB_ARRAY_INDEX=4", "aws", 5, 0},
		{"PBS_ARRAY_INDEX=2", "pbs", 2, 0},
		{"SGE_TASK_ID=undefined", "", 0, 0},
		{"SGE_TASK_ID=3", "sge", 3, 0},
		{"PARALLEL_SEQ=3 SLURM_ARRAY_TASK_ID=9", "parallel", 3, 1},
		{"PARALLEL_SEQ=3 JOB_COMPLETION_INDEX=2", "parallel", 3, 0},
		{"SLURM_ARRAY_TASK_ID=0", "error", 0, 0},
		{"PBS_ARRAY_INDEX=x", "error", 0, 0},
	} {
		job, others, err := cluster.JobOf(func(name string) string {
			for word := range strings.FieldsSeq(tt.env) {
				if value, ok := strings.CutPrefix(word, name+"="); ok {
					return value
				}
			}
			return ""
		})
		engine, number := "", 0
		if job != nil {
			engine, number = job.Engine.Name, job.Number
		}
		if err != nil {
			engine = "error"
		}
		if engine != tt.engine || number != tt.number || len(others) != tt.others {
			t.Errorf("%s: job %d of %q, %d others, %v", tt.env, number, engine, len(others), err)
		}
	}
}
