package corpus

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"iter"
	"sync"
)

const (
	// DefaultMaxDocument is the longest record read when Options says nothing: 32 MiB.
	DefaultMaxDocument = 32 << 20
	// DefaultMaxBlank is the share of blank documents a file may have.
	DefaultMaxBlank = 0.5
	// DefaultBlockSize is the text a block holds, in bytes: small enough to stay
	// in the second-level cache, large enough that hand-over costs nothing.
	DefaultBlockSize = 256 << 10
)

// Options says how the files of one side are read. The zero value works.
type Options struct {
	// Text names the text fields, exactly or but for case; a dot reaches into
	// nested JSON objects (meta.text) where no field has the whole name. Empty:
	// the first present of text, content, document, body, sentence, question,
	// prompt, review, abstract, description, message, comment, tweet, messages.
	Text []string
	// ID and Label name the id and the label field in the same way. Empty: the
	// first present of id, _id, doc_id, docid, document_id, uuid, guid, uid, and
	// of label, labels, target, class, category, intent; none is no error.
	// Lines and Text have no fields, so that names do not matter there.
	ID, Label string
	// Pairs reads labelled pairs of texts. Text then names two fields; empty: the
	// first two present of a and b, text_a text_b, text1 text2, sentence1
	// sentence2, sentence_a sentence_b, question1 question2, func1 func2; for
	// PairIDs a_id b_id, id_a id_b, id1 id2, validation_id train_id. A file without
	// a label field is an *Error, as is a record without a label or without one
	// of two ids. ID empty: id, _id, pair_id, pairid, uuid, guid, uid; Label empty:
	// label, labels, target, class, is_duplicate, gold_label, judgement, judgment.
	Pairs Pairs
	// Kind names the field of the kind of a pair. Empty: of pairs kind, else
	// category; none is no error.
	Kind string
	// NeedID makes a file without an id field an *Error, and a record without an
	// id; a file of texts too. The texts of a folder have their ids.
	NeedID bool
	// Format overrides extension and sniffing for all files.
	Format Format
	// MaxDocument is the longest record in bytes as it stands in the file,
	// without its line end; 0 is DefaultMaxDocument.
	MaxDocument int
	// Strict refuses what is otherwise read with good will: duplicate keys, NaN,
	// raw control characters, invalid UTF-8, null or a number as text.
	Strict bool
	// MaxBlank is the share of blank documents a file may have, 0 < MaxBlank ≤
	// 1; 0 is DefaultMaxBlank. A file without any text is an error even at 1.
	MaxBlank float64
	// SplitColumn keeps the records whose field of this name has one of
	// SplitValues (surrounding white space apart). "" keeps all.
	SplitColumn string
	SplitValues []string
	// Digest computes the SHA-256 of each file's bytes as stored.
	Digest bool
	// Stdin is what "-" reads; nil is an empty stream.
	Stdin io.Reader
	// BlockSize is the bytes of text in a block; 0 is DefaultBlockSize. A block
	// is larger where one record is.
	BlockSize int

	column bool // only SplitColumn is read, as the label: for SplitValues
}

// FileInfo is what is known of a file once it is read. A folder of texts is one.
type FileInfo struct {
	Path   string
	Format Format
	// Compression is gz, zst, bz2, xz or "", from the content.
	Compression string
	Bytes       int64 // as stored
	// SHA256 is the digest in hex if Options.Digest; of a folder of texts that
	// of its listing, a line "digest  id\n" a text, in order.
	SHA256 string
	// Documents counts those that passed the split filter, Blank those without
	// any text among them, InvalidUTF8 those with replaced bytes.
	Documents, Blank, InvalidUTF8 int
	// Failed counts records that could not be read.
	Failed int
	// TextFields, IDField, LabelField and KindField are the names chosen, as in
	// the file.
	TextFields                     []string
	IDField, LabelField, KindField string
	// Skipped lists files of a folder that are not data.
	Skipped []string
}

// Source is one side (one split): an ordered list of files and how to read
// them. It may be iterated once; its methods other than the iteration are for
// afterwards.
type Source struct {
	opt   Options
	files []*fileState
}

// fileState is what the blocks of one file share. layout is fixed before the
// first block is handed out; the rest is guarded by mu.
type fileState struct {
	file   File
	index  int
	opt    *Options
	layout layout

	mu      sync.Mutex
	info    FileInfo
	records int      // with those that the split filter passed over
	open    int      // blocks handed out and not yet parsed to their end
	ended   bool     // read to its end
	broken  bool     // an error was yielded: counts prove nothing
	digests [][]byte // of a folder of texts
}

