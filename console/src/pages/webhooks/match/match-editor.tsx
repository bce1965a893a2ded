import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap, placeholder, tooltips } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { editorTheme } from '../template/editor-theme.ts'
import { completionAt, quoted } from './completion.ts'

export interface SeenField {
  readonly field: string
  readonly values: readonly string[]
}

export interface MatchEditorProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly label: string
  /** The id of what describes it. */
  readonly describedBy: string
  readonly example: string
  /** The fields and values that are proposed. */
  readonly seen: readonly SeenField[]
  /** The mistake, at its position. */
  readonly mistake: { readonly from: number; readonly message: string } | undefined
}

/** A field for matchers that proposes names and values. Loaded only where it is shown. */
export function MatchEditor(props: MatchEditorProps) {
  const { value, label, describedBy, example, seen, mistake } = props
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const changing = useRef(new Compartment())
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    const editor = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          EditorView.cspNonce.of(globalThis.__webpack_nonce__ ?? ''),
          editorTheme('36px', '180px'),
          // What is proposed lies above the bar at the foot of the form.
          tooltips({ position: 'fixed', parent: document.body }),
          history(),
          closeBrackets(),
          EditorView.lineWrapping,
          placeholder(example),
          keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.contentAttributes.of({
            'aria-label': label,
            'aria-describedby': describedBy,
            spellcheck: 'false',
            tabindex: '0',
          }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            const text = state.doc.toString()
            if (docChanged && text !== latest.current.value) latest.current.onChange(text)
          }),
          changing.current.of([]),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, describedBy, example])

  useEffect(() => {
    const parts = autocompletion({
      override: [(context) => propose(context, seen)],
      icons: false,
      // Nobody begins a new line here the moment that something is proposed.
      interactionDelay: 0,
    })
    view.current?.dispatch({ effects: changing.current.reconfigure(parts) })
  }, [seen])

  // The form may change in another way: a draft, a merge.
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const { length } = editor.state.doc
    const from = Math.min(mistake?.from ?? 0, length)
    const shown = mistake
      ? [{ from, to: Math.min(from + 1, length), severity: 'error' as const, message: mistake.message }]
      : []
    editor.dispatch(setDiagnostics(editor.state, shown))
  }, [mistake])

  return <div ref={place} />
}

function propose(
  { state, pos, explicit }: CompletionContext,
  seen: readonly SeenField[],
): CompletionResult | null {
  const open = completionAt(state.sliceDoc(0, pos))
  if (!open || (open.kind === 'field' && open.from === pos && !explicit && pos > 0)) return null
  if (open.kind === 'field') {
    const options = [...seen.map(({ field }) => field), ...(pos === open.from ? [] : ['otherwise'])]
    return { from: open.from, options: options.map((label) => ({ label })), validFor: /^[^\s=!~,{}"]*$/ }
  }
  const values = seen.find(({ field }) => field === open.field)?.values ?? []
  // The quote that ends it may stand there already.
  const to = open.isQuoted && state.sliceDoc(pos, pos + 1) === '"' ? pos + 1 : pos
  return { from: open.from, to, options: values.map((value) => ({ label: quoted(value) })), filter: true }
}
