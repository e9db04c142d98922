package report

import (
	"bufio"
	"encoding/json"
	"time"

	"tilejudge/judge"
)

// jsonVersion is the version of the objects. It grows when a field changes its meaning.
const jsonVersion = 1

type jsonCase struct {
	Version int    `json:"v"`
	Type    string `json:"type"` // "case"
	Name    string `json:"name"`
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Answer  string `json:"answer,omitempty"`
	Verdict string `json:"verdict"`
	Message string `json:"message"`
	*jsonUsage
}

type jsonUsage struct {
	CPU    time.Duration `json:"cpu_ns"`
	Wall   time.Duration `json:"wall_ns"`
	Memory int64         `json:"memory_bytes"`
	Output int64         `json:"output_bytes"`
	Exit   int           `json:"exit"`
	Signal string        `json:"signal"`
}

type jsonSummary struct {
	Version  int              `json:"v"`
	Type     string           `json:"type"` // "summary"
	Cases    int64            `json:"cases"`
	Verdicts map[string]int64 `json:"verdicts"` // without those that did not occur
	Wall     time.Duration    `json:"wall_ns"`
	Stopped  string           `json:"stopped,omitempty"`
}

// jsonLines writes one object per line.
type jsonLines struct {
	printer
	enc *json.Encoder
}

func newJSON(w *bufio.Writer, o Options) Reporter { return &jsonLines{printer{w, o}, encoder(w)} }

// encoder returns a JSON encoder that does not escape "<", ">" and "&".
func encoder(w *bufio.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}

func (j *jsonLines) Case(r *judge.Result) error {
	c := jsonCase{
		Version: jsonVersion, Type: "case", Name: r.Name, File: r.File, Line: r.Line,
		Answer: r.Answer, Verdict: r.Verdict.String(), Message: r.Message,
	}
	if u := r.Run; u != nil {
		c.jsonUsage = &jsonUsage{u.CPU, u.Wall, u.Memory, u.Output, u.Exit, u.Signal}
	}
	if err := j.enc.Encode(&c); err != nil {
		return err
	}
	return j.written()
}

func (j *jsonLines) Close(s Summary) error {
	verdicts := make(map[string]int64)
	for _, v := range judge.Verdicts() {
		if s.Tally[v] > 0 {
			verdicts[v.String()] = s.Tally[v]
		}
	}
	err := j.enc.Encode(jsonSummary{
		jsonVersion, "summary", s.Tally.Cases(), verdicts, s.Time, s.Stopped,
	})
	if err != nil {
		return err
	}
	return j.Flush()
}
