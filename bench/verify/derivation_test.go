package verify_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/optgap/optgap"
	"github.com/optgap/optgap/bench/verify"
	"github.com/optgap/optgap/heuristics/must"
	"github.com/optgap/optgap/heuristics/steptest"
	write "github.com/optgap/optgap/ilp/derivation"
)

// smallStep returns a step of any weights, with dips, equal jobs and ties.
func smallStep(r *rand.Rand, fewest, most int) *optgap.Step {
	pick := func(values ...int64) int64 { return values[r.IntN(len(values))] }
	s := steptest.Random(r, steptest.Options{
		MinJobs: fewest, MaxJobs: most, MaxEstimate: pick(3, 12, 1000, 100_000),
		MaxChanges: int(pick(5, 30)), Dips: pick(0, 1) > 0,
	})
	if pick(0, 1) > 0 {
		steptest.Weigh(r, &s)
	} else if sld, err := optgap.ObjectiveSLD.Of(&s); err == nil && pick(0, 1) > 0 {
		return sld
	}
	return &s
}

// TestMatchesBruteForce proves optima, and nothing above them.
func TestMatchesBruteForce(t *testing.T) {
	for seed, r := range steptest.Sources(75, 77) {
		s := smallStep(r, 1, 6)
		best, want := steptest.Optimum(s)
		d := write.Write(t.Context(), s, want, best)
		must.Need(t, d != nil, "seed", seed, "no proof of", want, "the optimum of", s)
		err := verify.CheckDerivation(s, d)
		must.Need(t, err == nil, "seed", seed, err, s)
		must.Need(t, write.Write(t.Context(), s, want+1, best) == nil,
			"seed", seed, "proof of more than", want, "the optimum of", s)
	}
}

// proof is one that can be changed.
type proof struct {
	step          *optgap.Step
	bound, best   int64
	tree, numbers []byte
}

// deflater writes the parts of all proofs. A new one takes a megabyte.
var deflater = must.Get(flate.NewWriter(nil, 1))

// sealed returns the proof with the digest that belongs to it.
func (p proof) sealed() *optgap.Derivation {
	field := func(data []byte) string {
		var text bytes.Buffer
		deflater.Reset(&text)
		must.Get(deflater.Write(data))
		must.Do(deflater.Close())
		return base64.StdEncoding.EncodeToString(text.Bytes())
	}
	digest := verify.DerivationDigest(p.step, p.bound, p.tree, p.numbers)
	return &optgap.Derivation{Bound: p.bound, Digest: digest, Tree: field(p.tree), Numbers: field(p.numbers)}
}

func opened(text string) []byte {
	return must.Get(io.ReadAll(flate.NewReader(base64.NewDecoder(base64.StdEncoding, strings.NewReader(text)))))
}

// damages change a proof. other is a proof of another step.
var damages = map[string]func(r *rand.Rand, p *proof, other proof){
	"another step's":    func(_ *rand.Rand, p *proof, other proof) { p.tree, p.numbers = other.tree, other.numbers },
	"a larger bound":    func(r *rand.Rand, p *proof, _ proof) { p.bound += 1 + r.Int64N(3) },
	"a bound far above": func(r *rand.Rand, p *proof, _ proof) { p.bound += 1 << (36 + r.IntN(26)) },
	"all opened": func(r *rand.Rand, p *proof, _ proof) {
		p.bound++
		p.tree, p.numbers = bytes.Repeat([]byte("d"), 1+r.IntN(200)), nil
	},
	"borders that fall": func(r *rand.Rand, p *proof, _ proof) {
		at := 0
		for range 4 { // bits, divisor, number of borders, the first one
			_, n := binary.Uvarint(p.numbers[at:])
			at += n
		}
		_, n := binary.Uvarint(p.numbers[at:])
		fall := binary.AppendUvarint(nil, -uint64(1+r.IntN(9)))
		p.numbers = slices.Replace(p.numbers, at, at+n, fall...)
	},
	"a child dropped": func(r *rand.Rand, p *proof, _ proof) {
		i := r.IntN(len(p.tree))
		p.tree = slices.Delete(p.tree, i, i+1)
	},
	"a child twice":    func(r *rand.Rand, p *proof, _ proof) { p.tree = append(p.tree, p.tree[r.IntN(len(p.tree))]) },
	"another rule":     func(r *rand.Rand, p *proof, _ proof) { p.tree[r.IntN(len(p.tree))] = "dabBixmp?"[r.IntN(9)] },
	"another number":   func(r *rand.Rand, p *proof, _ proof) { p.numbers[r.IntN(len(p.numbers))] ^= 1 << r.IntN(8) },
	"a number dropped": func(r *rand.Rand, p *proof, _ proof) { p.numbers = p.numbers[:r.IntN(len(p.numbers))] },
	"prices that overflow": func(_ *rand.Rand, p *proof, _ proof) {
		p.numbers = append(p.numbers[:len(p.numbers)-1], 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f)
	},
	"another objective's": func(_ *rand.Rand, p *proof, _ proof) {
		s := *p.step
		s.Jobs = slices.Clone(s.Jobs)
		s.Jobs[0].Weight = s.Weight(0) + 1
		_, p.best = steptest.Optimum(&s)
		p.step = &s
	},
}

