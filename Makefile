# tilejudge: make help lists the targets.
SHELL := /bin/sh
GO ?= go
FUZZTIME ?= 10s
BENCH_TABLES ?= $(CURDIR)/dist/tables
# Tools have a module file of their own, so that they are no one's dependencies.
TOOL := $(GO) tool -modfile=.ci/tools.mod

.DEFAULT_GOAL := help
.PHONY: help build web man completions install uninstall run test test-all test-export test-cluster test-pddl test-hosts test-web race fuzz orphans release test-release bench bench-cluster bench-search bench-short bench-solver bench-web lint floors golden pictures cross tidy check

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

# Two tags leave out what would slow down each start: urfave/cli's generator of manual pages, for
# which the program has a command of its own, and HTTP/2, which a page on one machine does without.
# Without cgo no library of C is loaded at each start.
build run: export CGO_ENABLED = 0
TAGS := urfave_cli_no_docs,nethttpomithttp2
RELEASE := tilejudge/judge/command
build: web ## build ./tilejudge, with the page of its command serve; a release has VERSION and DATE
	$(GO) build -tags $(TAGS),web -trimpath $(if $(VERSION),-ldflags \
		'-X $(RELEASE).version=$(VERSION) -X $(RELEASE).date=$(DATE)') -o tilejudge .

# The page holds the solver, compiled to WebAssembly, and the glue of the Go that compiled it.
web: ## write the page for browsers to dist/web; SITE is its address, SOURCE that of the source
	@mkdir -p dist
	GOOS=js GOARCH=wasm $(GO) build -trimpath -ldflags '-s -w' -o dist/solver.wasm ./judge/view/web/wasm
	$(GO) run judge/view/web/page/gen_page.go dist/solver.wasm "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" \
		dist/web judge/view/web/page/page.html.gz

man: build ## write the manual pages to dist/man/man1
	rm -rf dist/man
	./tilejudge man dist/man/man1

completions: build ## write the completions of bash, zsh and fish to dist/completions
	rm -rf dist/completions
	mkdir -p dist/completions
	./tilejudge completion bash > dist/completions/tilejudge.bash
	./tilejudge completion zsh > dist/completions/_tilejudge
	./tilejudge completion fish > dist/completions/tilejudge.fish

PREFIX ?= /usr/local
BIN = $(DESTDIR)$(PREFIX)/bin
MAN = $(DESTDIR)$(PREFIX)/share/man/man1
BASH_COMPLETION = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_COMPLETION = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISH_COMPLETION = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

