package corpus

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReadsPairs(t *testing.T) {
	pairs, ids := Options{Pairs: PairTexts}, Options{Pairs: PairIDs}
	with := func(opt Options, text ...string) Options { opt.Text = text; return opt }
	for _, c := range []struct {
		name, file, content string
		opt                 Options
		want                string // id/label/kind/texts
		fields              string // texts, id, label, kind
	}{
		{"a, b", "p.jsonl", `{"id":"x","a":"t","b":"u","label":"same","kind":"k"}`, pairs, "x/same/k/t|u", "a,b,id,label,kind"},
		{"b before a", "p.jsonl", `{"b":"u","a":"t","label":"same"}`, pairs, "p.jsonl:1/same//t|u", "a,b,,label,"},
		{"MRPC", "p.csv", "idx,sentence1,sentence2,label\n0,t,u,1\n", pairs, "p.csv:2/1//t|u", "sentence1,sentence2,,label,"},
		{"QQP", "p.tsv", "id\tqid1\tqid2\tquestion1\tquestion2\tis_duplicate\n7\t1\t2\tt\tu\t0\n", pairs, "7/0//t|u", "question1,question2,id,is_duplicate,"},
		{"SICK", "p.tsv", "pair_ID\tsentence_A\tsentence_B\tlabel\n7\tt\tu\tno\n", pairs, "7/no//t|u", "sentence_A,sentence_B,pair_ID,label,"},
		{"BigCloneBench", "p.jsonl", `{"id":0,"id1":5,"id2":6,"func1":"t","func2":"u","label":true}`, pairs, "0/true//t|u", "func1,func2,id,label,"},
		{"text_a", "p.jsonl", `{"text_a":"t","text_b":"u","gold_label":"x"}`, pairs, "p.jsonl:1/x//t|u", "text_a,text_b,,gold_label,"},
		{"text1", "p.jsonl", `{"text1":"t","text2":"u","target":1}`, pairs, "p.jsonl:1/1//t|u", "text1,text2,,target,"},
		{"half a pair is none", "p.jsonl", `{"a":"0","text1":"t","text2":"u","label":1}`, pairs, "p.jsonl:1/1//t|u", "text1,text2,,label,"},
		{"texts before ids", "p.jsonl", `{"a":"t","b":"u","a_id":1,"b_id":2,"label":1}`, pairs, "p.jsonl:1/1//t|u", "a,b,,label,"},
		{"named", "p.jsonl", `{"Quality":"1","#1 String":"t","#2 String":"u"}`, Options{Pairs: PairTexts, Text: []string{"#1 String", "#2 String"}, Label: "quality"}, "p.jsonl:1/1//t|u", "#1 String,#2 String,,Quality,"},
		{"nested", "p.jsonl", `{"x":{"t":"t","k":2},"y":{"t":"u"},"label":1}`, Options{Pairs: PairTexts, Text: []string{"x.t", "y.t"}, Kind: "x.k"}, "p.jsonl:1/1/2/t|u", "x.t,y.t,,label,x.k"},
		{"order of names", "p.jsonl", `{"a":"t","b":"u","label":1}`, with(pairs, "b", "a"), "p.jsonl:1/1//u|t", "b,a,,label,"},
		{"category is the kind", "p.jsonl", `{"a":"t","b":"u","label":1,"category":"k"}`, pairs, "p.jsonl:1/1/k/t|u", "a,b,,label,category"},
		{"category as label", "p.jsonl", `{"a":"t","b":"u","category":"k"}`, Options{Pairs: PairTexts, Label: "category"}, "p.jsonl:1/k/k/t|u", "a,b,,category,category"},
		{"kind before category", "p.csv", "a,b,label,category,kind\nt,u,1,c,k\n", pairs, "p.csv:2/1/k/t|u", "a,b,,label,kind"},
		{"kind missing", "p.jsonl", `{"a":"t","b":"u","label":1,"kind":null}` + "\n" + `{"a":"t","b":"u","label":1.0,"kind":3}`, pairs, "p.jsonl:1/1//t|u p.jsonl:2/1.0/3/t|u", "a,b,,label,kind"},
		{"blank", "p.jsonl", `{"a":" ","b":"u","label":1}` + "\n" + `{"b":"u","label":false}`, pairs, "p.jsonl:1/1//|u p.jsonl:2/false//|u", "a,b,,label,"},
		{"ids", "p.jsonl", `{"id":"p","a_id":702,"b_id":"x/2","a":"t","label":"same"}`, ids, "p/same//702|x/2", "a_id,b_id,id,label,"},
		{"id1, id2", "p.csv", "id1,id2,label\n1,2,0\n", ids, "p.csv:2/0//1|2", "id1,id2,,label,"},
		{"id_a, id_b", "p.jsonl", `{"id_a":1.50,"id_b":true,"label":1}`, Options{Pairs: PairIDs, Strict: true}, "p.jsonl:1/1//1.50|true", "id_a,id_b,,label,"},
		{"our findings", "p.tsv", "validation_id\ttrain_id\tscore\tkind\tlabel\nv\tt\t1\tnear\t1\n", ids, "p.tsv:2/1/near/v|t", "validation_id,train_id,,label,kind"},
		{"named ids", "p.jsonl", `{"left":"l","right":"r","label":1}`, with(ids, "left", "right"), "p.jsonl:1/1//l|r", "left,right,,label,"},
		{"sniffed", "pairs", "question1\tquestion2\tis_duplicate\nt\tu\t0\n", pairs, "pairs:2/0//t|u", "question1,question2,,is_duplicate,"},
		{"one split", "p.csv", "a,b,label,split\nt,u,,train\nt,v,1,val\n", Options{Pairs: PairTexts, SplitColumn: "split", SplitValues: []string{"val"}}, "p.csv:3/1//t|v", "a,b,,label,"},
		{"a kind without pairs", "p.jsonl", `{"text":"t","kind":"k","lang":"de"}`, Options{Kind: "lang"}, "p.jsonl:1//de/t", "text,,,lang"},
		{"no kind unless it is named", "p.jsonl", `{"text":"t","kind":"k"}`, Options{}, "p.jsonl:1///t", "text,,,"},
		{"ids that must be there", "p.jsonl", `{"text":"t","id":1}`, Options{NeedID: true}, "1///t", "text,id,,"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readOne(t, c.file, c.content, c.opt)
			assert.Empty(t, r.errs)
			var got []string
			for _, d := range r.docs {
				got = append(got, d.ID+"/"+d.Label+"/"+d.Kind+"/"+strings.Join(d.Texts, "|"))
				assert.Equal(t, d.Kind != "", d.HasKind)
			}
			assert.Equal(t, c.want, strings.Join(got, " "))
			i := r.info[0]
			assert.Equal(t, c.fields, strings.Join(append(i.TextFields, i.IDField, i.LabelField, i.KindField), ","))
		})
	}
}

