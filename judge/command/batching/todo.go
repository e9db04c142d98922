package batching

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"tilejudge/judge/cluster"
	"tilejudge/judge/command/app"
)

// todoCommand declares batch todo.
func todoCommand() *app.Command {
	return &app.Command{
		Name:      "todo",
		Usage:     "list the parts that are missing",
		ArgsUsage: "DIR",
		Description: `
It prints them as engines take the numbers of an array, such as 3,7-9, and nothing if all are
done.

Managers of workflows need neither that nor batch script: each part is a job, and the merge one that
needs all. A Snakefile for a batch of 400 parts:

  rule merge:
      input: expand("night/log/{part}.ok", part=range(1, 401))
      output: "answers.txt"
      shell: "tilejudge batch merge night -o {output}"
  rule part:
      output: touch("night/log/{part}.ok")
      shell: "tilejudge batch work night --part {wildcards.part}"

The same for Nextflow:

  process part {
      input: val n
      output: val n
      script: "tilejudge batch work $launchDir/night --part $n"
  }
  process merge {
      input: val parts
      script: "tilejudge batch merge $launchDir/night -o $launchDir/answers.txt"
  }
  workflow { Channel.of(1..400) | part | collect | merge }`,
		Action: func(c *cli.Context) error {
			b, err := batchOf(c)
			if err != nil {
				return err
			}
			parts, err := b.Todo()
			if err != nil || len(parts) == 0 {
				return err
			}
			_, err = fmt.Fprintln(c.App.Writer, cluster.FormatParts(parts))
			return err
		},
	}
}
