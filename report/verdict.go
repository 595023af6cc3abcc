package report

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/leakgate/leakgate/detect"
)

// The exit statuses (docs/statuses.md).
const (
	StatusClean       = 0 // no leak, or no more than allowed
	StatusLeaks       = 1 // more leaking validation documents than allowed
	StatusUsage       = 2 // the command line is wrong; nothing was compared
	StatusIncomplete  = 3 // something could not be read, decided or written
	StatusInterrupted = 130
)

// Allowance is how many validation documents of a comparison may leak: a
// number, or per cent of those read. The zero value allows none.
type Allowance struct {
	text    string
	count   int64
	percent *big.Rat
}

// ParseAllowance reads "3" or "0.5%". A bare fraction is refused: 0.5 could
// mean either.
func ParseAllowance(s string) (Allowance, error) {
	if number, ok := strings.CutSuffix(s, "%"); ok {
		p, ok := decimal(number)
		if !ok || p.Cmp(big.NewRat(100, 1)) > 0 {
			return Allowance{}, fmt.Errorf("%q is not a percentage from 0%% to 100%%", s)
		}
		return Allowance{text: s, percent: p}, nil
	}
	p, ok := decimal(s)
	if !ok {
		return Allowance{}, fmt.Errorf("%q is not a number of documents (3) or a percentage (0.5%%)", s)
	}
	if strings.Contains(s, ".") {
		return Allowance{}, fmt.Errorf("%q is neither a whole number of documents nor a percentage: write %s%% for per cent", s, s)
	}
	if !p.Num().IsInt64() {
		return Allowance{}, fmt.Errorf("%q is more documents than there can be: 100%% allows all", s)
	}
	return Allowance{text: s, count: p.Num().Int64()}, nil
}

// decimal reads digits with at most one point: no sign, no exponent.
func decimal(s string) (*big.Rat, bool) {
	if strings.Trim(s, "0123456789.") != "" {
		return nil, false
	}
	return new(big.Rat).SetString(s)
}

// String is what was typed.
func (a Allowance) String() string {
	if a.text == "" {
		return "0"
	}
	return a.text
}

// Allows says whether failing of read documents may leak.
func (a Allowance) Allows(failing, read int) bool {
	if a.percent == nil {
		return int64(failing) <= a.count
	}
	limit := new(big.Rat).Mul(a.percent, big.NewRat(int64(read), 100))
	return big.NewRat(int64(failing), 1).Cmp(limit) <= 0
}

// Verdict is the answer of a run.
type Verdict struct {
	Word   string // clean, allowed, leaks or incomplete
	Status int
	Passed []bool // each comparison against the allowance
}

// Judge draws the verdict. What could not be read or decided beats every leak:
// incomplete is never clean. With reportOnly leaks do not fail the run.
func Judge(r *detect.Result, allowed Allowance, reportOnly bool) Verdict {
	v := Verdict{Word: "clean", Status: StatusClean}
	undecided, over := false, false
	for i := range r.Comparisons {
		c := &r.Comparisons[i]
		pass := allowed.Allows(c.Failing, r.Splits[c.Validation].Documents)
		v.Passed = append(v.Passed, pass)
		over = over || !pass
		undecided = undecided || len(c.Undecided) > 0 || c.PartlyJudged > 0
		if c.Failing > 0 || c.Leaking > 0 { // kinds that do not count are leaks all the same
			v.Word = "allowed"
		}
	}
	if over {
		v.Word = "leaks"
		if !reportOnly {
			v.Status = StatusLeaks
		}
	}
	if len(r.Problems) > 0 || undecided {
		v.Word, v.Status = "incomplete", StatusIncomplete
	}
	return v
}
