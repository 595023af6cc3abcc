# `make check` is what CI does, but for its look at go.mod.
GOFUMPT     = go run mvdan.cc/gofumpt@v0.12.0
STATICCHECK = go run honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: build check test race bench fuzz golden reference quality paper sklearn fmt vet lint notices

build:
	go build -o bin/leakgate ./cmd/leakgate

check: vet lint test race fuzz

test:
	go test ./...

race:
	go test -race ./...

# Speed and memory; the data of ../shared/data is wanted for most of it.
bench:
	go test -run '^$$' -bench . ./...

# Every fuzz target, by count, so that a slow machine does as much as a fast one.
FUZZ = 20000x
fuzz:
	.ci/fuzz $(FUZZ)

# Rewrites the data that our tests make, the golden reports and the figures of
# quality: look at the diff.
golden:
	go run testdata/reviews/generate.go
	go run testdata/reports/generate.go
	go run testdata/pairs/generate.go
	python3 testdata/ngram/make_vectors.py
	go test ./cmd/leakgate -run 'Golden|Quality$$' -update

# Holds check against the exact answers in ../shared/data/ref and prints a table.
reference:
	go test ./cmd/leakgate -run Reference -v -reference.table

# The paper's experiment: docs/paper.md and its plots, out of ../shared/data.
paper:
	go run ./docs/paper

# Thresholds, metrics and curves against scikit-learn.
sklearn:
	.ci/sklearn

fmt:
	$(GOFUMPT) -w .

vet:
	go vet ./...

lint:
	@test -z "$$($(GOFUMPT) -l .)" || { echo 'not formatted; make fmt:'; $(GOFUMPT) -l .; exit 1; }
	$(STATICCHECK) ./...

# Prints the figures of the labelled sets and the judged pairs of ../shared/data;
# with UPDATE=-update rewrites the golden files that hold them.
quality:
	go test ./cmd/leakgate -run Quality -v -count 1 -quality.table $(UPDATE)

# The licences of what the command is built from, out of the module cache.
notices:
	.ci/notices > THIRD_PARTY_NOTICES
