import type { Instant } from '../../domain/instant.ts'
import { changeEachLast, type Script } from './script.ts'
import type { Statement } from './statement.ts'

export interface Use {
  readonly id: number
  readonly at: Instant
}

/** In the order of their ids: two nodes that touch the same ones never wait for each other. */
export function touchAll(touch: Statement<Use, never>, uses: readonly Use[]): Script<void> {
  return changeEachLast(
    touch,
    uses.toSorted((one, other) => one.id - other.id),
  )
}
