// Package papers lists the papers whose experiments can be repeated, for commands and other programs. Each is
// a package of bench/internal/papers, whose documentation says what is measured and how statements are judged:
//
//	Simulated, Dutot, Grothklags, Streit: settings -> Run -> Report, which is printed and drawn
//
// The package may change at any time.
package papers

import (
	"github.com/optgap/optgap/bench/internal/papers/dutot2004"
	"github.com/optgap/optgap/bench/internal/papers/grothklags2004"
	"github.com/optgap/optgap/bench/internal/papers/simulated"
	"github.com/optgap/optgap/bench/internal/papers/statement"
	"github.com/optgap/optgap/bench/internal/papers/streit2002"
)

// AllReadings is the name of all readings of a paper.
const AllReadings = statement.AllReadings

// How an experiment runs, and what it finds.
type (
	Run       = statement.Run
	Watch     = statement.Watch
	Report    = statement.Report
	Statement = statement.Statement
	Group     = statement.Group
)

// The settings of the experiments, and what belongs to them.
type (
	Simulated        = simulated.Paper
	SimulatedReading = simulated.Reading
	Grothklags       = grothklags2004.Run
	GrothklagsTally  = grothklags2004.Tally
	GrothklagsFields = grothklags2004.Settings
	Streit           = streit2002.Evaluation
	StreitInput      = streit2002.Input
	StreitFields     = streit2002.Settings
)

// The lines of JSON of some of them, besides statements.
type (
	SimulatedPoint   = simulated.Point
	SimulatedSample  = simulated.Sample
	SimulatedProblem = simulated.Problem
	DutotCell        = dutot2004.Cell
	GrothklagsMatch  = grothklags2004.Match
)

// The sets of jobs of Streit (2002): StreitSets are their names, NoSet that of none.
const (
	LeastSets = streit2002.LeastSets // for a verdict
	NoSet     = streit2002.None
)

// What the commands need of a paper before they run it.
var (
	Chosen = statement.Chosen

	AllSimulated  = simulated.Papers
	SimulatedRows = simulated.PointRows

	NewDutot     = dutot2004.Paper
	DutotModels  = dutot2004.Models
	DutotFiles   = dutot2004.Layout.Files
	MeasureDutot = dutot2004.NewMeasured

	NewGrothklags      = grothklags2004.DefaultSettings
	GrothklagsReadings = grothklags2004.ReadingNames
	GrothklagsFolders  = grothklags2004.FolderNames

	NewStreit      = streit2002.DefaultSettings
	StreitReadings = streit2002.ReadingNames
	StreitSets     = streit2002.Names
	StreitSetsOf   = streit2002.Sets
	StreitSet      = streit2002.Choose
	StreitSetName  = streit2002.NameOf
)
