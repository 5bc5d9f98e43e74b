package matrix

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml/ast"
)

// checkWhole reads whole numbers, and refuses what is none, or too large, where a file must have one.
func (s source) checkWhole() error {
	for key, value := range s.values(s.body) {
		switch key {
		case "seeds":
			for item := range s.items(value) {
				if err := s.mustBeWhole(key, item, math.MaxUint64); err != nil {
					return err
				}
			}
		case "traces", "limits":
			for item := range s.items(value) {
				if err := s.checkWholeIn(item); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// checkWholeIn checks the numbers of a trace or of a limit.
func (s source) checkWholeIn(n ast.Node) error {
	for key, value := range s.values(n) {
		if key != "jobs" && key != "machine" && key != "node-limit" || value.Type() == ast.NullType {
			continue
		}
		if err := s.mustBeWhole(key, value, math.MaxInt64); err != nil {
			return err
		}
	}
	return nil
}

// mustBeWhole sets the value of a field to its decimal number. It refuses what is no whole number from 0 to
// most.
func (s source) mustBeWhole(name string, n ast.Node, most uint64) error {
	text := n.GetToken().Value
	if whole, ok := n.(*ast.IntegerNode); ok {
		if v, err := strconv.ParseUint(text, 10, 64); err == nil && v <= most {
			whole.Value = v
			return nil
		}
	}
	found, expected := kindWord(n.Type()), fmt.Sprintf("a whole number, 0 to %d", most)
	if _, ok := n.(ast.ScalarNode); ok {
		found = n.String()
	}
	at := n.GetToken().Position
	return s.errorAt(at.Line, at.Column, name, found, expected)
}

// values yields the keys and values of a mapping, those of other mappings that it takes over
// included. Another node has none.
func (s source) values(n ast.Node) iter.Seq2[string, ast.Node] { return s.valuesWithin(n, 0) }

// valuesWithin is values, within so many mappings that take over the next. A name that is given twice
// may lead in a circle.
func (s source) valuesWithin(n ast.Node, depth int) iter.Seq2[string, ast.Node] {
	return func(yield func(string, ast.Node) bool) {
		mapping, ok := s.resolved(n).(ast.MapNode)
		if !ok || depth > mostDepth {
			return
		}
		for i := mapping.MapRange(); i.Next(); {
			if i.Key().IsMergeKey() {
				for key, value := range s.valuesWithin(i.Value(), depth+1) {
					if !yield(key, value) {
						return
					}
				}
			} else if !yield(i.Key().GetToken().Value, s.resolved(i.Value())) {
				return
			}
		}
	}
}

// items yields the items of a list. Another node has none.
func (s source) items(n ast.Node) iter.Seq[ast.Node] {
	return func(yield func(ast.Node) bool) {
		list, ok := n.(*ast.SequenceNode)
		if !ok {
			return
		}
		for _, item := range list.Values {
			if !yield(s.resolved(item)) {
				return
			}
		}
	}
}

// resolved returns the node for which an anchor or an alias stands.
func (s source) resolved(n ast.Node) ast.Node {
	for range mostDepth { // an alias may lead to itself
		switch of := n.(type) {
		case *ast.AnchorNode:
			n = of.Value
		case *ast.AliasNode:
			named := s.anchors[of.Value.GetToken().Value]
			if named == nil {
				return n
			}
			n = named
		default:
			return n
		}
	}
	return n
}

// nameNodes notes the nodes with names, and gives whole numbers their texts as values. It refuses a node that
// stands within itself, by its name.
func (s *source) nameNodes() error {
	s.anchors = make(map[string]ast.Node)
	if s.body == nil {
		return nil
	}
	v := anchors{named: s.anchors, loop: new(ast.Node)}
	ast.Walk(v, s.body)
	if n := *v.loop; n != nil {
		at := n.GetToken().Position
		return s.errorAt(at.Line, at.Column, "YAML", n.String()+" within what it names", "a value that does not hold itself")
	}
	return nil
}

// anchors collects the nodes with names.
type anchors struct {
	named  map[string]ast.Node
	around []string  // names of the nodes around this one
	loop   *ast.Node // a node that names one around it
}

func (a anchors) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.IntegerNode:
		n.Value = n.Token.Value
	case *ast.AnchorNode:
		name := n.Name.GetToken().Value
		a.named[name], a.around = n.Value, append(slices.Clip(a.around), name)
	case *ast.AliasNode:
		if slices.Contains(a.around, n.Value.GetToken().Value) {
			*a.loop = n
		}
	}
	return a
}
