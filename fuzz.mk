# `make fuzz` reads FUZZ_MUTANTS changed copies of every document, and then runs libFuzzer for FUZZ_SECONDS on every
# target, from the seeds in Tests/Fuzzing/Seeds.
FUZZ_SECONDS ?= 60
FUZZ_MUTANTS ?= 150
FUZZ_TARGETS := btsnoop pcap pcapng packetlogger hcidump btmon gzip events packets structures commands host logs

fuzz_build := .build/fuzz
fuzz_flags := -O -wmo -g -parse-as-library -swift-version 6 -package-name beaconbench -enable-upcoming-feature InternalImportsByDefault \
	-enable-upcoming-feature MemberImportVisibility -enable-upcoming-feature ExistentialAny
fuzz_sanitize := -sanitize=fuzzer,address

.PHONY: fuzz fuzz-documents
fuzz-documents: # A trap leaves the document that did it in this folder.
	@mkdir -p $(fuzz_build)/documents
	swift build --build-tests
	TMPDIR=$(CURDIR)/$(fuzz_build)/documents BEACONBENCH_FUZZ=$(FUZZ_MUTANTS) swift test --skip-build --filter DocumentFuzzing

fuzz: fuzz-documents $(fuzz_build)/capture-fuzzer ## Look for documents, tables and captures that crash their readers
	@for target in $(FUZZ_TARGETS); do \
		mkdir -p $(fuzz_build)/corpus/$$target; \
		echo "== $$target"; \
		BEACONBENCH_FUZZ=$$target SWIFT_BACKTRACE=enable=no $(fuzz_build)/capture-fuzzer \
			$(fuzz_build)/corpus/$$target Tests/Fuzzing/Seeds/$$target \
			-max_total_time=$(FUZZ_SECONDS) -timeout=10 -rss_limit_mb=1024 -max_len=8192 -print_final_stats=1 \
			-verbosity=0 -artifact_prefix=$(fuzz_build)/$$target- || exit 1; \
	done

# The modules below the decoder, in the order in which they need each other.
fuzz_modules := World NumericalMethods Documents
fuzz_system := -I $(CURDIR)/Sources/Foundations/CGSL -I $(CURDIR)/Sources/Foundations/CZlib -I $(CURDIR)/Sources/Foundations/CFiles

# The decoder and what reads logs and commands of hosts, with the address sanitizer.
fuzz_captures = $(shell find Sources/Inputs/Captures -name '*.swift')
fuzz_logs = $(filter-out %/Annex+PhoneLogs.swift,$(wildcard Sources/Annexes/PhoneLogs/*.swift))
fuzz_controller = $(wildcard Sources/Annexes/Air/Controller/*.swift)
fuzz_sanitized = swiftc $(fuzz_flags) $(fuzz_sanitize) -I . $(fuzz_system) -emit-module -emit-object

$(fuzz_build)/capture-fuzzer: $(shell find $(addprefix Sources/Foundations/,$(fuzz_modules)) Tests/Fuzzing -name '*.swift') $(fuzz_captures) $(fuzz_logs) $(fuzz_controller)
	@mkdir -p $(fuzz_build)
	cd $(fuzz_build) && for module in $(fuzz_modules); do \
		swiftc $(fuzz_flags) -I . $(fuzz_system) -emit-module -emit-object -module-name $$module \
			$$(find $(CURDIR)/Sources/Foundations/$$module -name '*.swift') -o $$module.o || exit 1; \
	done
	cd $(fuzz_build) && $(fuzz_sanitized) -module-name Captures $(addprefix $(CURDIR)/,$(fuzz_captures)) -o Captures.o
	cd $(fuzz_build) && $(fuzz_sanitized) -module-name PhoneLogs $(addprefix $(CURDIR)/,$(fuzz_logs)) -o PhoneLogs.o
	cd $(fuzz_build) && $(fuzz_sanitized) -module-name Air $(addprefix $(CURDIR)/,$(fuzz_controller)) -o Air.o
	cd $(fuzz_build) && swiftc $(fuzz_flags) $(fuzz_sanitize) -I . $(fuzz_system) $(CURDIR)/Tests/Fuzzing/CaptureFuzzer.swift \
		$(addsuffix .o,$(fuzz_modules)) Captures.o PhoneLogs.o Air.o -lgsl -lgslcblas -lz -o capture-fuzzer
