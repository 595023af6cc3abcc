package index

// WindowWords is the least number of words of a text that is looked for whole
// inside another (DESIGN 3.4 b).
const WindowWords = 8

// A text of 8 words or more that stands whole inside another shares its first
// 8 words with it, and of these the chosen piece: the least of the hashes of
// their six 3-word pieces.
const (
	pieceWords = 3
	pieces     = WindowWords - pieceWords + 1
)

func pieceHash(a, b, c uint64) uint64 {
	h := (a*0x9e3779b97f4a7c15+b)*0x9e3779b97f4a7c15 + c
	h ^= h >> 32
	return h * 0xd6e8feb86659fd93
}

// HeadKey is the chosen piece of the first WindowWords words of a text, which
// must have as many.
func HeadKey(words []uint64) uint64 {
	least := ^uint64(0)
	for i := range pieces {
		least = min(least, pieceHash(words[i], words[i+1], words[i+2]))
	}
	return least
}

// AppendWindowKeys appends the chosen pieces of all runs of WindowWords words,
// in order, each once for the runs that share it; none if there are fewer
// words. That is the winnowing of Schleimer, Wilkerson and Aiken (2003): about
// two keys for seven words.
func AppendWindowKeys(dst, words []uint64) []uint64 {
	if len(words) < WindowWords {
		return dst
	}
	var recent [8]uint64 // the latest pieces
	least, at := uint64(0), -pieces
	for i := 0; i+pieceWords <= len(words); i++ {
		piece := pieceHash(words[i], words[i+1], words[i+2])
		recent[i%8] = piece
		before := at
		switch {
		case i < pieces-1: // not yet a run
			if at < 0 || piece <= least {
				least, at = piece, i
			}
			continue
		case piece <= least:
			least, at = piece, i
		case at <= i-pieces: // the least one is out of the run
			least, at = piece, i
			for back := i - 1; back > i-pieces; back-- {
				if recent[back%8] < least {
					least, at = recent[back%8], back
				}
			}
		}
		if i == pieces-1 || at != before {
			dst = append(dst, least)
		}
	}
	return dst
}

// Heads finds where the short texts of a set may stand whole inside other
// texts. What it names must be compared word by word.
type Heads struct {
	table *table
	last  []uint32 // by the table's number: its last place, plus one
	place []place
}

// place is one document with a key, linked to the one before.
type place struct{ doc, before uint32 }

// NewHeads makes an empty set.
func NewHeads() *Heads { return &Heads{table: newTable(0)} }

// Len is the number of distinct keys.
func (h *Heads) Len() int { return h.table.used }

// Add notes a document by its [HeadKey].
func (h *Heads) Add(doc int, key uint64) {
	if h.table.full() {
		h.table = h.table.grown()
	}
	number, added := h.table.insert(spread(key))
	if added {
		h.last = append(h.last, 0)
	}
	h.place = append(h.place, place{uint32(doc), h.last[number]})
	h.last[number] = uint32(len(h.place))
}

// InWords yields the documents that may stand in a text of these words; a
// document may come more than once. Every piece is looked up: choosing them
// costs more than a look-up in so small a filter.
func (h *Heads) InWords(words []uint64, yield func(doc int)) {
	for i := 0; i+pieceWords <= len(words); i++ {
		h.find(pieceHash(words[i], words[i+1], words[i+2]), yield)
	}
}

// InKeys yields the documents that may stand in a text of these window keys.
func (h *Heads) InKeys(keys []uint64, yield func(doc int)) {
	for _, key := range keys {
		h.find(key, yield)
	}
}

func (h *Heads) find(key uint64, yield func(doc int)) {
	if key = spread(key); h.table.maybe(key) == 0 {
		return
	}
	number, ok := h.table.find(key)
	if !ok {
		return
	}
	for at := h.last[number]; at != 0; at = h.place[at-1].before {
		yield(int(h.place[at-1].doc))
	}
}

// spread fills the upper bits, by which the table sorts: in the least of
// several hashes they are empty.
func spread(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 }
