package main

import (
	"fmt"

	"github.com/leakgate/leakgate/ngram"
	"github.com/leakgate/leakgate/report"
	"github.com/spf13/cobra"
)

func (c *Command) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print version, commit, Go version and scheme numbers",
		Example: "  leakgate version",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			t := tool()
			commit := t.Commit
			if commit == "" {
				commit = "unknown"
			}
			if _, err := fmt.Fprintf(c.Stdout, `leakgate %s
commit         %s
go             %s
text → hash    scheme %d (words = 1, plain = 2, chars = 3)
unicode        %s
report         %s
`, t.Version, commit, t.Go, t.Scheme, ngram.UnicodeVersion(), report.Schema); err != nil {
				return unwritten(err)
			}
			return nil
		},
	}
}
