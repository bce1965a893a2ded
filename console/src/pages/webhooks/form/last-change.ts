import type { Problem } from '../../../api/problem.ts'

/** The last change of a webhook; `by` is null where the service does not name the principal. */
export interface LastChange {
  readonly at: string
  readonly by: string | null
}

/** Reads the last change from a refusal; null if it does not name it. */
export function readLastChange({ more }: Pick<Problem, 'more'>): LastChange | null {
  const { last_changed: last } = more
  if (typeof last !== 'object' || last === null || !('at' in last) || typeof last.at !== 'string') return null
  return { at: last.at, by: 'by' in last ? nameOf(last.by) : null }
}

/** A name, or an actor of the audit log. */
function nameOf(by: unknown): string | null {
  if (typeof by === 'string') return by
  if (typeof by !== 'object' || by === null) return null
  if ('name' in by && typeof by.name === 'string') return by.name
  return 'token_name' in by && typeof by.token_name === 'string' ? by.token_name : null
}
