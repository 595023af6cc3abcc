package detect

import (
	"encoding/binary"
	"fmt"
	"os"
	"sync"

	"github.com/leakgate/leakgate/corpus"
)

// spool keeps the training documents that match, until the end of the stream
// tells which of them are boilerplate: a split can be read once only. The first
// spoolMemory bytes wait in memory, the rest in a temporary file that has no
// name where the system allows it.
type spool struct {
	mu   sync.Mutex
	tail []byte // from offset base on
	base uint64
	file *os.File
	fail func(error) // ends the run
	lost bool        // it has; nothing more is kept
}

var spoolMemory = 16 << 20 // tests lower it

// put keeps a document and says where.
func (s *spool) put(doc trainDoc) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lost {
		return 0
	}
	place := s.base + uint64(len(s.tail))
	s.tail = binary.LittleEndian.AppendUint64(s.tail, 0)
	from := len(s.tail)
	s.tail = appendDocument(s.tail, doc)
	binary.LittleEndian.PutUint64(s.tail[from-8:], uint64(len(s.tail)-from))
	if len(s.tail) >= spoolMemory {
		if err := s.flush(); err != nil {
			s.lost = true
			s.fail(err)
		}
	}
	return place
}

func (s *spool) flush() (err error) {
	if s.file == nil {
		if s.file, err = os.CreateTemp("", "leakgate-*"); err != nil {
			return spoolError(err)
		}
		os.Remove(s.file.Name()) // where an open file cannot be removed, close does
	}
	if _, err := s.file.WriteAt(s.tail, int64(s.base)); err != nil {
		return spoolError(err)
	}
	s.base += uint64(len(s.tail))
	s.tail = s.tail[:0]
	return nil
}

// get reads a document back. Any number of goroutines may, once nobody puts.
func (s *spool) get(place uint64) (trainDoc, error) {
	if place >= s.base {
		record := s.tail[place-s.base:]
		return readDocument(record[8 : 8+binary.LittleEndian.Uint64(record)]), nil
	}
	var size [8]byte
	if _, err := s.file.ReadAt(size[:], int64(place)); err != nil {
		return trainDoc{}, spoolError(err)
	}
	record := make([]byte, binary.LittleEndian.Uint64(size[:]))
	if _, err := s.file.ReadAt(record, int64(place)+8); err != nil {
		return trainDoc{}, spoolError(err)
	}
	return readDocument(record), nil
}

func spoolError(err error) error {
	return fmt.Errorf("matching documents cannot be kept in the folder for temporary files: %w; name another one (TMPDIR)", err)
}

func (s *spool) close() {
	if s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
	s.tail, s.file = nil, nil
}

func appendDocument(b []byte, doc trainDoc) []byte {
	flags := byte(0)
	if doc.HasID {
		flags |= 1
	}
	if doc.HasLabel {
		flags |= 2
	}
	if doc.HasKind {
		flags |= 4
	}
	b = append(b, flags)
	for _, n := range []uint64{uint64(doc.file), doc.order, uint64(doc.Line), uint64(len(doc.Texts))} {
		b = binary.AppendUvarint(b, n)
	}
	for _, text := range append([]string{doc.ID, doc.Label, doc.Kind}, doc.Texts...) {
		b = binary.AppendUvarint(b, uint64(len(text)))
		b = append(b, text...)
	}
	return b
}

// readDocument reads what appendDocument wrote in this run: nothing to check.
func readDocument(b []byte) trainDoc {
	flags := b[0]
	b = b[1:]
	number := func() uint64 {
		n, size := binary.Uvarint(b)
		b = b[size:]
		return n
	}
	text := func() string {
		n := number()
		s := string(b[:n])
		b = b[n:]
		return s
	}
	doc := trainDoc{Document: &corpus.Document{HasID: flags&1 != 0, HasLabel: flags&2 != 0, HasKind: flags&4 != 0}}
	doc.file, doc.order, doc.Line = int(number()), number(), int(number())
	doc.Texts = make([]string, number())
	doc.ID, doc.Label, doc.Kind = text(), text(), text()
	for i := range doc.Texts {
		doc.Texts[i] = text()
	}
	return doc
}
