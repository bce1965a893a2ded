import { toAlert, type AlertRow } from '../rows/alert-row.ts'
import { methodsOfChanges, type ChangeName } from '../changes/methods.ts'
import type { IntakeRows } from '../changes/intake-rows.ts'
import { type Known, nameOfPair } from '../changes/rows.ts'
import type { SyncMethods } from './connection/run-script.ts'
import { runStep } from '../transactions/transaction-script.ts'
import type { LeasedDeliveries } from './deliveries/leased-deliveries.ts'
import { leaseRows } from './deliveries/lease-rows.ts'
import type { SqliteDeps } from './node-memory/deps.ts'
import type { AlertTable } from './intake/alert-table.ts'
import type { IntakeTables } from './intake/fan-out.ts'
import { intakeRows } from './intake/intake-rows.ts'
import { queueRows } from './queue/queue-rows.ts'
import type { ReceiverStates } from './receiver-state/receiver-states.ts'
import type { ReceiverStateTable } from './receiver-state/state-table.ts'

interface Parts {
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
export function sqliteRows(deps: SqliteDeps, { table, known, leased, intake, alerts }: Parts): IntakeRows {
  const { db, events } = deps
  const selectAlert = db.prepare<[number], AlertRow>('SELECT * FROM alerts WHERE id = ?')
  return {
    ...queueRows(deps),
    ...leaseRows(deps, leased),
    ...intakeRows(deps, { alerts, states: table, intake }),

    known: () => runStep(() => known),

    begin: () => runStep(() => true),

    lockAlerts: (ids) => runStep(() => ids.flatMap((id) => selectAlert.get(id) ?? []).map(toAlert)),

    states: (pairs) =>
      runStep(
        () => new Map(pairs.flatMap((pair) => table.find(pair) ?? []).map((one) => [nameOfPair(one), one])),
      ),

    writeStates: (writes) =>
      runStep(() => {
        for (const { pair, before, after } of writes) table.write(pair, before, after)
      }),

    events: (deliveries) =>
      runStep(
        () =>
          new Map(
            deliveries
              .flatMap(({ event_id: id }) => events.readEvent(id) ?? [])
              .map((event) => [event.id, event]),
          ),
      ),
  }
}

export function changeMethods({ records }: SqliteDeps, rows: IntakeRows) {
  return methodsOfChanges((change) => records.run(change(rows))) as Pick<SyncMethods, ChangeName>
}
