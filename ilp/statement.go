package ilp

// Statement names how much of the program is left to HiGHS. All statements have the same
// optimum.
type Statement string

const (
	StatementLiteral Statement = "literal" // as printed: a variable for each job and slot
	StatementEngine  Statement = "engine"  // starts that prices leave, with searches and parts beside the program
)

// Statements returns all statements, the largest program first.
func Statements() []Statement {
	return []Statement{StatementLiteral, StatementEngine}
}