// TestDamaged: a damaged proof is refused by its digest. One with a new digest is refused, unless what it says
// holds all the same, as that of other prices may.
func TestDamaged(t *testing.T) {
	var proofs []proof
	for _, r := range steptest.Sources(30, 78) {
		s := smallStep(r, 6, 7)
		best, want := steptest.Optimum(s)
		d := write.Write(t.Context(), s, want, best)
		if p := (proof{s, want, want, opened(d.Tree), opened(d.Numbers)}); bytes.Contains(p.tree, []byte("p")) {
			proofs = append(proofs, p)
		}
	}
	tried, refused := 0, 0
	for seed, r := range steptest.Sources(120, 79) {
		for name, damage := range damages {
			i := r.IntN(len(proofs))
			p := proofs[i]
			whole := *p.sealed()
			p.tree, p.numbers = slices.Clone(p.tree), slices.Clone(p.numbers)
			damage(r, &p, proofs[(i+1+r.IntN(len(proofs)-1))%len(proofs)])
			d := p.sealed()
			if d.Digest == whole.Digest {
				continue // nothing changed
			}
			tried++
			whole.Bound, whole.Tree, whole.Numbers = d.Bound, d.Tree, d.Numbers
			must.Hold(t, verify.CheckDerivation(p.step, &whole) != nil,
				"seed", seed, name, "accepted with the digest of the whole proof")
			if verify.CheckDerivation(p.step, d) != nil {
				refused++
			} else if p.bound > p.best {
				t.Errorf("seed %d, %s: proves %d, but the optimum is %d of %+v", seed, name, p.bound, p.best, p.step)
			}
		}
	}
	must.Hold(t, tried >= 1000 && refused >= tried*8/10,
		refused, "of", tried, "damaged proofs with new digests refused")
	t.Logf("%d of %d damaged proofs with new digests refused", refused, tried)
}

// TestPage: the proofs on the page hold, a higher bound does not, and the first is the one that is written.
func TestPage(t *testing.T) {
	page := string(must.Get(os.ReadFile("../../docs/proofs.md")))
	var s optgap.Step
	var proofs []*optgap.Derivation
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, `{"format"`) {
			must.Do(json.Unmarshal([]byte(line), &s))
		} else if strings.HasPrefix(line, "{") {
			proofs = append(proofs, new(optgap.Derivation))
			must.Do(json.Unmarshal([]byte(line), proofs[len(proofs)-1]))
		}
	}
	for i, letters := range []string{"daadaa", "pdbbbb"} {
		d := proofs[i]
		p := proof{step: &s, bound: d.Bound, tree: opened(d.Tree), numbers: opened(d.Numbers)}
		if err := verify.CheckDerivation(&s, d); err != nil || string(p.tree) != letters {
			t.Errorf("proof %d: letters %q, expected %q; error %v", i, p.tree, letters, err)
		}
		p.bound++
		must.Hold(t, verify.CheckDerivation(&s, p.sealed()) != nil,
			"proof", i, "also proves", p.bound, "but the optimum is", d.Bound)
	}
	d := write.Best(t.Context(), &s, 220, optgap.Schedule{0, 0, 30})
	must.Equal(t, *d, *proofs[0])
}

// TestTooLarge: what takes more memory or work than the limits is refused before it is done.
func TestTooLarge(t *testing.T) {
	s := &optgap.Step{Machine: 4095, History: optgap.History{{Time: 0, Free: 4095}}}
	for i := range int64(8) {
		s.Jobs = append(s.Jobs, optgap.Job{ID: i, Width: 4095, Estimate: 100_000 + i})
	}
	priced := func(borders uint64) []byte {
		to := binary.AppendUvarint([]byte{0, 1}, borders)
		return append(to, make([]byte, 9*borders-8)...)
	}
	bound := make(optgap.Schedule, 8).Objective(s) + 1
	nested := append(priced(1500), priced(1500)...)
	long := *s
	long.Machine, long.History = 4096, optgap.History{{Time: 0, Free: 4096}}
	for i := range int64(1_000_000) {
		long.History = append(long.History, optgap.Change{Time: 1e7 + i, Free: 4096 - i%2})
	}
	for name, p := range map[string]proof{
		"prices":  {step: s, tree: []byte("p"), numbers: priced(1 << 20)},
		"nested":  {step: s, tree: []byte("pdp"), numbers: nested},
		"history": {step: &long, tree: bytes.Repeat([]byte("d"), 64)},
		"bytes":   {step: s, tree: make([]byte, 16<<20+1)},
	} {
		p.bound = bound
		must.Is(t, verify.CheckDerivation(p.step, p.sealed()), verify.ErrTooLarge, name)
	}
}
