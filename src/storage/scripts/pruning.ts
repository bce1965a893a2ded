import type { Instant } from '../../domain/instant.ts'
import { PRUNE_ACTIVITY } from './activity.ts'
import { PRUNE_OPERATIONS } from './operations.ts'
import { change, together, type TransactionScript } from '../transactions/transaction-script.ts'
import { PRUNE_SOURCE_CURSORS } from './source-cursors.ts'
import { PRUNE_SILENCES } from './silences.ts'
import { PRUNE_REVISIONS } from './webhook-revisions.ts'

/** Removes records that go with the history, at most `limit` of each kind. Returns how many rows went. */
export function* pruneRecords(prune: {
  readonly before: Instant
  readonly limit: number
}): TransactionScript<number> {
  const counts = yield* together([
    change(PRUNE_OPERATIONS, prune),
    change(PRUNE_ACTIVITY, prune),
    change(PRUNE_SOURCE_CURSORS, prune),
    change(PRUNE_REVISIONS, prune),
    change(PRUNE_SILENCES, prune),
  ])
  return counts.reduce((sum, count) => sum + count, 0)
}
