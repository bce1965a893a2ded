import { describeActor, type Actor } from './audit.ts'

/** The author where a request may name somebody. The audit log always has the caller as well. */
export interface NamedAuthor {
  readonly createdBy: string
  /** The token or user that named `createdBy`; null: it is the caller's own name. */
  readonly createdThrough: string | null
}

export function namedAuthor(named: string | undefined, by: Actor): NamedAuthor {
  if (named === undefined || named.trim() === '' || named === by.name)
    return { createdBy: by.name, createdThrough: null }
  return { createdBy: named, createdThrough: describeActor(by) }
}