// NewSource makes a source of files, in order. Nothing is opened yet.
func NewSource(files []File, opt Options) *Source {
	if opt.MaxDocument <= 0 {
		opt.MaxDocument = DefaultMaxDocument
	}
	if opt.BlockSize <= 0 {
		opt.BlockSize = DefaultBlockSize
	}
	if opt.MaxBlank <= 0 {
		opt.MaxBlank = DefaultMaxBlank
	}
	s := &Source{opt: opt}
	for i, f := range files {
		st := &fileState{file: f, index: i, opt: &s.opt}
		st.info = FileInfo{Path: f.Path, Format: f.Format, Skipped: f.Skipped}
		st.digests = make([][]byte, len(f.texts))
		s.files = append(s.files, st)
	}
	return s
}

// Options gives what the source was made with, defaults filled in.
func (s *Source) Options() Options { return s.opt }

// Documents gives the documents in input order, and an *Error in place of each
// record that cannot be read: at most 20 a file, then one that counts the rest.
func (s *Source) Documents(ctx context.Context) iter.Seq2[*Document, error] {
	return func(yield func(*Document, error) bool) {
		var limit limiter
		file := 0
		// flush tells how many errors of the file behind were only counted.
		flush := func() bool {
			more := limit.more
			limit = limiter{}
			return more == 0 || yield(nil, moreErrors(s.files[file].file.Path, more))
		}
		for b, err := range s.blocks(ctx) {
			if b.File != file {
				if !flush() {
					b.Release()
					return
				}
				file = b.File
			}
			if err != nil {
				var e *Error
				if errors.As(err, &e) && !limit.pass(e) {
					continue
				}
				if !yield(nil, err) {
					return
				}
				continue
			}
			if !b.documents(&limit, yield) {
				return
			}
		}
		flush()
	}
}

// Err gives, after the iteration, the errors that only the whole of a file
// shows: no document, no text at all, too many blanks. Files that were not read
// to their end, or that yielded errors, are not judged by what is missing. It
// joins one *Error a file.
func (s *Source) Err() error {
	var errs []error
	kept, filtered := 0, false
	for _, st := range s.files {
		st.mu.Lock()
		info, judged := st.info, st.ended && st.open == 0 && !st.broken
		records := st.records
		st.mu.Unlock()
		kept += info.Documents
		if !judged {
			// It may have held what the filter looks for.
			kept++
			continue
		}
		filtered = filtered || records > info.Documents
		if e := st.judge(info, records); e != nil {
			errs = append(errs, e)
		}
	}
	if filtered && kept == 0 && len(errs) == 0 {
		errs = append(errs, &Error{
			File: s.files[0].file.Path,
			What: fmt.Sprintf("no record has %s in the column %q", list(quoted(s.opt.SplitValues)), s.opt.SplitColumn),
			Cure: "look at the column's values",
		})
	}
	return errors.Join(errs...)
}

func (st *fileState) judge(info FileInfo, records int) *Error {
	e := &Error{File: info.Path}
	switch {
	case records == 0 && (info.Format == CSV || info.Format == TSV):
		e.What, e.Cure = "a header and no records", "give a file with records, or leave this one out"
	case records == 0:
		e.What, e.Cure = "no documents", "give a file with documents, or leave this one out"
	case info.Documents == 0:
		return nil // all belong to other splits
	case info.Blank == info.Documents:
		e.What, e.Cure = "no document has text", "name the field that holds it: --text NAME"
		if st.opt.Pairs != NoPairs {
			e.What, e.Cure = "no pair has text", "name the fields that hold it: --text NAME,NAME"
		}
		if len(info.TextFields) > 0 {
			e.What += " in " + list(quoted(info.TextFields))
		} else {
			e.Cure = "give a file with text, or leave this one out"
		}
	case float64(info.Blank) > st.opt.MaxBlank*float64(info.Documents):
		e.What = fmt.Sprintf("%d of %d documents are blank, more than %.4g %%", info.Blank, info.Documents, st.opt.MaxBlank*100)
		e.Cure = "name another field with --text NAME, or allow it with --max-blank 100%"
	default:
		return nil
	}
	return e
}

// Files gives, after the iteration, what was chosen and counted, one a file in
// order.
func (s *Source) Files() []FileInfo {
	infos := make([]FileInfo, len(s.files))
	for i, st := range s.files {
		st.mu.Lock()
		infos[i] = st.info
		if st.opt.Digest && len(st.file.texts) > 0 {
			infos[i].SHA256 = hex.EncodeToString(st.listing())
		}
		st.mu.Unlock()
	}
	return infos
}
