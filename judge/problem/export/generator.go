package export

import (
	"path"
	"slices"
)

// generatorBegin begins the source of a generator, which uses only some functions of a validator.
const generatorBegin = "\n#pragma GCC diagnostic ignored \"-Wunused-function\"\n\n"

// addGenerator adds the program that makes cases again from their seeds, and copies of the other
// cases and of the trials if the host wants to know where all of them come from.
func (k *pack) addGenerator() error {
	if k.generator == "" || !slices.ContainsFunc(k.problem.Cases, seeded) {
		return nil
	}
	if err := k.addProgram(k.generator, "generator", generatorBegin); err != nil {
		return err
	}
	if k.manual == "" {
		return nil
	}
	groups := k.sources()
	for _, g := range groups {
		for _, c := range g.Cases {
			for extension, text := range c.files {
				k.add(k.named(k.manual, "{kind}", g.Name, "{name}", c.Name)+extension, text)
			}
		}
	}
	return k.addText(k.generators.name, k.generators.template, struct {
		*Problem
		Groups []group
	}{k.problem, groups})
}

// seeded reports whether a generator makes a case.
func seeded(c Case) bool { return c.Seeded != "" }

// A group is the cases in a folder of a package.
type group struct {
	Name  string
	Cases []sourced
}

// A sourced case says where it comes from: from a seed, or else from files. The names of the files
// are their extensions.
type sourced struct {
	Group, Name, Seeded string
	files               map[string][]byte
}

// sources returns the cases and the trials of a package by their folders.
func (k *pack) sources() (groups []group) {
	add := func(name string, c sourced) {
		i := slices.IndexFunc(groups, func(g group) bool { return g.Name == name })
		if i < 0 {
			i = len(groups)
			groups = append(groups, group{Name: name})
		}
		c.Group = name
		groups[i].Cases = append(groups[i].Cases, c)
	}
	for i, c := range k.problem.Cases {
		file := k.inputFile(i)
		one := sourced{Name: stem(path.Base(file)), Seeded: c.Seeded}
		if !seeded(c) {
			one.files = map[string][]byte{".in": c.Input, ".ans": c.Answer}
		}
		add(path.Base(path.Dir(file)), one)
	}
	for _, t := range k.problem.Trials {
		files := map[string][]byte{".in": t.Input}
		if t.Output != nil {
			files[".ans"], files[".out"] = t.Answer, t.Output
		}
		add(t.Kind, sourced{Name: t.Name, files: files})
	}
	return groups
}

// Generator returns the name of the generator's file, or "" if the package has none.
func (d *document) Generator() string {
	if _, ok := d.pack.files[d.pack.generator]; !ok {
		return ""
	}
	return d.pack.generator
}
