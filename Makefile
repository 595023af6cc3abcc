# `make check` is what CI does, but for its look at go.mod.
GOFUMPT     = go run mvdan.cc/gofumpt@v0.12.0
STATICCHECK = go run honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: build check test race bench fuzz golden reference fmt vet lint notices

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

# Rewrites testdata/reviews and the golden reports: look at the diff.
golden:
	go run testdata/reviews/generate.go
	python3 testdata/ngram/make_vectors.py
	go test ./cmd/leakgate -run Golden -update

# Holds check against the exact answers in ../shared/data/ref and prints a table.
reference:
	go test ./cmd/leakgate -run Reference -v -reference.table

fmt:
	$(GOFUMPT) -w .

vet:
	go vet ./...

lint:
	@test -z "$$($(GOFUMPT) -l .)" || { echo 'not formatted; make fmt:'; $(GOFUMPT) -l .; exit 1; }
	$(STATICCHECK) ./...

# The licences of what the command is built from, out of the module cache.
notices:
	.ci/notices > THIRD_PARTY_NOTICES
