package corpus

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/ulikunitz/xz"
)

func gz(t testing.TB, text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

func zst(t testing.TB, text string) []byte {
	w, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	defer w.Close()
	return w.EncodeAll([]byte(text), nil)
}

func xzip(t testing.TB, text string) []byte {
	var b bytes.Buffer
	w, err := xz.NewWriter(&b)
	require.NoError(t, err)
	_, err = io.WriteString(w, text)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// record lines of random-looking text, so that compressed streams are long.
func record(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		sum := sha256.Sum256([]byte{byte(i), byte(i >> 8)})
		fmt.Fprintf(&b, "{\"text\":\"%d %x\"}\n", i, sum)
	}
	return b.String()
}

func join(parts ...[]byte) string { return string(bytes.Join(parts, nil)) }

func flip(b []byte, at int) []byte {
	b = bytes.Clone(b)
	b[at] ^= 0xff
	return b
}

func TestCompressed(t *testing.T) {
	const n = 2000
	text := record(0, n)
	g, z, x := gz(t, text), zst(t, text), xzip(t, text)
	cut := func(b []byte) string { return string(b[:len(b)*2/3]) }
	for _, c := range []struct{ name, file, content, kind, err string }{
		{"gz", "a.jsonl.gz", string(g), "gz", ""},
		{"zst without a name", "data", string(z), "zst", ""},
		{"xz", "a.jsonl.xz", string(x), "xz", ""},
		{"plain behind .gz", "a.jsonl.gz", text, "", ""},
		{"two members", "a.jsonl.gz", join(gz(t, record(0, 700)), gz(t, record(700, n))), "gz", ""},
		{"two frames", "a.jsonl.zst", join(zst(t, record(0, 700)), zst(t, record(700, n))), "zst", ""},
		{"two xz streams", "a.jsonl.xz", join(xzip(t, record(0, 700)), xzip(t, record(700, n))), "xz", ""},
		{"gz cut", "a.jsonl.gz", cut(g), "gz", "the gz stream is cut off; fetch or compress the file again"},
		{"gz without trailer", "a.jsonl.gz", string(g[:len(g)-8]), "gz", "the gz stream is cut off; fetch or compress the file again"},
		{"zst cut", "a.jsonl.zst", cut(z), "zst", "the zst stream is cut off; fetch or compress the file again"},
		{"xz cut", "a.jsonl.xz", cut(x), "xz", "the xz stream is cut off; fetch or compress the file again"},
		{"gz checksum", "a.jsonl.gz", string(flip(g, len(g)-8)), "gz", "the checksum of the gz stream does not match; fetch or compress the file again"},
		{"zst checksum", "a.jsonl.zst", string(flip(z, len(z)-1)), "zst", "the checksum of the zst stream does not match; fetch or compress the file again"},
		{"gz garbage", "a.jsonl.gz", string(g) + "and more than ten bytes", "gz", "garbage after the gz stream; fetch or compress the file again"},
		{"zst garbage", "a.jsonl.zst", string(z) + "and more than ten bytes", "zst", "garbage after the zst stream; fetch or compress the file again"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readOne(t, c.file, c.content, Options{Digest: true})
			sum := sha256.Sum256([]byte(c.content))
			if c.err == "" {
				assert.Empty(t, r.errs)
				assert.Len(t, r.docs, n)
				assert.Equal(t, hex.EncodeToString(sum[:]), r.info[0].SHA256)
				assert.Equal(t, int64(len(c.content)), r.info[0].Bytes)
			} else {
				require.Len(t, r.errs, 1)
				assert.Contains(t, r.errs[0], c.file+":")
				assert.Contains(t, r.errs[0], c.err)
				assert.Empty(t, r.info[0].SHA256)
			}
			assert.Equal(t, c.kind, r.info[0].Compression)
			for i, text := range r.texts() {
				assert.True(t, strings.HasPrefix(text, fmt.Sprint(i, " ")))
			}
		})
	}
	t.Run("short of a header", func(t *testing.T) {
		r := readOne(t, "a.jsonl.gz", string(g[:5]), Options{})
		assert.Equal(t, []string{"a.jsonl.gz: the gz stream is cut off; fetch or compress the file again"}, r.errs)
	})
	t.Run("a text that starts with BZh", func(t *testing.T) {
		assert.Equal(t, []string{"BZh is a magic"}, readOne(t, "a.txt", "BZh is a magic\n", Options{}).texts())
	})
	t.Run("xz dictionary", func(t *testing.T) {
		b := bytes.Clone(x)
		require.Equal(t, byte(0x21), b[14])
		b[16] = 40
		r := readOne(t, "a.xz", string(b), Options{})
		require.Len(t, r.errs, 1)
		assert.Contains(t, r.errs[0], "more than 128 MiB; compress the file again with xz -9 or less")
	})
}

