package ngram

import "unicode/utf8"

// mixedWords reads words character by character: those that touch a character
// outside ASCII.
type mixedWords struct {
	dst   []uint64
	spans []Span // nil if nobody asks
	word  Span
	open  bool
	alone bool // the open word is one character of a script without spaces
}

// appendMixed reads words from start on and stops at the first ASCII separator
// that is not followed by a non-ASCII character: up to there a combining mark
// could still reach back.
func (h *Hasher) appendMixed(dst []uint64, spans []Span, text string, start int) ([]uint64, []Span, int) {
	plain := h.scheme.Tokens == Plain
	s := &h.scan
	s.beginAt(text, start, !plain)
	m := mixedWords{dst: dst, spans: spans}
	h.buf = h.buf[:0]
	for !s.betweenWords() {
		r, span, ok := s.next()
		if !ok {
			break
		}
		p := s.property(r)
		alone := p&single != 0 && !plain
		switch {
		case p&mark != 0 && !plain:
			if !m.open {
				continue
			}
		case p&letter == 0:
			h.closeWord(&m)
			continue
		case m.open && (alone || m.alone):
			h.closeWord(&m)
		}
		if !m.open {
			m.open, m.alone, m.word = true, alone, span
		}
		m.word.End = max(m.word.End, span.End)
		h.buf = utf8.AppendRune(h.buf, r)
	}
	h.closeWord(&m)
	return m.dst, m.spans, s.at
}

func (h *Hasher) closeWord(m *mixedWords) {
	if !m.open {
		return
	}
	m.dst = append(m.dst, h.wordHash(h.buf))
	if m.spans != nil {
		m.spans = append(m.spans, m.word)
	}
	h.buf, m.open = h.buf[:0], false
}
