import type { components } from '../../../api/schema.ts'

type Warning = components['schemas']['Warning']
type Checked = components['schemas']['CheckedTemplate']

/** A warning about a template, at its position. */
export interface TemplateProblem {
  readonly message: string
  readonly from: number
  readonly to: number
}

/** Returns the service's warnings; one without a position is about the whole template. */
export function toProblems(warnings: readonly Warning[]): readonly TemplateProblem[] {
  return warnings
    .filter(({ path }) => path === 'payload_template')
    .map(({ message, position }) => ({
      message,
      from: position?.offset ?? 0,
      to: (position?.offset ?? 0) + (position?.length ?? 0),
    }))
}

/** Describes why the body does not fit its Content-Type; null: it does. */
export function describeFault(fault: Checked['fault']): string | null {
  if (fault === null) return null
  return `Filled in, it is not JSON from line ${fault.line}, column ${fault.column} of the body on.`
}
