import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorView, keymap, placeholder, tooltips } from '@codemirror/view'
import { useMemo } from 'react'
import type { components } from '../../../api/schema.ts'
import { editorTheme, fieldAttributes, useEditor } from '../template/editor.ts'
import { completionAt, quoted } from './completion.ts'

type SeenField = components['schemas']['SeenValues']['fields'][number]

interface MatchEditorProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly label: string
  /** The id of its description. */
  readonly describedBy: string
  readonly example: string
  /** Proposed fields and values. */
  readonly seen: readonly SeenField[]
  /** The mistake, at its position. */
  readonly mistake: { readonly from: number; readonly message: string } | undefined
}

/** A field for matchers that proposes names and values. Loaded when shown. */
export function MatchEditor(props: MatchEditorProps) {
  const { value, onChange, label, describedBy, example, seen, mistake } = props
  const fixed = useMemo(
    () => [
      editorTheme('36px', '180px'),
      // Proposals appear above the bar at the foot of the form.
      tooltips({ position: 'fixed', parent: document.body }),
      history(),
      closeBrackets(),
      EditorView.lineWrapping,
      placeholder(example),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
      fieldAttributes(label, describedBy),
    ],
    [label, describedBy, example],
  )
  const changing = useMemo(
    () =>
      autocompletion({
        override: [(context) => propose(context, seen)],
        icons: false,
        // Enter accepts a proposal as soon as it appears: matchers have no lines.
        interactionDelay: 0,
      }),
    [seen],
  )
  const diagnostics = useMemo(
    () => (mistake ? [{ ...mistake, to: mistake.from + 1, severity: 'error' as const }] : []),
    [mistake],
  )
  return <div ref={useEditor({ value, onChange, fixed, changing, diagnostics })} />
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
  // The closing quote may be there already.
  const to = open.isQuoted && state.sliceDoc(pos, pos + 1) === '"' ? pos + 1 : pos
  return { from: open.from, to, options: values.map((value) => ({ label: quoted(value) })), filter: true }
}
