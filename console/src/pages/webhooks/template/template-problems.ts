import type { EditorProblem } from './code-editor.tsx'

interface Warning {
  readonly path: string
  readonly message: string
}

/** What the service says of a template, at its place in it. */
export function toEditorProblems(warnings: readonly Warning[], template: string): readonly EditorProblem[] {
  return warnings
    .filter(({ path }) => path === 'payload_template')
    .map(({ message }) => ({ message, ...placeOf(message, template) }))
}

/** A sentence begins with its place, as line and column, where it has one; both count from one. */
function placeOf(message: string, template: string): { readonly from: number; readonly to: number } {
  const found = /^line (\d+), column (\d+):/.exec(message)
  if (found === null) return { from: 0, to: 0 }
  const lines = template.split('\n')
  const line = Number(found[1]) - 1
  const before = lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0)
  const inLine = Array.from(lines[line] ?? '')
    .slice(0, Number(found[2]) - 1)
    .join('').length
  const from = before + inLine
  const length = /^%[^%\n]*%/.exec(template.slice(from))?.[0].length ?? 1
  return { from, to: from + length }
}
