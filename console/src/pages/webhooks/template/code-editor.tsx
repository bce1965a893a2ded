import { useMemo } from 'react'
import { changingParts, fixedParts } from './editor-setup.ts'
import type { Filter, Marker, NamedTexts } from './markers.ts'
import type { TemplateProblem } from './template-problems.ts'
import { useEditor } from './editor.ts'

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

/** The editor of a template. Loaded only where it is shown. */
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
