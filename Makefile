# BeaconBench: `make reproduce` runs the main job, `make test` proves it, `make help` lists the rest.
SHELL := /usr/bin/env bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help install build reproduce test baselines lint format bench coverage clean

sources := Package.swift Sources Tests

help: ## List what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

install: ## Install what is missing (libgsl-dev, zlib1g-dev and pkg-config)
	@.ci/install

build: install ## Build the program for release
	swift build -c release --product beaconbench

reproduce: build ## Run the main job, then every published experiment with published and simulated figures side by side
	"$$(swift build -c release --show-bin-path)/beaconbench" run scenarios/floor35.yaml --name reproduce --replace
	"$$(swift build -c release --show-bin-path)/beaconbench" reproduce

test: install ## Build and run every test
	swift build --build-tests
	swift test --skip-build

baselines: build ## Record anew what every scenario is compared with by make test: for a change that is meant
	.ci/baselines "$$(swift build -c release --show-bin-path)/beaconbench"

lint: ## Check the format
	swift format lint --strict -r $(sources)

format: ## Format everything in place
	swift format -i -r $(sources)

bench: install ## Run the benchmarks
	swift package --package-path Tests/Benchmarks benchmark --no-progress

# Each prints tables of its own.
coverage_programs := IntervalCoverage CalibrationCoverage

coverage: install ## Measure how often intervals hold the truth, and how often compare is wrong
	for program in $(coverage_programs); do \
	  swift build -c release --product "$$program"; \
	  "$$(swift build -c release --show-bin-path)/$$program"; \
	done

clean: ## Remove what was built; results stay
	rm -rf .build Tests/Benchmarks/.build

include fuzz.mk
