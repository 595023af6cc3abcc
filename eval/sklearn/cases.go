// Command sklearn prints scored pairs with what package eval makes of them, as
// JSON, for compare.py to hold against scikit-learn: random ones, and those of
// the files pairs_*.tsv in the folder given, if there are any. The script
// .ci/sklearn runs both.
package main

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/leakgate/leakgate/eval"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(folders []string) error {
	r := rand.New(rand.NewPCG(20, 24))
	var out struct {
		Cases  []testCase `json:"cases"`
		Counts []counts   `json:"counts"`
	}
	for i := range 200 {
		c, err := newCase(fmt.Sprintf("random %d", i), randomPairs(r), r)
		if err != nil {
			return err
		}
		out.Cases = append(out.Cases, c)
	}
	for range 200 {
		out.Counts = append(out.Counts, newCounts(randomConfusion(r)))
	}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "pairs_*.tsv"))
		if err != nil {
			return err
		}
		for _, file := range files {
			pairs, err := readPairs(file)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			c, err := newCase(filepath.Base(file), pairs, r)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			out.Cases = append(out.Cases, c)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(out)
}

type testCase struct {
	Name             string    `json:"name"`
	Scores           []float64 `json:"scores"`
	Positive         []bool    `json:"positive"`
	AveragePrecision float64   `json:"average_precision"`
	AUC              float64   `json:"auc"`
	Points           []point   `json:"points"`
	Choices          []choice  `json:"choices"`
}

type point struct {
	Threshold float64 `json:"threshold"`
	counts
}

// choice lacks a threshold where none meets the objective.
type choice struct {
	Objective string   `json:"objective"`
	Threshold *float64 `json:"threshold"`
	Low       float64  `json:"low"`
	counts
}

type counts struct {
	TP       int     `json:"tp"`
	FP       int     `json:"fp"`
	TN       int     `json:"tn"`
	FN       int     `json:"fn"`
	P        float64 `json:"precision"`
	R        float64 `json:"recall"`
	F1       float64 `json:"f1"`
	FHalf    float64 `json:"f0.5"`
	F2       float64 `json:"f2"`
	Accuracy float64 `json:"accuracy"`
	MCC      float64 `json:"mcc"`
	Balanced float64 `json:"balanced_accuracy"`
}

func newCounts(c eval.Confusion) counts {
	return counts{
		c.TP, c.FP, c.TN, c.FN,
		c.Precision(), c.Recall(), c.F1(), c.FBeta(0.5), c.FBeta(2), c.Accuracy(), c.MCC(), c.BalancedAccuracy(),
	}
}

func newCase(name string, pairs []eval.Pair, r *rand.Rand) (testCase, error) {
	c := testCase{Name: name}
	for _, p := range pairs {
		c.Scores, c.Positive = append(c.Scores, p.Score), append(c.Positive, p.Positive)
	}
	points := eval.Sweep(pairs)
	c.AveragePrecision, c.AUC = eval.AveragePrecision(points), eval.AUC(points)
	for _, p := range points {
		c.Points = append(c.Points, point{p.Threshold, newCounts(p.Confusion)})
	}
	for _, objective := range []string{
		"f1", "f0.5", "f2",
		fmt.Sprintf("precision>=%.2f", 0.3+0.7*r.Float64()),
		fmt.Sprintf("recall>=%.2f", 0.3+0.7*r.Float64()),
		fmt.Sprintf("cost:fp=%d,fn=%d", 1+r.IntN(3), 1+r.IntN(9)),
	} {
		o, err := eval.ParseObjective(objective)
		if err != nil {
			return c, err
		}
		chosen, err := eval.Choose(pairs, o)
		switch {
		case err == nil:
			c.Choices = append(c.Choices, choice{objective, &chosen.Threshold, chosen.Low, newCounts(chosen.Confusion)})
		case errors.Is(err, eval.ErrUnreachable):
			c.Choices = append(c.Choices, choice{Objective: objective})
		default:
			return c, err
		}
	}
	return c, nil
}

// randomPairs has a pair of each class and two scores. Sizes, the share of
// positive pairs, ties, and how much the score knows of the label differ widely.
func randomPairs(r *rand.Rand) []eval.Pair {
	n := 3 + int(math.Exp(7.6*r.Float64()))
	grid := math.Trunc(1 + math.Exp(12*r.Float64()))
	share, helpful := 0.02+0.96*r.Float64(), r.Float64()
	pairs := make([]eval.Pair, n)
	for i := range pairs {
		positive := r.Float64() < share
		score := r.Float64()
		if positive {
			score += helpful * (1 - score)
		}
		pairs[i] = eval.Pair{Score: math.Round(score*grid) / grid, Positive: positive}
	}
	pairs[0], pairs[1] = eval.Pair{Score: 0.25, Positive: true}, eval.Pair{Score: 0.75}
	return pairs
}

func randomConfusion(r *rand.Rand) eval.Confusion {
	n := func() int { return r.IntN(2) * r.IntN(30) }
	c := eval.Confusion{TP: n(), FP: n(), TN: n(), FN: n()}
	if c == (eval.Confusion{}) {
		c.TN = 1 // scikit-learn takes no empty list
	}
	return c
}

// readPairs takes the score from the column overlap. A label that does not say
// that the texts differ says that they are alike.
func readPairs(file string) ([]eval.Pair, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = '\t', true
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, errors.New("the file is empty")
	}
	label, kind, overlap := slices.Index(rows[0], "label"), slices.Index(rows[0], "kind"), slices.Index(rows[0], "overlap")
	if label < 0 || kind < 0 || overlap < 0 {
		return nil, fmt.Errorf("want the columns label, kind and overlap, not %v", rows[0])
	}
	var pairs []eval.Pair
	for _, row := range rows[1:] {
		score, err := strconv.ParseFloat(row[overlap], 64)
		if err != nil {
			return nil, err
		}
		differ := slices.Contains([]string{"different", "independent", "non", "not"}, row[label])
		pairs = append(pairs, eval.Pair{Score: score, Positive: !differ, Kind: row[kind]})
	}
	return pairs, nil
}
