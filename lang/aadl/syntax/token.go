package syntax

import "strconv"

// Kind is the kind of a token: a keyword, a sign, or a kind whose text differs from token to token.
type Kind uint8

// The kinds. No token has kind bad: the parser sees it after a fault, until it has found where to go on.
const (
	EOF Kind = iota
	bad
	Comment        // -- to the end of the line
	Identifier     // a name, as spelled
	IntegerLiteral // 10, 1_000, 16#FF#, 2E3
	RealLiteral    // 1.5, 1.0e-3
	StringLiteral  // with its quotes
	AnnexText      // {** … **}, with its brackets

	semicolon
	colon
	doubleColon
	comma
	dot
	dotDot
	leftParen
	rightParen
	leftSquare
	rightSquare
	leftBrace
	rightBrace
	plus
	minus
	star
	gives     // =>
	appends   // +=>
	arrow     // ->
	both      // <->
	leftStep  // -[
	rightStep // ]->

	firstKeyword
)

// The keywords, in alphabetical order.
const (
	kwAadlboolean = firstKeyword + iota
	kwAadlinteger
	kwAadlreal
	kwAadlstring
	kwAbstract
	kwAccess
	kwAll
	kwAnd
	kwAnnex
	kwApplies
	kwBinding
	kwBus
	kwCalls
	kwClassifier
	kwCompute
	kwConnections
	kwConstant
	kwData
	kwDelta
	kwDevice
	kwEnd
	kwEnumeration
	kwEvent
	kwExtends
	kwFalse
	kwFeature
	kwFeatures
	kwFlow
	kwFlows
	kwGroup
	kwImplementation
	kwIn
	kwInherit
	kwInitial
	kwInternal
	kwInverse
	kwIs
	kwList
	kwMemory
	kwMode
	kwModes
	kwNone
	kwNot
	kwOf
	kwOr
	kwOut
	kwPackage
	kwParameter
	kwPath
	kwPort
	kwPrivate
	kwProcess
	kwProcessor
	kwProperties
	kwProperty
	kwPrototype
	kwPrototypes
	kwProvides
	kwPublic
	kwRange
	kwRecord
	kwReference
	kwRefined
	kwRenames
	kwRequires
	kwSelf
	kwSet
	kwSink
	kwSource
	kwSubcomponents
	kwSubprogram
	kwSystem
	kwThread
	kwTo
	kwTrue
	kwType
	kwUnits
	kwVirtual
	kwWith
)

// texts are the spellings of tokens that are always written alike, and descriptions of the other kinds.
var texts = [...]string{EOF: "the end of the text", bad: "a fault", Comment: "a comment", Identifier: "a name", IntegerLiteral: "an integer", RealLiteral: "a real number",
	StringLiteral: "a string", AnnexText: "{** … **}",
	semicolon: ";", colon: ":", doubleColon: "::", comma: ",", dot: ".", dotDot: "..", leftParen: "(", rightParen: ")",
	leftSquare: "[", rightSquare: "]", leftBrace: "{", rightBrace: "}", plus: "+", minus: "-", star: "*",
	gives: "=>", appends: "+=>", arrow: "->", both: "<->", leftStep: "-[", rightStep: "]->",
	kwAadlboolean: "aadlboolean", kwAadlinteger: "aadlinteger", kwAadlreal: "aadlreal", kwAadlstring: "aadlstring", kwAbstract: "abstract",
	kwAccess: "access", kwAll: "all", kwAnd: "and", kwAnnex: "annex", kwApplies: "applies", kwBinding: "binding", kwBus: "bus", kwCalls: "calls",
	kwClassifier: "classifier", kwCompute: "compute", kwConnections: "connections", kwConstant: "constant", kwData: "data",
	kwDelta: "delta", kwDevice: "device", kwEnd: "end", kwEnumeration: "enumeration", kwEvent: "event", kwExtends: "extends", kwFalse: "false",
	kwFeature: "feature", kwFeatures: "features", kwFlow: "flow", kwFlows: "flows", kwGroup: "group", kwImplementation: "implementation",
	kwIn: "in", kwInherit: "inherit", kwInitial: "initial", kwInternal: "internal", kwInverse: "inverse", kwIs: "is", kwList: "list",
	kwMemory: "memory", kwMode: "mode", kwModes: "modes", kwNone: "none", kwNot: "not", kwOf: "of", kwOr: "or", kwOut: "out",
	kwPackage: "package", kwParameter: "parameter", kwPath: "path", kwPort: "port", kwPrivate: "private", kwProcess: "process",
	kwProcessor: "processor", kwProperties: "properties", kwProperty: "property", kwPrototype: "prototype", kwPrototypes: "prototypes",
	kwProvides: "provides", kwPublic: "public", kwRange: "range", kwRecord: "record", kwReference: "reference", kwRefined: "refined",
	kwRenames: "renames", kwRequires: "requires", kwSelf: "self", kwSet: "set", kwSink: "sink", kwSource: "source",
	kwSubcomponents: "subcomponents", kwSubprogram: "subprogram", kwSystem: "system", kwThread: "thread", kwTo: "to", kwTrue: "true",
	kwType: "type", kwUnits: "units", kwVirtual: "virtual", kwWith: "with"}

// String returns a keyword or a sign as written, and a description of the other kinds.
func (k Kind) String() string {
	if int(k) < len(texts) && texts[k] != "" {
		return texts[k]
	}
	return "kind " + strconv.Itoa(int(k))
}

// sign reports whether k is a sign.
func (k Kind) sign() bool { return semicolon <= k && k < firstKeyword }

// said is how a fault names the kind: signs are in quotes.
func (k Kind) said() string {
	if k.sign() {
		return strconv.Quote(k.String())
	}
	return k.String()
}

// Keyword reports whether k is a reserved word, which cannot be a name.
func (k Kind) Keyword() bool { return k >= firstKeyword }

// longestKeyword bounds the words that are looked up.
const longestKeyword = len("implementation")

// keywords are the kinds of the words in lower case.
var keywords = func() map[string]Kind {
	m := map[string]Kind{}
	for k := firstKeyword; int(k) < len(texts); k++ {
		m[texts[k]] = k
	}
	return m
}()

// Token is a word, a sign or a comment of a text: bytes Start to End of it.
type Token struct {
	Start, End int32
	Kind       Kind
	// Notes of the parser for Format, and of the lexer for the parser.
	level uint8 // the token begins a line, indented by level-1; 0: it continues the line
	tight bool  // no space before it, whatever its kind
	stray bool  // text before it was left out, which is a fault
}

// Fold returns the form of a name for comparison, which ignores case.
func Fold(name string) string {
	for i := range len(name) {
		if c := name[i]; 'A' <= c && c <= 'Z' {
			b := []byte(name)
			for ; i < len(b); i++ {
				if 'A' <= b[i] && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return name
}

// Same reports whether two names are the same, ignoring case.
func Same(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
