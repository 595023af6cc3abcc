package index

// WindowWords is the least number of words of a text that is looked for whole
// inside another (DESIGN 3.4 b).
const WindowWords = 8

// A text of 8 words or more that stands whole inside another shares all its
// pieces of 3 words with it, and of each run of 8 words the chosen piece: that
// with the least hash of six.
const (
	pieceWords = 3
	pieces     = WindowWords - pieceWords + 1
)

func pieceHash(a, b, c uint64) uint64 {
	h := (a*0x9e3779b97f4a7c15+b)*0x9e3779b97f4a7c15 + c
	h ^= h >> 32
	return h * 0xd6e8feb86659fd93
}

// AppendPieces appends the hashes of all 3-word pieces of a text, in order, but
// for one equal to the one before.
func AppendPieces(dst, words []uint64) []uint64 {
	last, any := uint64(0), false
	for i := 0; i+pieceWords <= len(words); i++ {
		if piece := pieceHash(words[i], words[i+1], words[i+2]); !any || piece != last {
			dst = append(dst, piece)
			last, any = piece, true
		}
	}
	return dst
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
		if i == pieces-1 || at != before && dst[len(dst)-1] != least {
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

// Add notes a document by one of its pieces, better a rare one; for InKeys it
// must be a window key.
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

// InWords yields the documents that may stand in a text of these words. Every
// piece is looked up: choosing them costs more than a look-up in so small a
// filter.
func (h *Heads) InWords(s *Search, words []uint64, yield func(doc int)) {
	s.beginKeys(h.Len())
	for i := 0; i+pieceWords <= len(words); i++ {
		h.find(s, pieceHash(words[i], words[i+1], words[i+2]), yield)
	}
}

// InKeys yields the documents that may stand in a text of these window keys.
func (h *Heads) InKeys(s *Search, keys []uint64, yield func(doc int)) {
	s.beginKeys(h.Len())
	for _, key := range keys {
		h.find(s, key, yield)
	}
}

// find yields the documents of a key that this search meets for the first time:
// a text may repeat one phrase for ever.
func (h *Heads) find(s *Search, key uint64, yield func(doc int)) {
	if key = spread(key); h.table.maybe(key) == 0 {
		return
	}
	number, ok := h.table.find(key)
	if !ok || s.keys[number] == s.keyTurn {
		return
	}
	s.keys[number] = s.keyTurn
	for at := h.last[number]; at != 0; at = h.place[at-1].before {
		yield(int(h.place[at-1].doc))
	}
}

// spread fills the upper bits, by which the table sorts: in the least of
// several hashes they are empty.
func spread(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 }