install: man completions ## install program, manual and completions in PREFIX, /usr/local by default; DESTDIR stages
	install -d $(BIN) $(MAN) $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION)
	install -m 755 tilejudge $(BIN)/tilejudge
	install -m 644 dist/man/man1/*.1 $(MAN)
	install -m 644 dist/completions/tilejudge.bash $(BASH_COMPLETION)/tilejudge
	install -m 644 dist/completions/_tilejudge $(ZSH_COMPLETION)/_tilejudge
	install -m 644 dist/completions/tilejudge.fish $(FISH_COMPLETION)/tilejudge.fish

uninstall: ## remove what install puts into PREFIX
	rm -f $(BIN)/tilejudge $(MAN)/tilejudge.1 $(MAN)/tilejudge-*.1 \
		$(BASH_COMPLETION)/tilejudge $(ZSH_COMPLETION)/_tilejudge $(FISH_COMPLETION)/tilejudge.fish

run: ## build without the page, and solve the bundled puzzles of POJ 1077
	$(GO) build -tags $(TAGS) -trimpath -o tilejudge .
	./tilejudge solve --cases poj-1077 --stats

# Without -timeout, go test ends a package after ten minutes, which slow machines take. make check
# vets all packages, and not only for the mistakes that go test looks for.
TESTS = $(GO) run .ci/tests.go -vet=off -timeout 60m
test: ## run the tests, without the exhaustive ones: two minutes
	$(TESTS) -short ./...

test-all: ## run all tests
	$(TESTS) ./...

test-export: ## run the tests of exported programs in every format: takes minutes, needs g++
	EXPORT_TESTS=all $(GO) test -timeout 30m ./judge/problem/export

test-cluster: ## run batches on a real Slurm of four nodes, on GNU parallel and ssh, and in containers if buildah is at hand: two minutes
	@sh .ci/cluster/need.sh
	PATH="$$PATH:/usr/sbin" CLUSTER_TESTS=all $(GO) test ./judge/command/batching -timeout 40m -v
	cd .ci/cluster/kubernetes && $(GO) test ./...

test-pddl: ## compare plans with VAL and Fast Downward, which VALIDATE and FAST_DOWNWARD name if they are not in PATH
	$(GO) test -tags pddl -count 1 -v -run 'PDDL|VAL|FastDownward' ./formats

test-hosts: ## run the judges' own programs on packages: judge/problem/export/HOSTS.md says what it needs
	$(GO) test -tags hosts -count 1 -timeout 60m -v -run HostPrograms ./judge/problem/export

WEB_TESTS = -parallel 4 -timeout 15m
# The module of these tests is not the program's: its driver of the browser stays out of go.mod.
test-web: build ## run the tests of web pages and pictures in Chromium, which it installs on Debian as root, and of the page in Firefox and WebKit if they are there
	@command -v chromium chromium-browser google-chrome >/dev/null || \
		{ test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } || \
		{ echo "found no chromium: install the package chromium" >&2; exit 1; }
	@command -v npm >/dev/null || \
		{ test "$$(id -u)" = 0 && apt-get update -qq && apt-get install -y -qq npm >/dev/null; } || \
		{ echo "found no npm: install the package npm" >&2; exit 1; }
	@for b in firefox-esr WebKitWebDriver; do \
		command -v $$b >/dev/null || echo "found no $$b: the page is not tested in that browser" >&2; done
	cd .ci/web && npm ci --silent --no-audit --no-fund && export TILEJUDGE=$(CURDIR)/tilejudge PAGE=$(CURDIR)/dist/web/index.html && \
		$(GO) test -count=1 $(WEB_TESTS) .

bench-web: ## measure how soon the web page has its first answer in Chromium
	MEASURE=yes $(MAKE) test-web WEB_TESTS='-v -run TestStart'

export GORACE := atexit_sleep_ms=0 # each process would sleep a second

# With -short, long tests of one goroutine are left out. The sandbox mostly waits: hence -p.
RACED = ./...
race: ## run the tests of all packages under the race detector
	$(GO) test -race -vet=off -short -p 3 -timeout 20m $(RACEFLAGS) $(RACED)

fuzz: ## run each fuzz test for FUZZTIME, 10s by default
	@set -e; count=0; for p in $$(grep -rl '^func Fuzz' --include='*_test.go' cases formats judge solver | \
		xargs dirname | sort -u | sed 's|^|./|'); do \
		tests=$$($(GO) test $$p -list '^Fuzz'); \
		for f in $$(echo "$$tests" | grep '^Fuzz' || true); do \
			$(GO) test $$p -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME); count=$$((count + 1)); \
		done; \
	done; test $$count -gt 0 || { echo "found no fuzz test" >&2; exit 1; }

orphans: ## run programs that leave processes behind 1,000 times in each way: none stays
	SANDBOX_RUNS=1000 $(GO) test ./judge/program/sandbox -run Orphans -v

bench: ## measure the whole program beside wc -w, other commands beside solve, and readers and writers
	$(GO) test ./judge/command -run '^$$' -bench 'Program|BesideSolve|SolveAndEncode|Locked' -benchtime 7x -timeout 60m
	$(GO) test ./judge/command -run '^$$' -bench Flat -benchtime 1x -timeout 30m
	$(GO) test ./judge/command -run '^$$' -bench Start -benchtime 100x
	$(GO) test ./formats/... -run '^$$' -bench .
	$(GO) test ./judge/program/sandbox -run '^$$' -bench . -benchtime 500x

bench-cluster: ## measure what a part costs on Slurm, and simulate batches on 4 to 1,000 nodes
	@sh .ci/cluster/need.sh
	PATH="$$PATH:/usr/sbin" CLUSTER_TESTS=all $(GO) test ./judge/command/batching -run '^$$' -bench . -benchtime 1x -timeout 30m

bench-search: build ## measure searches of 15- and 24-puzzles beside other programs; builds the tables first
	./tilejudge tables build 4x4 5x5 --tables-dir $(BENCH_TABLES)
	BENCH_TABLES=$(BENCH_TABLES) $(GO) test ./judge/command -run '^$$' -bench Search -benchtime 3x -timeout 30m
	BENCH_TABLES=$(BENCH_TABLES) $(GO) test ./judge/command -run '^$$' -bench 'TwentyFour|Proof' -benchtime 1x -timeout 30m

bench-short: ## measure how short the paths of anytime get, on boards of all sizes or, with SHORT_LIMITS, on those of SHORT_FILE; SHORT_LARGE=all adds 1000x1000
	$(GO) test ./solver/anytime -run '^$$' -bench 'Short$(if $(SHORT_FILE),File)$$' -benchtime 1x -timeout 180m

bench-solver: ## measure each algorithm on random puzzles; BENCHCOUNT=10 for benchstat
	$(GO) test ./solver/algorithms ./solver/anytime ./solver/greedy -run '^$$' -bench . -count $(or $(BENCHCOUNT),1)

lint: web ## gofmt, vet, staticcheck; the tag web needs the page
	@test -z "$$(gofmt -l .)" || { gofmt -l .; exit 1; }
	$(GO) vet ./...
	$(GO) vet -tags hosts ./judge/problem/export
	$(GO) vet -tags web ./judge/command/serving ./judge/view/web/page
	GOOS=js GOARCH=wasm $(GO) vet ./judge/view/web/wasm
	$(GO) vet -tags pddl ./formats
	$(TOOL) staticcheck ./...
	$(TOOL) staticcheck -tags web ./judge/command/serving ./judge/view/web/page
	GOOS=js GOARCH=wasm $$($(TOOL) -n staticcheck) ./judge/view/web/wasm

# A line for the imports of each package, and one for those of its tests.
export define IMPORTS
{{.ImportPath}}{{range .Imports}} {{.}}{{end}}
{{.ImportPath}} test{{range .TestImports}} {{.}}{{end}}{{range .XTestImports}} {{.}}{{end}}
endef

floors: ## check which package imports which: the rule is in .ci/floors.awk
	@set -e; for s in linux darwin windows js; do \
		arch=; test $$s != js || arch=wasm; \
		imports=$$(GOOS=$$s GOARCH=$$arch $(GO) list -f "$$IMPORTS" ./...); \
		echo "$$imports" | awk -f .ci/floors.awk; \
	done

golden: ## rewrite all goldens from what the program does; look at the diff
	$(GO) test ./formats ./judge/view/report -run Golden -update
	$(GO) test ./judge/command -run 'Scripts|Protocols|Generated' -update
	$(GO) test ./judge/program/sandbox -run Promises -update

pictures: ## write the picture of the README as show draws it
	$(GO) test ./judge/command -run '^TestPicture$$' -update

# Only for Linux there are files for one processor: so these three builds, and that for this machine,
# compile every file. A release has six.
cross: ## build for each system and each processor that is supported
	@for s in linux/arm64 darwin/arm64 windows/amd64; do \
		echo $$s; \
		CGO_ENABLED=0 GOOS=$${s%/*} GOARCH=$${s#*/} $(GO) build -trimpath -o /dev/null . || exit 1; \
	done

