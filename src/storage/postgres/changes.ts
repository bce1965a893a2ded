import { methodsOfChanges, type ChangeName } from '../changes/methods.ts'
import type { IntakeRows } from '../changes/intake-rows.ts'
import { toAlert } from '../rows/alert-row.ts'
import type { Instant } from '../../domain/instant.ts'
import type { StoreMethods } from '../store.ts'
import { runStep, type TransactionScript } from '../transactions/transaction-script.ts'
import { beginHousekeeping } from './cluster/cluster.ts'
import type { Transaction } from './connection/database.ts'
import { runIn } from './connection/run-script.ts'
import { releaseLeases, takeLostLeases } from './deliveries/lease-rows.ts'
import { findEventsOf } from './history/history.ts'
import type { Deps } from './node-memory/deps.ts'
import type { WebhookQueues } from './node-memory/webhook-queues.ts'
import { intakeRows } from './intake/intake-rows.ts'
import type { FreshDelivery } from './node-memory/fresh-queues.ts'
import { lockAlerts } from './receiver-state/alert-locks.ts'
import { readWaiting } from './receiver-state/attempts.ts'
import { promoteNewer, supersede } from './receiver-state/queue-writes.ts'
import { findReceiverState, writeReceiverStates } from './receiver-state/state-table.ts'

/** The rows of one transaction, whose statements travel together unless they are awaited. */
interface PostgresRows extends IntakeRows {
  /** Notes in the memory of this node what was committed. */
  noteCommit(): void
}

export function postgresRows(transaction: Transaction, deps: Deps): PostgresRows {
  const returned: Parameters<WebhookQueues['noteEnded']>[0][] = []
  const fresh: FreshDelivery[] = []
  return {
    ...intakeRows(transaction, deps, (made) => fresh.push(...made)),
    known: () => runStep(() => deps.webhooks.all(transaction)),
    begin: (task) => runStep(() => beginHousekeeping(transaction, task)),
    lockAlerts: (ids) => runStep(async () => (await lockAlerts(transaction, ids)).map(toAlert)),
    states: (pairs) => runStep(() => findReceiverState(transaction, pairs)),
    writeStates: (writes) => runStep(() => writeReceiverStates(transaction, writes)),
    events: (deliveries) => runStep(() => findEventsOf(transaction, deliveries)),
    waiting: (queues) => runStep(() => readWaiting(transaction, queues)),
    supersede: (superseded) => runStep(() => supersede(transaction, superseded)),
    promote: (promoted) => runStep(() => promoteNewer(transaction, promoted)),

    releaseLeases: (claims, now) =>
      runStep(() => {
        returned.push(...claims)
        return releaseLeases(transaction, claims, now)
      }),

    takeLostLeases: (lost) =>
      runStep(async () => {
        const rows = await takeLostLeases(transaction, lost)
        returned.push(...rows.map(({ id, attempts_made: attempt }) => ({ deliveryId: id, attempt })))
        return rows
      }),

    noteCommit() {
      for (const one of returned) deps.queues.noteEnded(one)
      deps.fresh.note(fresh)
    },
  }
}

/** Runs a change in a transaction of its own. */
export async function changing<Result>(
  deps: Deps,
  change: (rows: IntakeRows) => TransactionScript<Result>,
): Promise<Result> {
  const { rows, result } = await deps.database.transaction(async (transaction) => {
    const made = postgresRows(transaction, deps)
    return { rows: made, result: await runIn(transaction, change(made)) }
  })
  rows.noteCommit()
  return result
}

export function changeMethods(deps: Deps) {
  const methods = methodsOfChanges((change) => changing(deps, change)) as Pick<StoreMethods, ChangeName>
  const ready = async ({ now }: { readonly now: Instant }) => {
    await deps.partitions.ensure(now)
    return methods
  }
  return {
    ...methods,
    clearAlert: async (id, given) => (await ready(given)).clearAlert(id, given),
    acknowledgeAlert: async (id, given) => (await ready(given)).acknowledgeAlert(id, given),
    withdrawAcknowledgement: async (id, given) => (await ready(given)).withdrawAcknowledgement(id, given),
    expireAlerts: async (given) => (await ready(given)).expireAlerts(given),
    createMissingDeliveries: async (given) => (await ready(given)).createMissingDeliveries(given),
  } satisfies Pick<StoreMethods, ChangeName>
}