func TestSharedFixtures(t *testing.T) {
	base := shared + "decon_evals/orig/fixtures/training/contaminated_mixed.jsonl"
	if _, err := os.Stat(base); err != nil {
		t.Skip("no decon_evals in ../../shared/data: ", err)
	}
	want := read(t, []File{{Path: base}}, Options{})
	require.NotEmpty(t, want.docs)
	for _, ext := range []string{".gz", ".bz2", ".xz", ".zst"} {
		got := read(t, []File{{Path: base + ext}}, Options{})
		assert.Empty(t, got.errs)
		assert.Equal(t, want.texts(), got.texts(), ext)
		assert.Equal(t, ext[1:], got.info[0].Compression)
	}
	b, err := os.ReadFile(base + ".bz2")
	require.NoError(t, err)
	assert.Equal(t, []string{"a.jsonl.bz2:1: the bz2 stream is cut off; fetch or compress the file again"}, readOne(t, "a.jsonl.bz2", string(b[:len(b)-20]), Options{}).errs)
}

func TestStdin(t *testing.T) {
	text := record(0, 50)
	for name, wrap := range map[string]func(io.Reader) io.Reader{
		"plain": func(r io.Reader) io.Reader { return r }, "one byte": iotest.OneByteReader, "half": iotest.HalfReader, "data with eof": iotest.DataErrReader,
	} {
		for _, content := range []string{text, string(gz(t, text)), string(zst(t, text)), string(xzip(t, text))} {
			r := read(t, []File{{Path: "-"}}, Options{Stdin: wrap(strings.NewReader(content)), BlockSize: 100})
			assert.Empty(t, r.errs, name)
			require.Len(t, r.docs, 50, name)
			assert.Equal(t, "-:7", r.docs[6].ID)
		}
	}
	r := read(t, []File{{Path: "-"}}, Options{Stdin: io.MultiReader(strings.NewReader(text+`{"te`), iotest.ErrReader(errors.New("boom")))})
	assert.Len(t, r.docs, 50)
	assert.Equal(t, []string{"-:51: cannot be read: boom"}, r.errs)
	r = read(t, []File{{Path: "-"}}, Options{})
	assert.Equal(t, []string{"-: the file is empty; give a file with documents, or leave this one out"}, r.errs)
}

// What is read does not depend on where blocks end, line numbers included.
func TestBlockSizes(t *testing.T) {
	csv := "id,text\r\n" + strings.Repeat("1,plain\n2,\"quoted, \"\"so\"\"\n\r\nover lines\"\r\n\n3,\"\"\n4,ragged,row\n5,\"a\"\"\"\n", 5)
	for _, c := range []struct {
		name, file, content string
		opt                 Options
	}{
		{"jsonl", "a.jsonl", strings.Repeat("{\"text\":\"a\\nb\",\"id\":1}\n\n{\"text\":\"cé\"}\r\nx\n", 6), Options{}},
		{"jsonl, no last line end", "a.jsonl", "{\"text\":\"a\"}\n\n{\"text\":\"b\"}", Options{}},
		{"jsonl, long lines", "a.jsonl", strings.Repeat("{\"text\":\""+strings.Repeat("a", 90)+"\"}\n{\"text\":\"b\"}\n", 4) + "{\"text\":\"" + strings.Repeat("c", 99), Options{MaxDocument: 40}},
		{"jsonl, nul", "a.jsonl", strings.Repeat("{\"text\":\"a\"}\n", 9) + "{\"text\":\"b\x00\"}\n{\"text\":\"c\"}\n", Options{}},
		{"csv", "a.csv", csv, Options{}},
		{"csv, long rows", "a.csv", csv + "6,\"" + strings.Repeat("long \"\"\n", 30) + "\"\n7,after\n", Options{MaxDocument: 60}},
		{"csv, unclosed", "a.csv", csv + "6,\"" + strings.Repeat("long \"\"\n", 30), Options{MaxDocument: 1 << 20}},
		{"csv, unclosed and long", "a.csv", csv + "6,\"x\",\"" + strings.Repeat("long \"\"\n", 30), Options{MaxDocument: 60}},
		{"csv, bare", "a.csv", csv + "6,a\"b\n7,c\n", Options{}},
		{"csv, ends in a quote", "a.csv", csv + "6,\"x\"", Options{}},
		{"csv, ends in a quote and \\r", "a.csv", csv + "6,\"x\"\r", Options{}},
		{"lines", "a.txt", strings.Repeat("a\r\n\nb c\n", 9) + "d", Options{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			write(t, c.file, c.content)
			c.opt.MaxBlank = 1
			want := read(t, []File{{Path: c.file}}, c.opt)
			require.NotEmpty(t, want.docs)
			for size := 1; size <= 200; size++ {
				c.opt.BlockSize = size
				got := read(t, []File{{Path: c.file}}, c.opt)
				require.Equal(t, want, got, "block size %d", size)
			}
		})
	}
}

