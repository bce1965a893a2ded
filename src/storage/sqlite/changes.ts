import { toAlert, type AlertRow } from '../rows/alert-row.ts'
import type { FlowRows, Known, Rows } from '../changes/rows.ts'
import { nameOfPair, type StateRows } from '../changes/state-rows.ts'
import { finishAttempts } from '../changes/finish-attempts.ts'
import { methodsOfChanges, type ChangeName } from '../changes/methods.ts'
import type { IntakeRows } from '../changes/intake-rows.ts'
import type { SyncMethods } from './connection/run-script.ts'
import { runStep } from '../transactions/transaction-script.ts'
import type { LeasedDeliveries } from './deliveries/leased-deliveries.ts'
import { finishRows } from './deliveries/finish-rows.ts'
import { lateRows } from './deliveries/late-rows.ts'
import { leaseRows } from './deliveries/lease-rows.ts'
import type { SqliteDeps } from './node-memory/deps.ts'
import type { AlertTable } from './intake/alert-table.ts'
import type { IntakeTables } from './intake/fan-out.ts'
import { intakeRows } from './intake/intake-rows.ts'
import { queueEntries } from './queue/queue-entries.ts'
import { queueMoves } from './queue/queue-moves.ts'
import { queueReads } from './queue/queue-reads.ts'
import { operationRows } from './operations/operation-rows.ts'
import { fallbackRows } from './receiver-state/fallback-rows.ts'
import type { AlertId, DeliveryId } from '../../domain/ids.ts'
import type { DeliveryRow } from '../rows/delivery-row.ts'
import type { ReceiverStates } from './receiver-state/receiver-states.ts'
import type { ReceiverStateTable } from './receiver-state/state-table.ts'

interface Parts {
  /** Disables a webhook, in the transaction of the attempt. */
  readonly disable: Rows['disable']
  readonly table: ReceiverStateTable
  readonly known: Known
  readonly leased: LeasedDeliveries
  readonly alerts: AlertTable
  readonly intake: IntakeTables
}

export function knownOf({ webhooks, silences }: SqliteDeps, receiverStates: ReceiverStates): Known {
  return {
    get webhooks() {
      return webhooks.all()
    },
    get silences() {
      return silences.all()
    },
    get areRemembered() {
      return receiverStates.remembers()
    },
    find: (id) => webhooks.find(id),
  }
}

/** Reads and writes at once, inside the present transaction; nothing needs a lock. */
export function sqliteRows(deps: SqliteDeps, parts: Parts): IntakeRows {
  const { table, known, leased, intake, alerts, disable } = parts
  const moves = queueMoves(deps)
  const reads = queueReads(deps)
  const states = stateRows(table)
  return {
    historySeals: deps.historySeals,
    ...reads,
    ...moves,
    ...states,
    ...queueEntries(deps),
    ...leaseRows(deps, leased),
    ...intakeRows(deps, { alerts, states: table, intake }),
    ...finishRows(deps, leased, { ...reads, ...moves, ...states, disable }),
    ...lateRows(deps),
    ...fallbackRows(deps),
    ...operationRows(deps),
    ...flowRows(deps),
    ...foundRows(deps),
    ...NO_LOCKS,
    known: () => runStep(() => known),
    lastKnown: known,
  }
}

const NO_LOCKS = {
  begin: () => runStep(() => true),
  lockAlertsOf: () => runStep(() => undefined),
  tryAlertsOf: (rows) => runStep(() => rows),
} satisfies Partial<Rows>

function stateRows(table: ReceiverStateTable): StateRows {
  return {
    states: (pairs) =>
      runStep(
        () => new Map(pairs.flatMap((pair) => table.find(pair) ?? []).map((one) => [nameOfPair(one), one])),
      ),

    writeStates: (writes) =>
      runStep(() => {
        for (const { pair, before, after } of writes) table.write(pair, before, after)
      }),

    makeDue: (ids) =>
      runStep(() => {
        for (const id of ids) table.makeDue(id)
      }),
  }
}

function flowRows({ queues }: SqliteDeps): FlowRows {
  return {
    noteSignals: (signals, _changedIds, now) =>
      runStep(() => {
        for (const { webhookId, signal, ...given } of signals)
          queues.noteSignal(webhookId, signal, { ...given, now })
      }),

    changeBreakers: (ids, change) =>
      runStep(() => {
        for (const id of ids) queues.changeBreaker(id, change)
      }),

    sendFirst: (webhookId, id) => runStep(() => queues.sendFirst(webhookId, id)),
  }
}

function foundRows({ db, events, catchUp }: SqliteDeps): Pick<Rows, 'delivery' | 'lockAlerts' | 'events'> {
  const selectDelivery = db.prepare<[DeliveryId], DeliveryRow>('SELECT * FROM deliveries WHERE id = ?')
  const selectAlert = db.prepare<[AlertId], AlertRow>('SELECT * FROM alerts WHERE id = ?')
  return {
    delivery: (id) =>
      runStep(() => {
        const row = selectDelivery.get(id)
        return row && catchUp.see(row)
      }),

    lockAlerts: (ids) => runStep(() => ids.flatMap((id) => selectAlert.get(id) ?? []).map(toAlert)),

    events: (deliveries) =>
      runStep(() => {
        const found = deliveries.flatMap(({ event_id: id }) => events.readEvent(id) ?? [])
        return new Map(found.map((event) => [event.id, event]))
      }),
  }
}

export function changeMethods({ records }: SqliteDeps, rows: IntakeRows) {
  const methods = methodsOfChanges((change) => records.run(change(rows))) as Pick<SyncMethods, ChangeName>
  return {
    ...methods,
    finishAttempts: (attempts, now) => records.run(finishAttempts(rows, attempts, now)),
  } satisfies Partial<SyncMethods>
}
