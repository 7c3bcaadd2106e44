package queue

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-robotics/sinew/tool/study/scenario"
)

// Catalogue is the file study.db of a study: its runs and their outcomes. Use it from one goroutine.
type Catalogue struct {
	dir string
	db  *sql.DB
}

// Row is a run and its outcome; the Status is Open if it has none yet.
type Row struct {
	Run     scenario.Run
	Outcome scenario.Outcome
}

const tables = `
CREATE TABLE IF NOT EXISTS study (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS runs (
	id TEXT PRIMARY KEY, n INTEGER, program TEXT NOT NULL, params TEXT NOT NULL, seed TEXT NOT NULL, run TEXT NOT NULL,
	status TEXT NOT NULL DEFAULT 'open', hash TEXT NOT NULL DEFAULT '', seconds REAL NOT NULL DEFAULT 0,
	wall REAL NOT NULL DEFAULT 0, worker TEXT NOT NULL DEFAULT '', error TEXT NOT NULL DEFAULT '', unheld TEXT NOT NULL DEFAULT '[]'
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS runs_n ON runs (n);
CREATE TABLE IF NOT EXISTS figures (id TEXT NOT NULL, name TEXT NOT NULL, value REAL, PRIMARY KEY (id, name)) WITHOUT ROWID;`

const catalogueFile = "study.db"

// Create opens the catalogue in a folder, and creates it if it is missing.
func Create(dir string) (*Catalogue, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("study: %w", err)
	}
	return open(dir)
}

// Open opens the catalogue that a study has left in a folder.
func Open(dir string) (*Catalogue, error) {
	if _, err := os.Stat(filepath.Join(dir, catalogueFile)); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no study in %s: make one by `sinew scenario run FILE --out %s`", dir, dir)
	}
	return open(dir)
}

func open(dir string) (*Catalogue, error) {
	file := filepath.Join(dir, catalogueFile)
	abs, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(abs),
		RawQuery: "_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)"}
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(tables); err != nil {
		return nil, errors.Join(fmt.Errorf("%s cannot be used as a catalogue: %w", file, err), db.Close())
	}
	return &Catalogue{dir, db}, nil
}

// Close closes the file.
func (c *Catalogue) Close() error { return c.db.Close() }

