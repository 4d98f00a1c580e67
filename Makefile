# The two commands you need: make run, make test. The variables HOST PORT DATA_DIR DATABASE_URL PROFILE are read from the
# environment or from the command line (make run PORT=9000).

PYTHON ?= python3
BOOTSTRAP = $(PYTHON) scripts/bootstrap.py
BIN = .venv/bin
NPM = .tools/bin/npm --prefix web

.DEFAULT_GOAL := help
.PHONY: help run demo setup stop check test torture lint fix perf dev dev-infra dev-backend dev-frontend dev-worker migrate api-client docs durations lock build clean

help: ## Show this list
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@ / { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

##@ Use it
run: ## Install what is missing, then start everything (Ctrl-C stops it)
	@$(BOOTSTRAP) run web
	@exec $(BIN)/llmbattler serve

demo: ## Start a demo with simulated people and votes, in a separate folder
	@$(BOOTSTRAP) run web
	@exec $(BIN)/llmbattler demo

setup: ## Install everything for use and development
	@$(BOOTSTRAP) dev npm web browser sandbox nginx pgbouncer

stop: ## Stop the server of this data folder and its database
	@if [ -x $(BIN)/llmbattler ]; then exec $(BIN)/llmbattler stop; else echo "llmbattler is not installed here."; fi

migrate: ## Migrate the database to the newest schema (also done at start)
	@$(BOOTSTRAP) run
	@exec $(BIN)/llmbattler migrate

##@ Check it
check: ## Check what you changed, in a minute or two (SINCE=commit)
	@$(BOOTSTRAP) dev npm
	@exec $(BIN)/python scripts/check.py $(if $(SINCE),--since $(SINCE))

test: ## All tests: Python, web, browser (COVERAGE=1 measures coverage)
	@$(BOOTSTRAP) dev uv npm web browser sandbox nginx pgbouncer
	@exec $(BIN)/python scripts/test.py $(if $(COVERAGE),--coverage) $(OPTIONS)

torture: ## Long and large runs: chaos, fuzzing, millions of rows
	@$(BOOTSTRAP) dev npm web browser sandbox nginx
	@exec $(BIN)/python scripts/torture.py

lint: ## Style, types, import laws, schema, generated client
	@$(BOOTSTRAP) dev npm
	@exec $(BIN)/python scripts/lint.py

fix: ## Apply the automatic fixes of ruff and Biome
	@$(BOOTSTRAP) dev npm
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run fix

perf: ## Run the measurements in perf/ and print their tables
	@$(BOOTSTRAP) dev web
	@for script in $(filter-out perf/compare.py,$(wildcard perf/[a-z]*.py)); do echo "== $$script"; $(BIN)/python "$$script" || exit 1; done

##@ Work on it
dev: ## Server with reload and web app with hot reload
	@$(BOOTSTRAP) dev npm
	@exec $(BIN)/python scripts/dev.py

dev-backend: ## Only the server, with reload
	@$(BOOTSTRAP) dev
	@exec $(BIN)/python scripts/dev.py backend

dev-frontend: ## Only the web app, with hot reload
	@$(BOOTSTRAP) npm
	@exec $(NPM) run dev

dev-infra: ## Nothing to do: the server starts its own database
	@echo "There is no infrastructure to start: the server starts its own PostgreSQL. Run make dev."

dev-worker: ## Only a worker
	@$(BOOTSTRAP) dev
	@exec $(BIN)/llmbattler worker

api-client: ## Generate the API client of the web app from the server's OpenAPI schema
	@$(BOOTSTRAP) dev npm
	@$(BIN)/python scripts/api_client.py

docs: ## Write the generated tables and pages of the docs
	@$(BOOTSTRAP) dev
	@$(BIN)/python scripts/feature_table.py
	@$(BIN)/python scripts/case_list.py

durations: ## Store how long each test file took in the last `make test`
	@$(BIN)/python scripts/durations.py

lock: ## Write the lock files (UPGRADE=1 also upgrades versions)
	@$(BOOTSTRAP) run uv node
	@$(BIN)/python scripts/lock.py

build: ## Build a wheel with the web app in dist/
	@$(BOOTSTRAP) dev uv web
	@$(BIN)/python scripts/build.py

clean: ## Delete what was installed and built; asks before it deletes data
	@$(PYTHON) scripts/clean.py
