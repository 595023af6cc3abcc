package detect

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"sync"
	"testing"

	"github.com/leakgate/leakgate/corpus"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// lowerSpool lets spools of a test go to their file after so many bytes.
func lowerSpool(t *testing.T, memory int) {
	before := spoolMemory
	spoolMemory = memory
	t.Cleanup(func() { spoolMemory = before })
}

// drawDocument fills in whatever fields a document has, so that one that is
// added and not kept is missed here.
func drawDocument(t *rapid.T) trainDoc {
	doc := &corpus.Document{}
	v := reflect.ValueOf(doc).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		switch field := v.Field(i).Addr().Interface().(type) {
		case *string:
			*field = rapid.String().Draw(t, name)
		case *bool:
			*field = rapid.Bool().Draw(t, name)
		case *int:
			*field = rapid.IntRange(0, 1<<40).Draw(t, name)
		case *[]string:
			*field = rapid.SliceOf(rapid.String()).Draw(t, name)
		default:
			t.Fatalf("no rule for the field %s", name)
		}
	}
	return trainDoc{Document: doc, file: rapid.IntRange(0, 1<<20).Draw(t, "file"), order: rapid.Uint64().Draw(t, "order")}
}

// TestSpoolGivesBackWhatWasPut, from memory, from the file and across the two.
func TestSpoolGivesBackWhatWasPut(t *testing.T) {
	lowerSpool(t, 0)
	files, memories := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		spoolMemory = rapid.SampledFrom([]int{1, 100, 1000, 1 << 20}).Draw(t, "memory")
		s := &spool{fail: func(err error) { t.Fatal(err) }}
		defer s.close()
		docs := rapid.SliceOfN(rapid.Custom(drawDocument), 1, 30).Draw(t, "documents")
		var places []uint64
		for _, doc := range docs {
			places = append(places, s.put(doc))
		}
		for _, i := range rapid.Permutation(places).Draw(t, "order of reading") {
			got, err := s.get(i)
			require.NoError(t, err)
			for n, place := range places {
				if place == i {
					require.Equal(t, docs[n], got)
				}
			}
			if i < s.base {
				files++
			} else {
				memories++
			}
		}
	})
	require.Greater(t, min(files, memories), 100, "%d from files, %d from memory", files, memories)
}

// TestSpoolOfManyWorkers: puts at the same time, then gets at the same time.
func TestSpoolOfManyWorkers(t *testing.T) {
	lowerSpool(t, 5000)
	s := &spool{fail: func(err error) { t.Error(err) }}
	defer s.close()
	const workers, each = 8, 200
	doc := func(w, i int) trainDoc {
		texts := []string{series(fmt.Sprintf("w%d_%d_", w, i), i%40)}
		return trainDoc{Document: &corpus.Document{ID: fmt.Sprint(i), HasID: i%2 == 0, Line: i, Texts: texts}, file: w, order: uint64(i)}
	}
	var places [workers][each]uint64
	inParallel(workers, func(w int) {
		for i := range each {
			places[w][i] = s.put(doc(w, i))
		}
	})
	require.NotZero(t, s.base)
	var problems [workers]error
	inParallel(workers, func(w int) {
		for i := range each {
			other := (w + i) % workers
			got, err := s.get(places[other][i])
			if err == nil && !reflect.DeepEqual(doc(other, i), got) {
				err = fmt.Errorf("%+v for %+v", got, doc(other, i))
			}
			if err != nil {
				problems[w] = err
			}
		}
	})
	require.Equal(t, [workers]error{}, problems)
}

func inParallel(n int, work func(i int)) {
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { work(i) })
	}
	group.Wait()
}

// inTemp makes a folder the one for temporary files; left lists what is in it.
func inTemp(t *testing.T, dir string) (left func() []string) {
	t.Setenv("TMPDIR", dir)
	if os.TempDir() != dir {
		t.Skip("the folder for temporary files is not chosen by TMPDIR here")
	}
	return func() (names []string) {
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
}

func TestSpoolLeavesNothingBehind(t *testing.T) {
	left := inTemp(t, t.TempDir())
	lowerSpool(t, 1)
	s := &spool{}
	s.close() // that has kept nothing
	s = &spool{}
	s.put(trainDoc{Document: &corpus.Document{Texts: []string{"text"}}})
	require.NotNil(t, s.file)
	if runtime.GOOS != "windows" {
		require.Empty(t, left(), "a run that is killed leaves nothing either")
	}
	s.close()
	require.Empty(t, left())

	train := twinSplit{"train", texts(series("w", 40), series("x", 40))}
	got := compare(t, train.docs, texts(series("w", 41), series("x", 30)), Options{Evidence: true})
	require.Equal(t, 2, got.Leaking)
	require.Empty(t, left())
}

// TestSpoolHasADocumentOnce however many validation documents it matches, in
// however many comparisons.
func TestSpoolHasADocumentOnce(t *testing.T) {
	s, kept := (&run{opt: Options{}.withDefaults()}).newSeeker(), &spool{}
	places := map[uint64]bool{}
	for i := range 3 {
		doc := trainDoc{Document: &corpus.Document{Texts: []string{"text"}}, order: uint64(i)}
		s.train.read(doc.Document)
		for range 5 {
			places[(&comparison{spool: kept}).keep(s, doc)] = true
		}
	}
	require.Len(t, places, 3)
}

// TestSpoolWithoutAFolder: an error that says what helps, and no result.
func TestSpoolWithoutAFolder(t *testing.T) {
	inTemp(t, filepath.Join(t.TempDir(), "missing"))
	lowerSpool(t, 100)
	var failure error
	s := &spool{fail: func(err error) { failure = err }}
	defer s.close()
	for i := range 200 {
		s.put(trainDoc{Document: &corpus.Document{Line: i, Texts: []string{"some text"}}})
	}
	require.ErrorIs(t, failure, os.ErrNotExist)
	require.ErrorContains(t, failure, "TMPDIR")
	require.Less(t, len(s.tail), 1000, "nothing more is kept")

	for _, within := range []bool{false, true} { // held in memory, nothing is spooled
		train, val := twinSplit{"train", texts(series("w", 40))}, twinSplit{"val", texts(series("w", 41))}
		got, err := Run(t.Context(), []Input{train.input(0), val.input(0)}, Options{Within: within})
		if within {
			require.NoError(t, err)
			continue
		}
		require.ErrorIs(t, err, os.ErrNotExist)
		require.Nil(t, got)
	}
}
