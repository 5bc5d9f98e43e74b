package command

import (
	"github.com/urfave/cli/v2"

	"github.com/optgap/optgap/bench/base/figure"
	"github.com/optgap/optgap/bench/base/table"
)

// wideFlag is that of every command whose tables have columns that only wide ones
// show.
func wideFlag() cli.Flag {
	return &cli.BoolFlag{Category: categoryOutput, Name: "wide", Usage: "tables with all columns; otherwise with those that fit 100 characters"}
}

// noTitlesFlag is that of every command that draws pictures.
func noTitlesFlag() cli.Flag {
	return &cli.BoolFlag{Category: categoryOutput, Name: "no-titles", Usage: "pictures without titles, for papers that have captions"}
}

// textForm is the form of tables that people read.
func textForm(wide bool) string {
	if wide {
		return table.Wide
	}
	return table.Text
}

// titled returns the figures, without their titles where they are bare.
func titled(figures map[string]figure.Figure, bare bool) map[string]figure.Figure {
	if bare {
		return figure.Untitled(figures)
	}
	return figures
}