# A release is made in a clone: nothing but the commit and its tag gets into it. A snapshot needs no
# tag; "make release SNAPSHOT=" makes the release of the tag at HEAD.
SNAPSHOT = --snapshot
RELEASED = dist/release
release: ## write archives, packages, lists of modules and checksums to dist/release; publish nothing
	rm -rf $(RELEASED) $(RELEASED).clone
	git clone -q . $(RELEASED).clone
	cd $(RELEASED).clone && $(TOOL) goreleaser release $(SNAPSHOT)
	mv $(RELEASED).clone/dist/release $(RELEASED)
	rm -rf $(RELEASED).clone

# The second release is made later and in another folder. It needs root and dpkg.
test-release: release ## make the release again, with the same bytes; install a package in an empty root
	$(MAKE) release RELEASED=dist/again
	cmp $(RELEASED)/checksums.txt dist/again/checksums.txt
	rm -rf dist/root dist/unpacked
	mkdir -p dist/unpacked dist/root/var/lib/dpkg/info dist/root/var/lib/dpkg/updates
	touch dist/root/var/lib/dpkg/status
	dpkg --root=dist/root --force-not-root -i $(RELEASED)/*_linux_$$($(GO) env GOARCH).deb
	tar -xzf $(RELEASED)/*_linux_$$($(GO) env GOARCH).tar.gz --strip-components=1 -C dist/unpacked
	echo '[[4,1,2],[5,0,3]]' | chroot dist/root tilejudge solve
	echo '[[4,1,2],[5,0,3]]' | dist/unpacked/tilejudge solve

tidy: ## go mod tidy
	$(GO) mod tidy

check: lint floors tidy ## what CI checks beside the tests: the tree must stay as it is
	git diff --exit-code
