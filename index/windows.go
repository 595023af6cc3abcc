package index

// WindowWords is the least number of words of a text that is looked for whole
// inside another (DESIGN 3.4 b).
const WindowWords = 8

// A text of 8 words or more that stands whole inside another shares every run
// of 8 words with it, and of each run one chosen part: the least of the hashes
// of its six 3-word pieces, the winnowing of Schleimer, Wilkerson and Aiken
// (2003). Consecutive runs mostly choose the same piece, so a text has about
// two keys for seven words. Indexing every run took four times the memory.
const (
	pieceWords = 3
	pieces     = WindowWords - pieceWords + 1
)

// AppendWindowKeys appends the keys of all runs of WindowWords words, in order,
// without repeats next to each other; none if there are fewer words.
func AppendWindowKeys(dst, words []uint64) []uint64 {
	if len(words) < WindowWords {
		return dst
	}
	var ring [8]uint64 // the latest pieces
	last, any := uint64(0), false
	for i := 0; i+pieceWords <= len(words); i++ {
		ring[i%8] = pieceHash(words[i], words[i+1], words[i+2])
		if i < pieces-1 {
			continue
		}
		least := ring[i%8]
		for back := 1; back < pieces; back++ {
			least = min(least, ring[(i-back)%8])
		}
		if !any || least != last {
			// A least value has empty upper bits, by which the table sorts.
			dst = append(dst, least*0x9e3779b97f4a7c15)
			last, any = least, true
		}
	}
	return dst
}

// WindowKey is the key of the first run of at least WindowWords words.
func WindowKey(words []uint64) uint64 {
	var key [1]uint64
	return AppendWindowKeys(key[:0], words[:WindowWords])[0]
}

func pieceHash(a, b, c uint64) uint64 {
	h := (a*0x9e3779b97f4a7c15+b)*0x9e3779b97f4a7c15 + c
	h ^= h >> 32
	return h * 0xd6e8feb86659fd93
}

// Windows leads from keys to documents that have them. What it names must be
// compared word by word.
type Windows struct {
	table *table
	last  []uint32 // by the table's number: its last place, plus one
	place []place
}

// place is one document with a key, linked to the one before: a slice for
// every key took four times the memory.
type place struct{ doc, before uint32 }

// NewWindows makes an empty index with room for n keys; it grows.
func NewWindows(n int) *Windows {
	return &Windows{table: newTable(n), last: make([]uint32, 0, n), place: make([]place, 0, n)}
}

// Add notes that document doc has a key.
func (w *Windows) Add(doc int, key uint64) {
	if w.table.used*3 > len(w.table.keys)*2 {
		w.table = w.table.grown()
	}
	number, added := w.table.insert(key)
	if added {
		w.last = append(w.last, 0)
	}
	if before := w.last[number]; before == 0 || w.place[before-1].doc != uint32(doc) {
		w.place = append(w.place, place{uint32(doc), before})
		w.last[number] = uint32(len(w.place))
	}
}

// Len is the number of distinct keys.
func (w *Windows) Len() int { return w.table.used }

// Find yields the documents that have a key.
func (w *Windows) Find(key uint64, yield func(doc int)) {
	if !w.table.maybe(key) {
		return
	}
	number, ok := w.table.find(key)
	if !ok {
		return
	}
	for at := w.last[number]; at != 0; at = w.place[at-1].before {
		yield(int(w.place[at-1].doc))
	}
}