func TestBadPairs(t *testing.T) {
	pairs, ids := Options{Pairs: PairTexts}, Options{Pairs: PairIDs}
	with := func(opt Options, text ...string) Options { opt.Text = text; return opt }
	fill := "; fill it, or remove the record"
	for _, c := range []struct {
		name, file, content string
		opt                 Options
		docs                int
		want                []string
	}{
		{"no texts", "p.jsonl", `{"id":1,"a":"t","label":1}`, pairs, 0, []string{`p.jsonl: no two text fields are known in the first record, which has "id", "a", "label"; name them: --text NAME,NAME`}},
		{"no ids", "p.csv", "a,b,label\nt,u,1\n", ids, 0, []string{`p.csv: no fields with the ids of two texts are known in the header, which has "a", "b", "label"; name them: --text NAME,NAME; or leave out --texts`}},
		{"ids for texts", "p.jsonl", `{"a_id":1,"b_id":2,"label":1}`, pairs, 0, []string{`p.jsonl: "a_id" and "b_id" hold ids, and no two text fields are known; say where the texts stand: --texts FILE; or name the fields: --text NAME,NAME`}},
		{"no label", "p.jsonl", `{"a":"t","b":"u","category":"x","score":1}`, pairs, 0, []string{`p.jsonl: no label field is known in the first record, which has "a", "b", "category", "score"; name it: --label NAME`}},
		{"wrong label", "p.csv", "a,b,lable\nt,u,1\n", Options{Pairs: PairTexts, Label: "label"}, 0, []string{`p.csv: no label field "label" in the header, which has "a", "b", "lable"; did you mean "lable"?`}},
		{"wrong kind", "p.csv", "a,b,label\nt,u,1\n", Options{Pairs: PairTexts, Kind: "sort"}, 0, []string{`p.csv: no kind field "sort" in the header, which has "a", "b", "label"; use one of these`}},
		{"wrong text", "p.csv", "a,b,label\nt,u,1\n", with(pairs, "a", "c"), 0, []string{`p.csv: no text field "c" in the header, which has "a", "b", "label"; use one of these`}},
		{"one text", "p.csv", "a,b,label\nt,u,1\n", with(pairs, "a"), 0, []string{`p.csv: 1 text field named, where a pair has two; name both: --text NAME,NAME`}},
		{"three texts", "p.csv", "a,b,label\nt,u,1\n", with(ids, "a", "b", "label"), 0, []string{`p.csv: 3 text fields named, where a pair has two; name both: --text NAME,NAME`}},
		{"twice the same", "p.csv", "a,b,label\nt,u,1\n", with(pairs, "a", "A"), 0, []string{`p.csv: both texts of a pair would come from the field "a"; name two: --text NAME,NAME`}},
		{"two columns of one name", "p.csv", "a,b,b,label\nt,u,v,1\n", pairs, 0, []string{`p.csv:1: the header has 2 columns "b"; rename all but one`}},
		{"missing labels", "p.jsonl", `{"a":"t","b":"u","label":null}` + "\n" + `{"a":"t","b":"u"}` + "\n" + `{"a":"t","b":"u","label":" "}` + "\n" + `{"a":"t","b":"u","label":0}`, pairs, 1, []string{
			`p.jsonl:1: no label in "label"` + fill, `p.jsonl:2: no label in "label"` + fill, `p.jsonl:3: no label in "label"` + fill,
		}},
		{"missing labels in csv", "p.csv", "a,b,label\nt,u,1\n\"t\n\n\",u,\nt,u,0\n", pairs, 2, []string{`p.csv:3: no label in "label"` + fill}},
		{"object as label", "p.jsonl", `{"a":"t","b":"u","label":{}}`, pairs, 0, []string{`p.jsonl:1: an object where a string or number is expected in "label"; name another field with --text, --id, --label or --kind`}},
		{"array as kind", "p.jsonl", `{"a":"t","b":"u","label":1,"kind":[]}`, pairs, 0, []string{`p.jsonl:1: an array where a string or number is expected in "kind"; name another field with --text, --id, --label or --kind`}},
		{"object as text", "p.jsonl", `{"a":"t","b":{},"label":1}`, pairs, 0, []string{`p.jsonl:1: an object where a text is expected in "b"; name the text inside it (--text FIELD.KEY) or another field`}},
		{"missing ids", "p.jsonl", `{"a_id":1,"label":1,"b_id":null}` + "\n" + `{"a_id":"","b_id":2,"label":1}` + "\n" + `{"a_id":1,"b_id":2,"label":1}`, ids, 1, []string{`p.jsonl:1: no id in "b_id"` + fill, `p.jsonl:2: no id in "a_id"` + fill}},
		{"object as id", "p.jsonl", `{"a_id":1,"label":1,"b_id":{}}`, ids, 0, []string{`p.jsonl:1: an object where a string or number is expected in "b_id"; name another field with --text, --id, --label or --kind`}},
		{"lines", "p.txt", "t\nu\n", pairs, 0, []string{`p.txt: a text file holds no pairs; give a JSONL, CSV or TSV file, or say that it is one: --input-format jsonl|csv|tsv`}},
		{"no text", "p.csv", "a,b,label\n,,1\n", pairs, 1, []string{`p.csv: no pair has text in "a", "b"; name the fields that hold it: --text NAME,NAME`}},
		{"no id field", "t.jsonl", `{"text":"t","idx":1}`, Options{NeedID: true}, 0, []string{`t.jsonl: no id field is known in the first record, which has "text", "idx"; name it: --id NAME`}},
		{"a record without id", "t.csv", "id,text\n1,t\n,u\n", Options{NeedID: true}, 1, []string{`t.csv:3: no id in "id"` + fill}},
		{"ids of lines", "t.txt", "t\n", Options{NeedID: true}, 0, []string{`t.txt: a text file has no ids; give a JSONL, CSV or TSV file, or a folder of texts`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readOne(t, c.file, c.content, c.opt)
			assert.Equal(t, c.want, r.errs)
			assert.Len(t, r.docs, c.docs)
		})
	}
}

func TestPairsOfAFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "d/x/1.txt", "t")
	write(t, "d/x/2.txt", "u")
	files, err := Resolve([]string{"d"}, FormatAuto)
	require.NoError(t, err)
	r := read(t, files, Options{Pairs: PairTexts})
	assert.Equal(t, []string{"d: a folder of texts holds no pairs; give a JSONL, CSV or TSV file, or say that it is one: --input-format jsonl|csv|tsv"}, r.errs)
	r = read(t, files, Options{NeedID: true})
	assert.Empty(t, r.errs)
	assert.Equal(t, "x/2.txt", r.docs[1].ID)
}

// TestSplitValuesOfPairs: the values of a column are read whatever the records
// are.
func TestSplitValuesOfPairs(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile(filepath.Join(".", "p.csv"), []byte("a,b,label,split\nt,u,,train\nt,u,1,val\n"), 0o644))
	values, err := SplitValues(t.Context(), []File{{Path: "p.csv"}}, "split", Options{Pairs: PairTexts})
	require.NoError(t, err)
	assert.Equal(t, []string{"train", "val"}, values)
}

func TestOptionsAreFilledIn(t *testing.T) {
	opt := NewSource(nil, Options{Pairs: PairIDs}).Options()
	assert.Equal(t, PairIDs, opt.Pairs)
	assert.Equal(t, DefaultMaxDocument, opt.MaxDocument)
}
