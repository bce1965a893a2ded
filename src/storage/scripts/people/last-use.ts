import type { SessionId, TokenId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { changeEachLast, type TransactionScript } from '../../transactions/transaction-script.ts'
import type { Statement } from '../../transactions/statement.ts'

export interface Use<Id extends TokenId | SessionId> {
  readonly id: Id
  readonly at: Instant
}

/** Notes the last use in the order of ids: two nodes that write the same rows never wait for each other. */
export function noteUses<Id extends TokenId | SessionId>(
  noteUse: Statement<Use<Id>, never>,
  uses: readonly Use<Id>[],
): TransactionScript<void> {
  return changeEachLast(
    noteUse,
    uses.toSorted((one, other) => one.id - other.id),
  )
}
