# BeaconBench: `make reproduce` runs the main job, `make test` proves it, `make help` lists the rest.
SHELL := /usr/bin/env bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help dependencies server-dependencies python notebooks outputs browser pictures docs build install dist wheel wheeltest image release reproduce test documented baselines verify submissions lint format server outside annexes servertest serverbench airbench bench coverage robustness tables clean

sources := Package.swift Sources Tests

help: ## List what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

dependencies: ## Install the packages that are missing: libgsl-dev, zlib1g-dev and pkg-config
	@.ci/dependencies

server-dependencies:
	@.ci/dependencies server

# With NATIVE=1 for processors with AVX2: faster, with the same results.
native := $(if $(NATIVE),-Xcc -march=x86-64-v3)

build: dependencies python ## Build the program for release, and set up the Python package that draws pictures; NATIVE=1 for AVX2
	swift build -c release $(native) --product beaconbench

renderer := vl-convert-python==1.9.0.post1

# What reads plans in DXF.
drawings := ezdxf==1.4.5

# What fetches public data sets.
downloader := pooch==1.9.0

# What tests speak with `beaconbench mcp` and the server through.
clients := mcp==2.3.0 schemathesis==4.32.5 websocket-client==1.9.2 axe-core-python==0.1.0 bumble==0.0.236

python:
	@.ci/python .build/python $(renderer) $(drawings) $(downloader)

notebooks: ## Set up the Python environment of the notebooks: .build/notebooks
	@.ci/notebooks .build/notebooks

outputs: build notebooks ## Run the notebooks with 300 laps and store their outputs
	cd notebooks-export && BEACONBENCH="$$(swift build -c release --show-bin-path)/beaconbench" PYTHONDONTWRITEBYTECODE=1 \
	  ../.build/notebooks/bin/python3 run_notebook.py --store *.ipynb

browser: ## Set up Chromium and what drives it, for the tests of pages: .build/browser
	@.ci/browser .build/browser

PREFIX ?= /usr/local

install: build ## Install program, manual page, completions, scenarios and documentation below PREFIX (/usr/local)
	.ci/install "$$(swift build -c release --show-bin-path)" "$(DESTDIR)$(PREFIX)" $(renderer) $(downloader)

dist: server-dependencies ## Pack a tarball whose program needs only glibc, 2.28 or later, and libstdc++
	.ci/dist

wheel: server-dependencies ## Pack a wheel for pip: that program, its scenarios and the Python package
	@.ci/wheel

wheeltest: ## Test the wheel in an environment of its own, without Swift: make wheel first
	@.ci/wheeltest

image: ## Make an OCI image from the tarball of make dist by umoci, Debian's package, without root
	@.ci/image

release: server-dependencies ## Fill .build-dist/release-VERSION with tarball, wheel, source archive, bill of materials and checksums
	@.ci/release

reproduce: build ## Run the main job, replay a recorded capture, then every published experiment with published and simulated figures side by side
	"$$(swift build -c release --show-bin-path)/beaconbench" run scenarios/floor35.yaml --name reproduce --replace
	"$$(swift build -c release --show-bin-path)/beaconbench" replay scenarios/recordings/wimpi5.btsnoop
	"$$(swift build -c release --show-bin-path)/beaconbench" reproduce
	"$$(swift build -c release --show-bin-path)/beaconbench" reproduce recorded
	"$$(swift build -c release --show-bin-path)/beaconbench" report results/floor35/reproduce

# Debug builds for tests with the hot modules optimised: see Package.swift.
test servertest documented: export BEACONBENCH_FAST_TESTS := 1
# One build for the tests and the server, whose HTTP library nobody else fetches.
test servertest: export BEACONBENCH_SERVER := 1

test: server-dependencies python notebooks browser ## Build and run every test
	@.ci/python .build/python $(renderer) altair==6.3.0
	@.ci/python .build/clients $(clients)
	swift build --build-tests
	@.ci/tests

outside: dependencies ## Build and run the package of Tests/Outside, to which docs/methods-of-your-own.md leads
	.ci/outside "$(CURDIR)/.build-outside"

annexes: dependencies ## Build the program without Sources/Annexes, and run what the core must do
	.ci/annexes "$(CURDIR)/.build-annexes"

# The server is a program of its own, built apart: its HTTP library is fetched and compiled for it alone.
server: server-dependencies ## Build the server for release, and lay it beside the program
	BEACONBENCH_SERVER=1 swift build -c release --scratch-path .build-server --product beaconbench-server
	swift build -c release --product beaconbench
	ln -sf "$(CURDIR)/.build-server/release/beaconbench-server" "$$(swift build -c release --show-bin-path)/"