// A line without end costs no more memory than the limit.
func TestEndlessLine(t *testing.T) {
	line := io.MultiReader(strings.NewReader("{\"text\":\"a\"}\n{\"text\":\""), io.LimitReader(endless{}, 300<<20), strings.NewReader("\"}\n{\"text\":\"b\"}\n"))
	largest := 0
	s := NewSource([]File{{Path: "-"}}, Options{Stdin: line, MaxDocument: 1 << 20})
	var got []string
	for b, err := range s.Blocks(context.Background()) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		largest = max(largest, cap(*b.buf))
		for d := range b.Documents() {
			got = append(got, strings.Clone(d.Texts[0]))
		}
	}
	assert.Equal(t, []string{"a", "-:2: a record longer than 1 MiB; raise the limit: --max-document 2MiB", "b"}, got)
	assert.LessOrEqual(t, largest, 1<<20+DefaultBlockSize)
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// TestMain's goleak looks at what the following leave behind.
func TestStops(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.jsonl", record(0, 5000))
	files := []File{{Path: "a.jsonl"}}
	t.Run("cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		s, n := NewSource(files, Options{BlockSize: 1000}), 0
		var last error
		for _, err := range s.Documents(ctx) {
			if n++; n == 100 {
				cancel()
			}
			last = err
		}
		assert.Less(t, n, 1000)
		require.ErrorIs(t, last, context.Canceled)
		require.EqualError(t, last, "interrupted")
		require.NoError(t, s.Err(), "what was not read to its end is not judged")
	})
	t.Run("left", func(t *testing.T) {
		for range NewSource(files, Options{BlockSize: 1000}).Documents(context.Background()) {
			break
		}
		for b := range NewSource(files, Options{BlockSize: 1000}).Blocks(context.Background()) {
			b.Release()
			b.Release()
			for range b.Documents() {
				t.Error("a document of a released block")
			}
			break
		}
	})
	t.Run("blocked", func(t *testing.T) {
		r, w := io.Pipe()
		defer w.Close() // ends the read that nothing can interrupt
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		defer cancel()
		start := time.Now()
		for _, err := range NewSource([]File{{Path: "-"}}, Options{Stdin: r}).Documents(ctx) {
			require.ErrorIs(t, err, context.DeadlineExceeded)
		}
		assert.Less(t, time.Since(start), time.Second)
	})
}

// Blocks parsed at once, in any order, make the same documents and counts.
func TestParallel(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.jsonl", record(0, 3000)+"x\n")
	write(t, "b.jsonl", record(3000, 4000))
	files := []File{{Path: "a.jsonl"}, {Path: "b.jsonl"}}
	want := read(t, files, Options{})
	s := NewSource(files, Options{BlockSize: 3000})
	var wg sync.WaitGroup
	var mu sync.Mutex
	got := map[int][]string{}
	for b, err := range s.Blocks(context.Background()) {
		require.NoError(t, err)
		seq := b.Seq
		assert.Positive(t, b.Size())
		assert.Positive(t, b.Line())
		wg.Go(func() {
			var texts []string
			for d, err := range b.Documents() {
				if err == nil {
					texts = append(texts, strings.Clone(d.Texts[0]))
				}
			}
			mu.Lock()
			defer mu.Unlock()
			got[seq] = texts
		})
	}
	wg.Wait()
	var texts []string
	for seq := range len(got) {
		texts = append(texts, got[seq]...)
	}
	assert.Equal(t, want.texts(), texts)
	assert.Equal(t, want.info, s.Files())
	require.NoError(t, s.Err())
}

// Documents of JSON lines cost no allocation: four times as many cost as much.
func TestAllocations(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.jsonl", strings.Repeat(`{"id":1,"text":["a b\nc","d"],"label":"é","meta":{"text":"x"}}`+"\n", 1000))
	write(t, "b.jsonl", strings.Repeat(`{"id":1,"text":["a b\nc","d"],"label":"é","meta":{"text":"x"}}`+"\n", 20000))
	count := func(path string) float64 {
		return testing.AllocsPerRun(3, func() {
			s := NewSource([]File{{Path: path}}, Options{Text: []string{"text", "meta.text"}})
			for range s.Documents(context.Background()) {
			}
		})
	}
	small, large := count("a.jsonl"), count("b.jsonl")
	assert.Less(t, (large-small)/19000, 0.01)
}
