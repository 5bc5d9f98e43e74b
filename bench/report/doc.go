// Package report shows the results of studies as tables and figures. It reads numbers of
// other packages and computes none.
//
//	results       -> Study   -> all tables and figures of a study
//	a result      -> StepTable; results of one step -> StepPanels
//	a comparison  -> MethodSteps, MethodFigures, EffortFigures
//	its totals    -> Methods, Averages, Costs
//	loss table    -> LossAverages, LossTables, LossFigure
//	summaries     -> MoldableAverages
//	analyses      -> WorkloadTable, RunTimeFigure
//
// The package may change at any time.
package report
