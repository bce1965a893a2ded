import { setDiagnostics, type Diagnostic } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { changingParts, fixedParts } from './editor-setup.ts'
import type { Marker, Filter, NamedTexts } from './markers.ts'
import type { TemplateProblem } from './template-problems.ts'

export interface CodeEditorProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly label: string
  /** The id of what describes it. */
  readonly describedBy: string
  readonly isJson: boolean
  readonly markers: readonly Marker[]
  readonly namedTexts: readonly NamedTexts[]
  readonly filters: readonly Filter[]
  /** Warnings, each at its position. */
  readonly problems: readonly TemplateProblem[]
}

/** CodeMirror, as a field of a form. Loaded only where it is shown. */
export function CodeEditor({
  value,
  onChange,
  label,
  describedBy,
  isJson,
  markers,
  namedTexts,
  filters,
  problems,
}: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const changing = useRef(new Compartment())
  const latest = useRef({ onChange, value })
  useEffect(() => {
    latest.current = { onChange, value }
  })

  useEffect(() => {
    const editor = new EditorView({
      parent: place.current!,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          fixedParts({
            label,
            describedBy,
            nonce: globalThis.__webpack_nonce__ ?? '',
            onChange: (text) => {
              if (text !== latest.current.value) latest.current.onChange(text)
            },
          }),
          changing.current.of([]),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, describedBy])

  useEffect(() => {
    const parts = changingParts({ markers, namedTexts, filters, isJson })
    view.current?.dispatch({ effects: changing.current.reconfigure(parts) })
  }, [markers, namedTexts, filters, isJson])

  // The form may change in another way: by the template of a preset, a draft, a merge.
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const { length } = editor.state.doc
    const shown = problems.map(({ from, to, message }): Diagnostic => ({
      from: Math.min(from, length),
      to: Math.min(to, length),
      severity: 'warning',
      message,
    }))
    editor.dispatch(setDiagnostics(editor.state, shown))
  }, [problems])

  return <div ref={place} />
}
