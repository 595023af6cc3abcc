package detect

import "slices"

// gap is a stretch of two sequences between words that correspond: a[a0:a1]
// stands where b[b0:b1] does. One of them may be empty.
type gap struct{ a0, a1, b0, b1 int }

// aligner lays two sequences of words side by side by their longest common
// subsequence. Where its table would be too large, the words that stand once in
// both, in the longest run that keeps their order, cut the sequences into
// stretches (patience diff, Bram Cohen). They do not come first: a number that
// stands once in both may stand in another place. It is scratch memory.
type aligner struct {
	gaps  []gap
	table []uint16
	once  map[uint64]*places
}

// places is how often a word stands in each sequence, and where.
type places struct{ inA, inB, a, b int }

const (
	// maxTable is the most cells of a table of common subsequences.
	maxTable = 1 << 18
	// maxDepth is how often anchors are looked for between anchors.
	maxDepth = 16
	// maxAligned is the most words of a text that is aligned at all.
	maxAligned = 1 << 16
)

// align lists the gaps in order. ok is false for texts that are too long.
func (l *aligner) align(a, b []uint64) (gaps []gap, ok bool) {
	l.gaps = l.gaps[:0]
	if len(a) > maxAligned || len(b) > maxAligned {
		return nil, false
	}
	l.between(a, b, gap{0, len(a), 0, len(b)}, maxDepth)
	return l.gaps, true
}

// between aligns one stretch.
func (l *aligner) between(a, b []uint64, g gap, depth int) {
	for g.a0 < g.a1 && g.b0 < g.b1 && a[g.a0] == b[g.b0] {
		g.a0++
		g.b0++
	}
	for g.a0 < g.a1 && g.b0 < g.b1 && a[g.a1-1] == b[g.b1-1] {
		g.a1--
		g.b1--
	}
	switch {
	case g.a0 == g.a1 && g.b0 == g.b1:
		return
	case g.a0 == g.a1 || g.b0 == g.b1:
		l.gaps = append(l.gaps, g)
		return
	}
	if (g.a1-g.a0+1)*(g.b1-g.b0+1) <= maxTable {
		l.small(a, b, g)
		return
	}
	var anchors []places
	if depth > 0 {
		anchors = l.anchors(a[g.a0:g.a1], b[g.b0:g.b1])
	}
	if len(anchors) == 0 {
		l.gaps = append(l.gaps, g)
		return
	}
	from := g
	for _, at := range anchors {
		from.a1, from.b1 = g.a0+at.a, g.b0+at.b
		l.between(a, b, from, depth-1)
		from.a0, from.b0 = from.a1+1, from.b1+1
	}
	from.a1, from.b1 = g.a1, g.b1
	l.between(a, b, from, depth-1)
}

// anchors are words that stand once in both, as many as keep one order.
func (l *aligner) anchors(a, b []uint64) []places {
	if l.once == nil {
		l.once = map[uint64]*places{}
	}
	clear(l.once)
	for i, w := range a {
		p := l.once[w]
		if p == nil {
			p = &places{}
			l.once[w] = p
		}
		p.inA++
		p.a = i
	}
	for i, w := range b {
		if p := l.once[w]; p != nil {
			p.inB++
			p.b = i
		}
	}
	var common []places
	for i, w := range a {
		if p := l.once[w]; p.inA == 1 && p.inB == 1 && p.a == i {
			common = append(common, *p)
		}
	}
	return longestRising(common)
}

// longestRising is a longest subsequence whose b rises; a rises already.
func longestRising(list []places) []places {
	var ends []int                   // of the best subsequence of each length
	before := make([]int, len(list)) // the one in front in it
	for i := range list {
		at, _ := slices.BinarySearchFunc(ends, list[i].b, func(e, b int) int { return list[e].b - b })
		before[i] = -1
		if at > 0 {
			before[i] = ends[at-1]
		}
		if at == len(ends) {
			ends = append(ends, i)
		} else {
			ends[at] = i
		}
	}
	out := make([]places, len(ends))
	if len(ends) > 0 {
		for i, n := ends[len(ends)-1], len(ends)-1; n >= 0; i, n = before[i], n-1 {
			out[n] = list[i]
		}
	}
	return out
}

// small aligns a stretch by the table of the longest common subsequences of its
// tails.
func (l *aligner) small(a, b []uint64, g gap) {
	rows, columns := g.a1-g.a0, g.b1-g.b0
	width := columns + 1
	l.table = append(l.table[:0], make([]uint16, (rows+1)*width)...)
	for i := rows - 1; i >= 0; i-- {
		for j := columns - 1; j >= 0; j-- {
			best := max(l.table[(i+1)*width+j], l.table[i*width+j+1])
			if a[g.a0+i] == b[g.b0+j] {
				best = l.table[(i+1)*width+j+1] + 1
			}
			l.table[i*width+j] = best
		}
	}
	from := gap{g.a0, g.a0, g.b0, g.b0}
	for from.a1 < g.a1 && from.b1 < g.b1 {
		i, j := from.a1-g.a0, from.b1-g.b0
		switch {
		case a[from.a1] == b[from.b1]:
			if from.a0 < from.a1 || from.b0 < from.b1 {
				l.gaps = append(l.gaps, from)
			}
			from = gap{from.a1 + 1, from.a1 + 1, from.b1 + 1, from.b1 + 1}
		case l.table[(i+1)*width+j] >= l.table[i*width+j+1]:
			from.a1++
		default:
			from.b1++
		}
	}
	from.a1, from.b1 = g.a1, g.b1
	if from.a0 < from.a1 || from.b0 < from.b1 {
		l.gaps = append(l.gaps, from)
	}
}
