package corpus

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// maxWindow bounds what a decompressor may hold: what xz -9 and zstd
// --ultra -22 need, and no more, so that a header of 20 bytes cannot ask for 4 GiB.
const maxWindow = 128 << 20

// input is one open file: its text after decompression, and what is counted of
// its stored bytes.
type input struct {
	io.Reader
	compression string
	endless     bool // not a regular file: a read may block
	stored      *counter
	closers     []func()
}

// counter counts, and digests, what is read of the stored bytes.
type counter struct {
	r    io.Reader
	n    int64
	hash hash.Hash // nil without Options.Digest
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	if c.hash != nil {
		c.hash.Write(p[:n])
	}
	return n, err
}

func (in *input) close() {
	for i := len(in.closers) - 1; i >= 0; i-- {
		in.closers[i]()
	}
}

// finish gives the digest (if all was read and it was asked for) and the
// number of stored bytes.
func (in *input) finish(all bool) (sum []byte, n int64, err error) {
	if all && in.stored.hash != nil {
		if _, err = io.Copy(io.Discard, in.stored); err == nil {
			sum = in.stored.hash.Sum(nil)
		}
	}
	return sum, in.stored.n, err
}

// magics are the first bytes of what is decompressed, whatever the name says.
var magics = []struct{ kind, magic string }{
	{"gz", "\x1f\x8b"},
	{"zst", "\x28\xb5\x2f\xfd"},
	{"bz2", "BZh"},
	{"xz", "\xfd7zXZ\x00"},
}

// openInput opens path, "-" being opt.Stdin.
func openInput(path string, opt *Options) (*input, error) {
	in := &input{stored: &counter{}}
	if opt.Digest {
		in.stored.hash = sha256.New()
	}
	if path == "-" {
		in.endless = true
		in.stored.r = opt.Stdin
		if opt.Stdin == nil {
			in.stored.r = bytes.NewReader(nil)
		}
	} else {
		f, err := os.Open(path)
		if err != nil {
			return nil, openError(path, err)
		}
		in.closers = append(in.closers, func() { f.Close() })
		info, err := f.Stat()
		switch {
		case err != nil:
			in.close()
			return nil, openError(path, err)
		case info.IsDir():
			in.close()
			return nil, &Error{File: path, What: "a folder where a file is expected", Cure: "name its files"}
		}
		in.endless = !info.Mode().IsRegular()
		in.stored.r = f
	}
	if err := in.decompress(path); err != nil {
		in.close()
		return nil, err
	}
	return in, nil
}

// decompress looks at the first bytes and puts the decompressor in between.
func (in *input) decompress(path string) error {
	buffered := bufio.NewReaderSize(in.stored, 64<<10)
	in.Reader = buffered
	start, _ := buffered.Peek(64) // an error comes again with the first Read
	for _, m := range magics {
		if bytes.HasPrefix(start, []byte(m.magic)) {
			in.compression = m.kind
			break
		}
	}
	var err error
	switch in.compression {
	case "gz":
		var z *gzip.Reader
		if z, err = gzip.NewReader(buffered); err == nil {
			in.Reader = z
		}
	case "zst":
		var z *zstd.Decoder
		z, err = zstd.NewReader(buffered, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWindow))
		if err == nil {
			in.Reader = z
			in.closers = append(in.closers, z.Close)
		}
	case "bz2":
		// "BZh" may start a text; only the next seven bytes are sure.
		if len(start) < 10 || start[3] < '1' || start[3] > '9' ||
			string(start[4:10]) != "\x31\x41\x59\x26\x53\x59" && string(start[4:10]) != "\x17\x72\x45\x38\x50\x90" {
			in.compression = ""
			return nil
		}
		in.Reader = bzip2.NewReader(buffered)
	case "xz":
		if dict := xzDictionary(start); dict > maxWindow {
			return &Error{File: path, What: fmt.Sprintf("an xz dictionary of %s, more than %s", size(int(dict)), size(maxWindow)), Cure: "compress the file again with xz -9 or less"}
		}
		in.Reader, err = xz.NewReader(buffered)
	}
	if err != nil {
		return streamError(err, in.compression, path, 0)
	}
	if in.compression != "" {
		in.Reader = &streamReader{in.Reader, in.compression}
	}
	return nil
}

// xzDictionary gives the dictionary size that the first block of an xz stream
// asks for, 0 where it cannot be told.
func xzDictionary(start []byte) int64 {
	const streamHeader = 12
	if len(start) < streamHeader+2 {
		return 0
	}
	flags, p := start[streamHeader+1], start[streamHeader+2:]
	varint := func() {
		for len(p) > 0 && p[0] >= 0x80 {
			p = p[1:]
		}
		if len(p) > 0 {
			p = p[1:]
		}
	}
	for _, bit := range []byte{0x40, 0x80} { // compressed, uncompressed size
		if flags&bit != 0 {
			varint()
		}
	}
	if len(p) < 3 || p[0] != 0x21 || p[2] > 40 {
		return 0
	}
	return (2 | int64(p[2]&1)) << (p[2]/2 + 11)
}

// streamReader marks errors as the decompressor's.
type streamReader struct {
	r    io.Reader
	kind string
}

// damaged is an error of the decompressor rather than of the disk.
type damaged struct {
	err  error
	kind string
}

func (d *damaged) Error() string { return d.kind + ": " + d.err.Error() }
func (d *damaged) Unwrap() error { return d.err }

func (s *streamReader) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		err = &damaged{err, s.kind}
	}
	return n, err
}

// describe turns an error of reading into one with a place.
func describe(err error, path string, line int) *Error {
	var d *damaged
	switch {
	case errors.As(err, &d):
		return streamError(d.err, d.kind, path, line)
	case errors.Is(err, errNUL):
		return &Error{
			File: path, Line: line, Err: err,
			What: "NUL byte: not a text file",
			Cure: "if it is UTF-16: iconv -f UTF-16 -t UTF-8 " + quote(path),
		}
	}
	return &Error{File: path, Line: line, What: "cannot be read: " + cause(err), Err: err}
}

// streamError is the error of a compressed stream. line is where its text
// ends, 0 if none came out.
func streamError(err error, kind, path string, line int) *Error {
	e := &Error{File: path, Line: line, Err: err, Cure: "fetch or compress the file again"}
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		e.What = fmt.Sprintf("the %s stream is cut off", kind)
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zstd.ErrCRCMismatch):
		e.What = fmt.Sprintf("the checksum of the %s stream does not match", kind)
	case line > 0 && (errors.Is(err, gzip.ErrHeader) || errors.Is(err, zstd.ErrMagicMismatch)):
		e.What = fmt.Sprintf("garbage after the %s stream", kind)
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		e.What = "a zst window of more than " + size(maxWindow)
		e.Cure = "compress the file again without --long"
	default:
		e.What = fmt.Sprintf("the %s stream is damaged (%s)", kind, cause(err))
	}
	return e
}

func openError(path string, err error) *Error {
	e := &Error{File: path, Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.What, e.Cure = "no such file or folder", "check the path"
	case errors.Is(err, fs.ErrPermission):
		e.What, e.Cure = "permission denied", "make it readable: chmod +r "+quote(path)
	default:
		e.What = "cannot be opened: " + cause(err)
	}
	return e
}

// cause is an error's text without the path that the position tells already.
func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
