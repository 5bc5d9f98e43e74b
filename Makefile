# make demo       sets everything up and studies a sample trace
# make test       sets everything up and runs the tests
# make faults     kills, starves, fills up and interrupts, and compares what is left (docs/faults.md)
# make bench      runs a fixed set of benchmarks, ten times each (docs/architecture.md)
# make bench-all  runs all benchmarks, once each
# make release    builds one static program, and a file of the licences within (docs/install.md)
# make lint       checks format, code, go.mod, and known vulnerabilities

# Without HOME: the user's home folder as the system knows it, or else a folder in the checkout.
ifeq ($(HOME),)
export HOME := $(shell bash -c 'cd ~ 2>/dev/null && [ -w . ] && pwd' || echo '$(CURDIR)/.cache/home')
endif

# A HiGHS that was built without root lies under the home directory. What ilp/install-highs.sh has corrected goes first.
CORRECTED = $(HOME)/.local/lib/optgap/pkgconfig:/usr/local/lib/optgap/pkgconfig
export PKG_CONFIG_PATH := $(CORRECTED):$(HOME)/.local/lib/pkgconfig$(if $(PKG_CONFIG_PATH),:$(PKG_CONFIG_PATH))

STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOVULNCHECK = golang.org/x/vuln/cmd/govulncheck@v1.9.0

# The tests in a browser, a module of their own.
BROWSER = bench/report/page/browsertest

.PHONY: demo test faults bench bench-all lint release build setup

demo: build
	./optgap study

# The program knows its commit where git can read one, whatever GOFLAGS says.
STAMP = $(if $(wildcard .git),-buildvcs=$(shell git rev-parse HEAD >/dev/null 2>&1 && echo true || echo false))

build: setup
	go build $(STAMP) -o optgap ./cmd/optgap

# TESTFLAGS: further flags of go test.
TESTFLAGS =

# Test programs without symbols for debuggers are linked in half the time.
LEAN = -ldflags='-s -w'

# Programs of tests are short and have small heaps: they need fewer collections.
test: export GOGC ?= 200
# The limit only ends what hangs: a slow machine takes the time it takes.
test: setup
	go test -timeout 1h $(LEAN) $(TESTFLAGS) ./...
	go -C $(BROWSER) test -timeout 1h $(LEAN) $(TESTFLAGS) ./...

# KILLS and SEED: how many processes are killed, and which.
KILLS = 200
SEED = 1

faults: setup
	go test ./bench/study -count 1 -v -timeout 1h -run 'Failures|Cost'
	go test ./cmd/optgap/command -count 1 -v -timeout 1h -run 'FullDisk|Interrupts/study_--quiet' \
	  -interrupts $(KILLS) -interrupt-seed $(SEED)
	go test ./cmd/optgap/command -count 1 -v -timeout 1h -run ProgramsEnd -stops $(KILLS) -stop-seed $(SEED)
	go test ./cmd/optgap/command -count 1 -v -timeout 1h -run Interrupts -interrupts 100 -interrupt-seed $(SEED)

# BENCHMARKS: the folders of this module that have some. To link the tests of all others would take longer than many benchmarks.
# COUNT: ten runs, as benchstat advises for its intervals. BENCHFLAGS: further flags of go test.
BENCHMARKS = $$(grep -rl --include='*_test.go' '^func Benchmark' --exclude-dir=embed . | xargs -n 1 dirname | sort -u)
COUNT = 10
BENCHFLAGS =

# One processor, so that the names do not depend on the machine.
bench: setup
	@go test -short -run '^$$' -bench . -benchmem -benchtime 100ms -count $(COUNT) -cpu 1 $(BENCHFLAGS) $(BENCHMARKS)

bench-all: setup
	@go test -run '^$$' -bench . -benchmem -timeout 1h -cpu 1 ./...

release: setup
	bash cmd/optgap/release.sh dist

# check checks the module in a folder.
define check
go -C $(1) mod tidy -diff
go -C $(1) vet ./...
go -C $(1) run $(STATICCHECK) ./...
@cd $(1) && "$(CURDIR)/.ci/vulnerabilities" $(GOVULNCHECK)
endef

lint: setup
	@files=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$files" ] || { echo "gofmt -w needed: $$files"; exit 1; }
	@lines=$$(git ls-files -z '*.go' | xargs -0 awk 'length > 120 { print FILENAME ":" FNR }'); \
		[ -z "$$lines" ] || { echo "lines of more than 120 characters: $$lines"; exit 1; }
	$(call check,.)
	$(call check,$(BROWSER))

setup:
	@command -v go >/dev/null || { echo 'Go is missing: install it from https://go.dev/dl (version in go.mod)' >&2; exit 1; }
	@bash ilp/install-highs.sh >/dev/null
