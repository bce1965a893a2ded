import { SERVICE_ACTOR, type Author } from '../../../domain/audit/audit.ts'
import type { DeliveryFilter } from '../../../domain/filter/delivery-filters.ts'
import type { DeliveryId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { scopeOf, type NewOperation, type Operation } from '../../../domain/operation/operation.ts'
import { nextOperation, noteStep, startOperation } from '../../scripts/operations.ts'
import { toOperation, type OperationRow } from '../../rows/operation-row.ts'
import type { StoreMethods } from '../../store.ts'
import type { Database, Transaction } from '../connection/database.ts'
import { deliveryPaths, findDeliveryRange } from '../history/delivery-lists.ts'
import { takeStep } from './operation-step.ts'
import type { Deps } from '../node-memory/deps.ts'
import { numbered } from '../connection/statement.ts'
import { runIn } from '../connection/run-script.ts'
import { beginHousekeeping } from '../cluster/cluster.ts'
import { mergeScans } from '../history/list-scans.ts'

/** Advances operations in steps, each one transaction with its progress. */
export function operationMethods(deps: Deps): Pick<StoreMethods, 'startOperation' | 'advanceOperations'> {
  const { database } = deps
  let lastAdvanced = 0
  return {
    startOperation: (operation, now, by = SERVICE_ACTOR) => start(deps, operation, { now, by }),

    advanceOperations(step) {
      const after = lastAdvanced
      return database.transaction(async (transaction) => {
        if (!(await beginHousekeeping(transaction, 'advanceOperations'))) return null
        const row = await runIn(transaction, nextOperation(after))
        if (!row) return null
        // Set before the work: an operation that fails must not block the others.
        lastAdvanced = row.id
        return advance(deps, transaction, { ...step, row })
      })
    },
  }
}

async function start(
  deps: Deps,
  operation: NewOperation,
  when: { readonly now: Instant; readonly by: Author },
): Promise<Operation> {
  const { database, webhooks } = deps
  const range = await findEnds(database, operation.filter)
  return database.transaction(async (transaction) => {
    const byId = await webhooks.all(transaction)
    return runIn(
      transaction,
      startOperation(deps, (id) => byId.get(id), { operation, range, ...when }),
    )
  })
}

async function advance(
  deps: Deps,
  transaction: Transaction,
  { row, now, limit }: { readonly row: OperationRow; readonly now: Instant; readonly limit: number },
): Promise<Operation> {
  const webhooks = await deps.webhooks.all(transaction)
  const target = row.target_webhook_id === null ? undefined : webhooks.get(row.target_webhook_id)
  const scope = scopeOf(toOperation(row), target)
  const step =
    'filter' in scope ? await takeStep(row, scope.filter, { transaction, webhooks, now, limit }) : scope
  return runIn(transaction, noteStep(deps, row, { ...step, now }))
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
