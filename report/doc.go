// Package report shows what package detect found: as text for a person, as
// JSON (docs/report.schema.json), as TSV for a spreadsheet or a script. It also
// draws the verdict, on which the exit status stands. It writes to an
// io.Writer and never exits.
package report
