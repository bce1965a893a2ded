import { startOperation } from '../../scripts/operations.ts'
import type { SyncMethods } from '../connection/run-script.ts'
import { findIdRange } from '../history/delivery-lists.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'

export function operationMethods(deps: SqliteDeps): Pick<SyncMethods, 'startOperation'> {
  const { db, records, catchUp, webhooks } = deps
  return {
    startOperation(operation, now, by) {
      const range = findIdRange(db, operation.filter, catchUp.goneIds())
      return records.run(startOperation(deps, (id) => webhooks.find(id), { operation, range, now, by }))
    },
  }
}
