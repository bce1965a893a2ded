import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionContext,
  completionKeymap,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import type { Extension } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  ViewPlugin,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useMemo } from 'react'
import { editorTheme, fieldAttributes, useEditor } from './editor.ts'
import {
  type Filter,
  findMarkers,
  knownNames,
  type Marker,
  type NamedTexts,
  openFilterAt,
  openMarkerAt,
} from './markers.ts'
import type { TemplateProblem } from './template-problems.ts'

interface CodeEditorProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly label: string
  /** The id of its description. */
  readonly describedBy: string
  readonly isJson: boolean
  readonly markers: readonly Marker[]
  readonly namedTexts: readonly NamedTexts[]
  readonly filters: readonly Filter[]
  /** Warnings at their positions. */
  readonly problems: readonly TemplateProblem[]
}

/** The editor of a template. Loaded when shown. */
export function CodeEditor(props: CodeEditorProps) {
  const { value, onChange, label, describedBy, isJson, markers, namedTexts, filters, problems } = props
  const fixed = useMemo(() => fixedParts(label, describedBy), [label, describedBy])
  const changing = useMemo(
    () => changingParts({ markers, namedTexts, filters, isJson }),
    [markers, namedTexts, filters, isJson],
  )
  const diagnostics = useMemo(
    () => problems.map((problem) => ({ ...problem, severity: 'warning' as const })),
    [problems],
  )
  return <div ref={useEditor({ value, onChange, fixed, changing, diagnostics })} />
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--tocsin-good)' },
  { tag: tags.string, color: 'var(--mantine-color-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--tocsin-warning)' },
  { tag: [tags.punctuation, tags.brace, tags.squareBracket], color: 'var(--mantine-color-dimmed)' },
])

type ChangingParts = Pick<CodeEditorProps, 'markers' | 'namedTexts' | 'filters' | 'isJson'>

/** Returns the extensions that stay while the editor is open. */
function fixedParts(label: string, describedBy: string): Extension {
  return [
    editorTheme('280px', '62vh'),
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    syntaxHighlighting(colours),
    lintGutter(),
    EditorView.lineWrapping,
    // Escape, then Tab leaves the editor: that is built in.
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      indentWithTab,
    ]),
    fieldAttributes(label, describedBy),
  ]
}

/** Returns the extensions that follow the rest of the form. */
function changingParts({ markers, namedTexts, filters, isJson }: ChangingParts): Extension {
  const known = knownNames(markers, namedTexts)
  return [
    isJson ? json() : [],
    showMarkers(known),
    autocompletion({
      override: [
        (context) => completeMarker(context, markers, known),
        (context) => completeFilter(context, filters),
      ],
      icons: false,
    }),
  ]
}

function showMarkers(known: ReadonlySet<string>): Extension {
  const mark = Decoration.mark({ class: 'cm-marker' })
  const decorate = (view: EditorView): DecorationSet =>
    Decoration.set(
      view.visibleRanges.flatMap(({ from, to }) =>
        findMarkers(view.state.sliceDoc(from, to), known).map((spot) =>
          mark.range(from + spot.from, from + spot.to),
        ),
      ),
    )
  return ViewPlugin.define(
    (view) => ({
      decorations: decorate(view),
      update({ view, docChanged, viewportChanged }) {
        if (docChanged || viewportChanged) this.decorations = decorate(view)
      },
    }),
    { decorations: ({ decorations }) => decorations },
  )
}

function completeMarker(
  { state, pos, explicit }: CompletionContext,
  markers: readonly Marker[],
  known: ReadonlySet<string>,
): CompletionResult | null {
  const line = state.doc.lineAt(pos)
  const open = openMarkerAt(line.text.slice(0, pos - line.from), known)
  if (open === null && !explicit) return null
  return {
    from: open === null ? pos : line.from + open,
    // The closing percent sign may be there already.
    to: line.text.charAt(pos - line.from) === '%' ? pos + 1 : pos,
    options: markers.map(({ name, description, example }) => ({
      label: `%${name}%`,
      info: `${description} For example: ${example}`,
    })),
    validFor: /^%[\w.:/@-]*$/,
  }
}

function completeFilter(
  { state, pos }: CompletionContext,
  filters: readonly Filter[],
): CompletionResult | null {
  const line = state.doc.lineAt(pos)
  const open = openFilterAt(line.text.slice(0, pos - line.from))
  if (open === null) return null
  return {
    from: line.from + open,
    options: filters.map(({ name, description }) => ({ label: name, info: description })),
    validFor: /^[a-z]*$/,
  }
}