// transaction runs f so that either all of its changes are made or none.
func (c *Catalogue) transaction(f func(*sql.Tx) error) error {
	tx, err := c.db.Begin()
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// Plan enters a study's runs and returns those that are still to be run: new ones, and those that ended in an error.
// Known outcomes are judged again, because the assertions may have changed. Folders of runs whose numbers have
// changed are renamed; what a study has left of runs that it no longer has is removed.
func (c *Catalogue) Plan(s *scenario.Scenario, version string, runs []*scenario.Run) (todo []*scenario.Run, err error) {
	before, err := c.rows("")
	if err != nil {
		return nil, err
	}
	if err := c.aside(runs); err != nil {
		return nil, err
	}
	known := map[string]*Row{}
	for i := range before {
		known[before[i].Run.ID] = &before[i]
	}
	err = c.transaction(func(tx *sql.Tx) error {
		for name, value := range map[string]string{"scenario": string(s.YAML()), "file": s.File, "name": s.Name,
			"program": s.Program.Text, "version": version} {
			if _, err := tx.Exec(`INSERT OR REPLACE INTO study VALUES (?, ?)`, name, value); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(`UPDATE runs SET n = NULL`); err != nil {
			return err
		}
		for _, r := range runs {
			old := known[r.ID]
			status, unheld := scenario.Open, []string{}
			if old != nil && (old.Outcome.Status == scenario.Passed || old.Outcome.Status == scenario.Failed) {
				status, unheld = r.Judge(old.Outcome.Figures)
			}
			if status == scenario.Open {
				todo = append(todo, r)
			}
			if err := enter(tx, r, status, unheld); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = c.settle(runs)
	}
	return todo, err
}

func enter(tx *sql.Tx, r *scenario.Run, status scenario.Status, unheld []string) error {
	params := map[string]string{}
	for _, s := range r.Params {
		params[s.Name] = s.Value.Text
	}
	for _, s := range r.Vars {
		params[s.Name] = s.Value.Text
	}
	p, err1 := json.Marshal(params)
	whole, err2 := json.Marshal(r)
	u, err3 := json.Marshal(unheld)
	if err := errors.Join(err1, err2, err3); err != nil {
		return err
	}
	_, err := tx.Exec(`INSERT INTO runs (id, n, program, params, seed, run, status, unheld) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET n = excluded.n, params = excluded.params, run = excluded.run, status = excluded.status, unheld = excluded.unheld`,
		r.ID, r.N, r.Program, string(p), fmt.Sprint(r.Seed), string(whole), string(status), string(u))
	return err
}

// Add enters an outcome. It reports false if the run is not one of the study's or has an outcome already.
func (c *Catalogue) Add(o *scenario.Outcome) (added bool, err error) {
	unheld, err := json.Marshal(append([]string{}, o.Unheld...))
	if err != nil {
		return false, err
	}
	err = c.transaction(func(tx *sql.Tx) error {
		res, err := tx.Exec(`UPDATE runs SET status = ?, hash = ?, seconds = ?, wall = ?, worker = ?, error = ?, unheld = ?
			WHERE id = ? AND status = 'open' AND n IS NOT NULL`,
			string(o.Status), o.Hash, o.Seconds, o.Wall, o.Worker, o.Error, string(unheld), o.ID)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
		added = true
		for name, x := range o.Figures {
			value := sql.NullFloat64{Float64: float64(x), Valid: !math.IsNaN(float64(x)) && !math.IsInf(float64(x), 0)}
			if _, err := tx.Exec(`INSERT OR REPLACE INTO figures VALUES (?, ?, ?)`, o.ID, name, value); err != nil {
				return err
			}
		}
		return nil
	})
	return added && err == nil, err
}

// Rows returns the study's runs in their order.
func (c *Catalogue) Rows() ([]Row, error) { return c.rows("WHERE n IS NOT NULL") }

func (c *Catalogue) rows(where string) (all []Row, err error) {
	figures, err := c.figures()
	if err != nil {
		return nil, err
	}
	q, err := c.db.Query(`SELECT id, run, status, hash, seconds, wall, worker, error, unheld FROM runs ` + where + ` ORDER BY n`)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.dir, err)
	}
	defer q.Close()
	for q.Next() {
		var r Row
		var run, unheld string
		o := &r.Outcome
		if err := q.Scan(&o.ID, &run, &o.Status, &o.Hash, &o.Seconds, &o.Wall, &o.Worker, &o.Error, &unheld); err != nil {
			return nil, err
		}
		if err := errors.Join(json.Unmarshal([]byte(run), &r.Run), json.Unmarshal([]byte(unheld), &o.Unheld)); err != nil {
			return nil, fmt.Errorf("%s: run %s cannot be read: %w", c.dir, o.ID, err)
		}
		o.Figures = figures[o.ID]
		all = append(all, r)
	}
	return all, q.Err()
}

func (c *Catalogue) figures() (map[string]map[string]scenario.Figure, error) {
	q, err := c.db.Query(`SELECT id, name, value FROM figures`)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.dir, err)
	}
	defer q.Close()
	all := map[string]map[string]scenario.Figure{}
	for q.Next() {
		var id, name string
		var x sql.NullFloat64
		if err := q.Scan(&id, &name, &x); err != nil {
			return nil, err
		}
		if !x.Valid {
			x.Float64 = math.NaN()
		}
		if all[id] == nil {
			all[id] = map[string]scenario.Figure{}
		}
		all[id][name] = scenario.Figure(x.Float64)
	}
	return all, q.Err()
}

// Scenario returns the scenario that was run last, and the version of the programs.
func (c *Catalogue) Scenario() (s *scenario.Scenario, version string, err error) {
	values := map[string]string{}
	q, err := c.db.Query(`SELECT name, value FROM study`)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", c.dir, err)
	}
	defer q.Close()
	for q.Next() {
		var name, value string
		if err := q.Scan(&name, &value); err != nil {
			return nil, "", err
		}
		values[name] = value
	}
	if err := q.Err(); err != nil {
		return nil, "", err
	}
	if values["scenario"] == "" {
		return nil, "", fmt.Errorf("the catalogue in %s is empty: begin by `sinew scenario run FILE --out %s`", c.dir, c.dir)
	}
	s, err = scenario.Parse(strings.TrimSuffix(c.dir, "/")+"/scenario", []byte(values["scenario"]))
	if err == nil {
		s.File = values["file"]
	}
	return s, values["version"], err
}
