package offline

import "math"

// The forward plans of a round have firstMoves for each job in the first round, grow times as many
// in the next, and so on up to mostMoves. A round has as many plans side by side as times firstMoves
// in each of them: 1 of 60, 4 of 240, 16 of 960. A round that time would end has fewer, so that it
// takes lastShare of the time that is left, and leaves a quarter to windows: with a half, the ctc model
// was 2 % worse after a minute. On 600 jobs each, 4 hot plans of 1000 moves had waits 6 % below those of
// 64 cold ones of 60 on the Lublin model, and 2 to 3 % on KTH and on the ctc model, in 1.2 times the
// time; 16 hot ones of 250 were alike.
const (
	firstMoves = 60
	grow       = 16
	mostMoves  = firstMoves * grow * grow
	lastShare  = 0.75
)

// kind is what forward plans differ in.
type kind struct {
	ahead int     // arrivals that a plan knows
	heat  float64 // of its annealing
}

// The first round tries these kinds, later ones take the best of them, one of another heat only where
// it is clearly better. Another is not tried where the best so far took more than tryShare of the time
// that is left. With 400, a plan of 60 moves was 7 % better than with 200 on feitelson1996, and 9 % worse
// on the Lublin model. With heat 3, it was 8 % better than with 0.1 on the Lublin model, and 5 % worse on
// a harmonic model, whose waits are those of a few wide jobs. On KTH all are within 2 %.
var kinds = []kind{{200, 3}, {200, 0.1}, {400, 3}, {400, 0.1}}

const (
	tryShare = 0.1
	clearly  = 0.98
)

// plans is what is known of forward plans, by which the next ones are chosen.
type plans struct {
	kinds  []kind  // to try; after a round: the best
	moves  int     // of the last round, for each job
	took   float64 // the share of the time that a kind of it took
	passed float64 // moves of all rounds, for each job
	least  int64   // the best sum of all, and of the schedule before the first
	fold   float64 // share of the sum that e times the moves gain
}

// firstFold is the share of the sum that e times the moves gain, before it is measured. On 10 000
// jobs of KTH and four models it was 1 to 6 %.
const firstFold = 0.03

// forward keeps what is better in new forward plans with so many moves.
func (m *improver) forward(moves int) {
	p := &m.plans
	beside := max(1, int(math.Sqrt(float64(moves)/firstMoves)))
	e := effort{moves: moves / beside, seed: m.seeds.Uint64(), stopped: m.stopped}
	before := p.least
	best := math.Inf(1)
	p.moves = moves
	p.took = 0
	for _, k := range p.kinds {
		begun := m.used()
		if p.took > tryShare*(1-begun) {
			break
		}
		e.heat = k.heat
		starts := m.in.forward(m.key, m.starts, k.ahead, beside, m.workers, e)
		m.splice(starts)
		sum, err := m.in.Sum(starts)
		if err != nil {
			continue
		}
		p.least = min(p.least, sum)
		enough := best
		if k.heat != p.kinds[0].heat {
			enough *= clearly
		}
		if float64(sum) < enough {
			best = float64(sum)
			p.kinds = []kind{k}
			p.took = m.used() - begun
		}
	}
	if p.passed > 0 && !m.stopped() {
		p.fold = float64(before-p.least) / float64(p.least) / math.Log1p(float64(moves)/p.passed)
	}
	p.passed += float64(moves)
}

// next returns the moves of the next round, where a share of the time is used. last: time ends it.
func (p *plans) next(used float64) (moves int, last bool) {
	moves = min(mostMoves, p.moves*grow)
	if left := lastShare * (1 - used); left*float64(p.moves) < p.took*float64(moves) {
		return max(firstMoves, int(left/p.took*float64(p.moves))), true
	}
	return moves, false
}

// expected returns the share of the sum that the next round is expected to gain with as many moves as a
// pass of windows has. It begins anew, and so has to gain first what windows have gained on the plans
// before.
func (p *plans) expected(used float64, sum int64) float64 {
	moves, _ := p.next(used)
	gained := float64(p.least-sum) / float64(sum)
	gains := p.fold*math.Log1p(float64(moves)/p.passed) - gained
	return gains * windowMoves / float64(moves)
}
