import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useRef } from 'react'

interface EditorContent {
  readonly value: string
  readonly onChange: (value: string) => void
  /** A change creates the editor again. */
  readonly fixed: Extension
  /** Follows the rest of the form. */
  readonly changing: Extension
  readonly diagnostics: readonly Diagnostic[]
}

/** Makes a CodeMirror editor a form field; returns the element that holds it. */
export function useEditor({
  value,
  onChange,
  fixed,
  changing,
  diagnostics,
}: EditorContent): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const compartment = useRef(new Compartment())
  const latest = useRef({ onChange, value })
  useEffect(() => {
    latest.current = { onChange, value }
  })

  useEffect(() => {
    const editor = new EditorView({
      parent: frame.current!,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          EditorView.cspNonce.of(globalThis.__webpack_nonce__ ?? ''),
          fixed,
          EditorView.updateListener.of(({ docChanged, state }) => {
            const text = state.doc.toString()
            if (docChanged && text !== latest.current.value) latest.current.onChange(text)
          }),
          compartment.current.of([]),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [fixed])

  useEffect(() => {
    view.current?.dispatch({ effects: compartment.current.reconfigure(changing) })
  }, [changing])

  // The form may also change by a preset, a draft or a merge.
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === value) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    const editor = view.current
    if (!editor) return
    const { length } = editor.state.doc
    const within = diagnostics.map((one) => ({
      ...one,
      from: Math.min(one.from, length),
      to: Math.min(one.to, length),
    }))
    editor.dispatch(setDiagnostics(editor.state, within))
  }, [diagnostics])

  return frame
}

/** Names the field of an editor. */
export function fieldAttributes(label: string, describedBy: string): Extension {
  const names = { 'aria-label': label, 'aria-describedby': describedBy }
  // The keyboard must reach a scrolling part; not every browser counts an editable one.
  return EditorView.contentAttributes.of({ ...names, spellcheck: 'false', tabindex: '0' })
}

/** Styles an editor. Colours come from the theme's variables, for light and dark. */
export function editorTheme(minHeight: string, maxHeight: string): Extension {
  return EditorView.theme({
    '&': {
      fontSize: '12.5px',
      backgroundColor: 'var(--tocsin-ground)',
      color: 'var(--mantine-color-text)',
      borderRadius: '8px',
      border: '1px solid var(--tocsin-line)',
    },
    '&.cm-focused': { outline: '2px solid var(--tocsin-accent)', outlineOffset: '1px' },
    '.cm-scroller': {
      fontFamily: 'var(--mantine-font-family-monospace)',
      lineHeight: '1.55',
      minHeight,
      maxHeight,
    },
    '.cm-content': { caretColor: 'var(--mantine-color-text)', padding: '8px 0' },
    '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
    '.cm-gutters': {
      backgroundColor: 'transparent',
      color: 'var(--mantine-color-dimmed)',
      border: 'none',
    },
    '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--tocsin-accent) 7%, transparent)' },
    '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
      backgroundColor: 'color-mix(in srgb, var(--tocsin-accent) 28%, transparent)',
    },
    '.cm-marker, .cm-marker *': { color: 'var(--tocsin-accent)' },
    '.cm-marker': {
      backgroundColor: 'color-mix(in srgb, var(--tocsin-accent) 8%, transparent)',
      borderRadius: '3px',
      fontWeight: '600',
    },
    '.cm-tooltip': {
      backgroundColor: 'var(--tocsin-panel)',
      color: 'var(--mantine-color-text)',
      border: '1px solid var(--tocsin-line)',
      borderRadius: '8px',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mantine-font-family-monospace)' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': {
      backgroundColor: 'var(--mantine-color-petrol-7)',
      color: '#fff',
    },
    '.cm-completionInfo': { padding: '8px 10px', maxWidth: '320px', fontSize: '12.5px' },
    '.cm-completionIcon': { display: 'none' },
    '.cm-placeholder': { color: 'var(--mantine-color-dimmed)' },
    '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--mantine-font-family)' },
  })
}
