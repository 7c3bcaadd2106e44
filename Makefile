# make demo     the main job: an xArm 7 follows a lemon (options by ARGS='--for 20s --no-browser')
# make test     everything, on real components (some steps only: make test STEPS='lint test')
# make bench    every figure beside its peer, kept in bench/results.jsonl
# make build    bin/sinew, and the programs that it starts: bin/sinew-app, bin/sinew-study, bin/sinew-bench
.DEFAULT_GOAL := build
.PHONY: build demo test deps bench cover clean

ARGS ?=
STEPS ?=
BENCHES ?= reactor perception ik rbd planner wakeup watch demo study paths trajectory codec link atoms rov ros1 coordination lua control

# no HTTP/2: pages need WebSockets, and have the connection for themselves
LINK = -tags nethttpomithttp2 -ldflags="-s -w"

build:
	go build $(LINK) -o bin/ ./cmd/...
	go build -C bench $(LINK) -o ../bin/ ./sinew-bench

demo:
	go build $(LINK) -o bin/ ./cmd/sinew
	bin/sinew demo $(ARGS)

deps:
	@scripts/deps.sh

test:
	@DEPS=1 scripts/test.sh $(STEPS)

bench: deps build
	@set -e; mkdir -p bin; : > bin/results.jsonl; \
	for b in $(BENCHES); do bin/sinew bench $$b --json | tee -a bin/results.jsonl; done; \
	mv bin/results.jsonl bench/results.jsonl

cover:
	@mkdir -p bin
	go test -coverprofile=bin/cover.out -coverpkg=./... ./...
	go tool cover -html=bin/cover.out -o bin/cover.html
	@go tool cover -func=bin/cover.out | tail -1

clean:
	rm -rf bin