servertest: server-dependencies ## Build and test the server
	@.ci/python .build/clients $(clients)
	swift build --product beaconbench
	swift build --product beaconbench-server
	cd Tests/Server && BEACONBENCH_SERVER_PROGRAM="$(CURDIR)/.build/debug/beaconbench-server" \
	  BEACONBENCH_PROGRAM="$(CURDIR)/.build/debug/beaconbench" \
	  PYTHONDONTWRITEBYTECODE=1 "$(CURDIR)/.build/clients/bin/python3" -W ignore -m unittest -v

serverbench: server ## Measure the server with wrk (Debian's package), kills and schemathesis
	@.ci/python .build/clients $(clients)
	cd Tests/Server && BEACONBENCH_SERVER_PROGRAM="$(CURDIR)/.build-server/release/beaconbench-server" \
	  BEACONBENCH_PROGRAM="$$(swift build -c release --show-bin-path)/beaconbench" \
	  PYTHONDONTWRITEBYTECODE=1 "$(CURDIR)/.build/clients/bin/python3" -W ignore bench.py

airbench: build ## Measure air: reports a second, processor time, memory, and how late reports come
	python3 Tests/Clients/air_bench.py "$$(swift build -c release --show-bin-path)/beaconbench"

pictures: build browser ## Draw the pictures of the documentation again
	.ci/pictures "$$(swift build -c release --show-bin-path)/beaconbench"

docs: dependencies browser ## Make the documentation site, with search and the library modules: .build/docs
	@.ci/docs .build/docs

documented: build ## Run every command that the documentation shows and compare what it prints
	swift build --build-tests
	BEACONBENCH_PROGRAM="$$(swift build -c release --show-bin-path)/beaconbench" \
	  swift test --skip-build --filter 'DocumentedOutputTests|ClaimsTests'

baselines: build ## Record the results that make test compares every scenario with: for intended changes
	.ci/baselines "$$(swift build -c release --show-bin-path)/beaconbench"

verify: build ## Run every submission to the benchmark again, and compare to the last bit
	"$$(swift build -c release --show-bin-path)/beaconbench" benchmark verify benchmark

submissions: build ## Enter all built-in methods, and write the page of the benchmark: for intended changes
	program="$$(swift build -c release --show-bin-path)/beaconbench"; \
	for task in benchmark/tasks/*.yaml; do "$$program" benchmark submit "$$task" --built-in --replace --quiet || exit 1; done; \
	"$$program" benchmark page benchmark

lint: ## Check the format, and that Python and JavaScript can be read
	swift format lint --strict -r $(sources)
	python3 -W error::SyntaxWarning -c 'import sys; [compile(open(path, encoding="utf-8").read(), path, "exec") for path in sys.argv[1:]]' \
	  $$(find Sources notebooks-export .ci -name '*.py')
	if command -v node >/dev/null; then for file in $$(find Sources -name '*.js'); do node --check "$$file" || exit 1; done; fi

format: ## Format everything in place
	swift format -i -r $(sources)

# The virtual environment of the programs that benchmarks compare with.
peers := .build/peers
benches := .build$(if $(NATIVE),-bench-native)

$(peers)/ready: Tests/Benchmarks/peers.txt
	python3 -I -m venv $(@D)
	$(@D)/bin/python3 -I -m pip install --quiet --disable-pip-version-check --requirement $<
	touch $@

# Measures the program that `make build` makes, or with NATIVE=1 one for this processor in a folder of its own.
bench: dependencies $(peers)/ready ## Time each job beside the best of NumPy, numba, C and others, and check the limits; NATIVE=1 for AVX2
	swift build -c release --scratch-path $(benches) $(native) --product Benchmarks
	swift build -c release --scratch-path $(benches) $(native) --product beaconbench
	$(benches)/release/Benchmarks $(peers)/bin/python

# Each prints tables of its own.
coverage_programs := IntervalCoverage CalibrationCoverage GateCoverage

coverage: dependencies ## Measure how often intervals hold the truth, and how often compare is wrong
	for program in $(coverage_programs); do \
	  swift build -c release --product "$$program"; \
	  "$$(swift build -c release --show-bin-path)/$$program"; \
	done

tables: build ## Run the commands behind the marked tables of README.md, methods.md, metrics.md, bounds.md and navigation.md, and write these
	.ci/tables "$$(swift build -c release --show-bin-path)/beaconbench"

robustness: build ## Measure how trackers hold where their assumptions do not: the table of docs/methods.md
	.ci/robustness "$$(swift build -c release --show-bin-path)/beaconbench" results

clean: ## Remove what was built; results stay
	rm -rf .build .build-bench-native .build-dist .build-annexes .build-outside .build-server

include fuzz.mk
