package lsp

// The messages of the Language Server Protocol, version 3.17, that are used here.

type initializeParams struct {
	ProcessID        *int             `json:"processId"`
	RootURI          string           `json:"rootUri"`
	WorkspaceFolders []folder         `json:"workspaceFolders"`
	Capabilities     clientCapability `json:"capabilities"`
}

type folder struct {
	URI string `json:"uri"`
}

type clientCapability struct {
	General struct {
		PositionEncodings []string `json:"positionEncodings"`
	} `json:"general"`
	Workspace struct {
		Watched struct {
			Dynamic bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
	} `json:"workspace"`
	TextDocument struct {
		Rename struct {
			Prepare bool `json:"prepareSupport"`
		} `json:"rename"`
		Hover struct {
			Formats []string `json:"contentFormat"`
		} `json:"hover"`
		Symbols struct {
			Hierarchical bool `json:"hierarchicalDocumentSymbolSupport"`
		} `json:"documentSymbol"`
	} `json:"textDocument"`
}

type documentID struct {
	URI string `json:"uri"`
}

type openParams struct {
	Document struct {
		URI      string `json:"uri"`
		Language string `json:"languageId"`
		Version  int    `json:"version"`
		Text     string `json:"text"`
	} `json:"textDocument"`
}

type changeParams struct {
	Document struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	} `json:"textDocument"`
	Changes []change `json:"contentChanges"`
}

type documentParams struct {
	Document documentID `json:"textDocument"`
}

type positionParams struct {
	Document documentID `json:"textDocument"`
	Position position   `json:"position"`
}

type referenceParams struct {
	positionParams
	Context struct {
		Declaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

type renameParams struct {
	positionParams
	NewName string `json:"newName"`
}

type actionParams struct {
	Document documentID `json:"textDocument"`
	Range    span       `json:"range"`
}

type watchedParams struct {
	Changes []documentID `json:"changes"`
}

type foldersParams struct {
	Event struct {
		Added   []folder `json:"added"`
		Removed []folder `json:"removed"`
	} `json:"event"`
}

type diagnostic struct {
	Range    span   `json:"range"`
	Severity int    `json:"severity"` // 1: error, 2: warning
	Code     string `json:"code,omitempty"`
	Source   string `json:"source"`
	Message  string `json:"message"`
}

type publishParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type hover struct {
	Contents markup `json:"contents"`
	Range    span   `json:"range"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

type workspaceEdit struct {
	Changes map[string][]textEdit `json:"changes"`
}

type completionItem struct {
	Label         string   `json:"label"`
	Kind          int      `json:"kind"`
	Detail        string   `json:"detail,omitempty"`
	Documentation string   `json:"documentation,omitempty"`
	TextEdit      textEdit `json:"textEdit"`
}

// The kinds of completions.
const (
	itemFunction = 3
	itemField    = 5
	itemClass    = 7
	itemModule   = 9
	itemProperty = 10
	itemUnit     = 11
	itemKeyword  = 14
	itemWord     = 20
	itemConstant = 21
)

type documentSymbol struct {
	Name      string           `json:"name"`
	Detail    string           `json:"detail,omitempty"`
	Kind      int              `json:"kind"`
	Range     span             `json:"range"`
	Selection span             `json:"selectionRange"`
	Children  []documentSymbol `json:"children,omitempty"`
}

// flatSymbol is a symbol for editors that do not know hierarchical ones.
type flatSymbol struct {
	Name      string   `json:"name"`
	Kind      int      `json:"kind"`
	Location  location `json:"location"`
	Container string   `json:"containerName,omitempty"`
}

// The kinds of symbols.
const (
	symbolModule        = 2
	symbolPackage       = 4
	symbolClass         = 5
	symbolMethod        = 6
	symbolProperty      = 7
	symbolField         = 8
	symbolInterface     = 11
	symbolFunction      = 12
	symbolVariable      = 13
	symbolConstant      = 14
	symbolEnumMember    = 22
	symbolStruct        = 23
	symbolEvent         = 24
	symbolTypeParameter = 26
)

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics,omitempty"`
	Edit        workspaceEdit `json:"edit"`
}

// object is a message that is written in only one place, so that a type would add nothing.
type object map[string]any
