import type { DeliveryFilter } from '../../../domain/filter/delivery-filters.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import { startOperation } from '../../scripts/operations.ts'
import type { StoreMethods } from '../../store.ts'
import type { Database } from '../connection/database.ts'
import { deliveryPaths, findDeliveryRange } from '../history/delivery-lists.ts'
import type { Deps } from '../node-memory/deps.ts'
import { numbered } from '../connection/statement.ts'
import { runIn } from '../connection/run-script.ts'
import { mergeScans } from '../history/list-scans.ts'

export function operationMethods(deps: Deps): Pick<StoreMethods, 'startOperation'> {
  const { database, webhooks } = deps
  return {
    async startOperation(operation, now, by) {
      const range = await findEnds(database, operation.filter)
      return database.transaction(async (transaction) => {
        const byId = await webhooks.all(transaction)
        return runIn(
          transaction,
          startOperation(deps, (id) => byId.get(id), { operation, range, now, by }),
        )
      })
    },
  }
}

async function findEnds(
  database: Pick<Database, 'list'>,
  filter: DeliveryFilter,
): Promise<{ readonly first: DeliveryId; readonly last: DeliveryId } | undefined> {
  const ids = await findDeliveryRange(database, filter)
  const [first, last] = await Promise.all(
    (['ASC', 'DESC'] as const).map(async (direction) => {
      const paths = deliveryPaths({ filter, ids, limit: 1, direction })
      const [row] = await database.list<{ id: DeliveryId }>(...numbered(mergeScans(paths, direction, 1)))
      return row?.id
    }),
  )
  return first === undefined || last === undefined ? undefined : { first, last }
}
