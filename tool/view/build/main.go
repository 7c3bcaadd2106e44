// Command build makes the page's bundle: it compiles tool/view/page/src with esbuild into tool/view/serve/dist, which is
// committed so that building Sinew needs no npm. Run it from the module's root after changing the page:
//
//	go run ./tool/view/build
//
// It runs npm ci first when the packages of tool/view/page/package-lock.json are not there yet.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/sinew-robotics/sinew/internal/child"
)

func main() {
	page := flag.String("page", "tool/view/page", "folder of the page's source")
	out := flag.String("out", "tool/view/serve/dist", "folder the bundle is written to")
	flag.Parse()
	if err := build(*page, *out); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

// build bundles the page into out, which is created if necessary.
func build(page, out string) error {
	if _, err := os.Stat(filepath.Join(page, "node_modules", "three")); err != nil {
		npm := child.Tree("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
		npm.Dir, npm.Stderr = page, os.Stderr
		if _, err := child.Output(npm); err != nil {
			return fmt.Errorf("npm ci in %s: %w: install Node.js with npm, and see that the npm registry can be reached", page, err)
		}
	}
	page, err := filepath.Abs(page)
	if err != nil {
		return err
	}
	r := api.Build(api.BuildOptions{
		EntryPointsAdvanced: []api.EntryPoint{
			{InputPath: "src/boot.ts", OutputPath: "app"}, {InputPath: "src/app.css", OutputPath: "app"}, {InputPath: "src/scene/thread.ts", OutputPath: "scene"},
		},
		AbsWorkingDir:     page,
		Outdir:            filepath.Join(page, "out"), // names only: files are written below
		Bundle:            true,
		Splitting:         true, // modules that are imported on demand have files of their own, with hashes in their names
		ChunkNames:        "[name]-[hash]",
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		LegalComments:     api.LegalCommentsEndOfFile,
	})
	var faults []error
	for _, m := range r.Errors {
		at := page
		if l := m.Location; l != nil {
			at = fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Column+1)
		}
		faults = append(faults, fmt.Errorf("%s: %s", at, m.Text))
	}
	if faults != nil {
		return errors.Join(faults...)
	}
	if err := errors.Join(os.RemoveAll(out), os.MkdirAll(out, 0o755)); err != nil {
		return err
	}
	var css []byte
	for _, f := range r.OutputFiles {
		if filepath.Ext(f.Path) == ".css" {
			css = f.Contents
		} else if err := write(out, filepath.Base(f.Path), f.Contents); err != nil {
			return err
		}
	}
	if err := licences(page, out); err != nil {
		return err
	}
	html, err := os.ReadFile(filepath.Join(page, "src", "index.html"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "index.html"), inline(html, css), 0o644)
}

// inline puts the style sheet into the page, so that the browser paints it after one answer.
func inline(html, css []byte) []byte {
	return bytes.Replace(html, []byte(`<link rel="stylesheet" href="app.css">`), slices.Concat([]byte("<style>"), bytes.TrimSpace(css), []byte("</style>")), 1)
}

// write writes a file of the bundle, compressed if it is large.
func write(out, name string, data []byte) error {
	if len(data) < 100_000 {
		return os.WriteFile(filepath.Join(out, name), data, 0o644)
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(data)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, name+".gz"), b.Bytes(), 0o644)
}

// licences writes the licences of the packages in the bundle.
func licences(page, out string) error {
	var text []byte
	for _, name := range []string{"three", "uplot"} {
		licence, err := os.ReadFile(filepath.Join(page, "node_modules", name, "LICENSE"))
		if errors.Is(err, os.ErrNotExist) {
			licence, err = os.ReadFile(filepath.Join(page, "node_modules", name, "LICENSE.md"))
		}
		if err != nil {
			return fmt.Errorf("the licence of %s: %w", name, err)
		}
		text = fmt.Appendf(text, "%s (source: https://www.npmjs.com/package/%[1]s)\n\n%s\n", name, licence)
	}
	return os.WriteFile(filepath.Join(out, "licences.txt"), text, 0o644)
}
