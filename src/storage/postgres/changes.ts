import { methodsOfChanges, type ChangeName } from '../changes/methods.ts'
import type { IntakeRows } from '../changes/intake-rows.ts'
import type { FlowSignal } from '../changes/rows.ts'
import { finishAttempts } from '../changes/finish-attempts.ts'
import { toAlert } from '../rows/alert-row.ts'
import type { Instant } from '../../domain/instant.ts'
import type { StoreMethods } from '../store.ts'
import { runStep, type TransactionScript } from '../transactions/transaction-script.ts'
import { beginHousekeeping } from './cluster/cluster.ts'
import type { Transaction, TransactionOptions } from './connection/database.ts'
import { runIn } from './connection/run-script.ts'
import { RELEASE, takeLostLeases } from './deliveries/lease-rows.ts'
import { finishRows } from './deliveries/finish-rows.ts'
import { packAttempt } from '../rows/attempt-row.ts'
import { SELECT_ONE, sendNow } from './deliveries/deliveries.ts'
import {
  clamp,
  findAskingBreakers,
  findFailingBreakers,
  findLate,
  FORGET_TIME,
  LOCK_QUEUE_HEADS,
  lockOverdue,
} from './deliveries/late-rows.ts'
import { findEventsOf } from './history/history.ts'
import type { Deps } from './node-memory/deps.ts'
import type { WebhookQueues } from './node-memory/webhook-queues.ts'
import { intakeRows } from './intake/intake-rows.ts'
import type { FreshDelivery } from './node-memory/fresh-queues.ts'
import { LOCK_OF_DELIVERIES, lockAlerts, tryAlertsOf } from './receiver-state/alert-locks.ts'
import {
  findAlertStates,
  findNewestEvents,
  LOCK_FAN_OUT,
  SELECT_NOTIFIED,
} from './receiver-state/fallback-rows.ts'
import { inOrder, SELECT_WAITING } from './receiver-state/attempts.ts'
import { operationRows } from './operations/operation-rows.ts'
import {
  DEMOTE,
  HURRY,
  lockAlertQueues,
  promoteNext,
  PUT_FIRST,
  SELECT_HEADS,
  SELECT_OLDEST,
} from './queue/alert-queue.ts'
import { END_DELIVERIES, INSERT, restartJoined } from './queue/alert-queue-changes.ts'
import { changeBreakers, noteSignals, sendFirst } from './queue/webhook-flow.ts'
import { PROMOTE, SUPERSEDE } from './receiver-state/queue-writes.ts'
import { findReceiverState, MAKE_DUE, writeReceiverStates } from './receiver-state/state-table.ts'

/** Each reads or writes a set by one statement. */
const STATEMENTS = {
  begin: beginHousekeeping,
  lockAlertsOf: LOCK_OF_DELIVERIES.write,
  tryAlertsOf,
  alertStates: findAlertStates,
  newestEvents: findNewestEvents,
  notified: SELECT_NOTIFIED.read,
  lockFanOut: LOCK_FAN_OUT.write,
  events: findEventsOf,
  states: findReceiverState,
  writeStates: writeReceiverStates,
  makeDue: MAKE_DUE.write,
  lockQueues: lockAlertQueues,
  lockHeads: LOCK_QUEUE_HEADS.read,
  headStates: SELECT_HEADS.read,
  oldest: SELECT_OLDEST.read,
  waiting: SELECT_WAITING.read,
  demote: DEMOTE.write,
  hurry: HURRY.write,
  putFirst: PUT_FIRST.write,
  promoteNext,
  promote: PROMOTE.write,
  supersede: SUPERSEDE.write,
  insert: INSERT.write,
  restart: restartJoined,
  sendNow,
  end: (of: Transaction, ...[ending, { state, now }]: Parameters<IntakeRows['end']>) =>
    END_DELIVERIES.read(of, ending, state, now),
  failingBreakers: findFailingBreakers,
  askingBreakers: findAskingBreakers,
  clamp,
  lockOverdue,
  late: findLate,
  forgetFallbackTimes: FORGET_TIME.read,
  changeBreakers,
  sendFirst,
} as const

type Bound<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (
    transaction: Transaction,
    ...args: infer Args
  ) => Promise<infer Result>
    ? (...args: Args) => TransactionScript<Result>
    : never
}

/** Gives the functions this transaction. */
function bind(transaction: Transaction): Bound<typeof STATEMENTS> {
  const bound = Object.entries<(of: Transaction, ...args: never[]) => Promise<unknown>>(STATEMENTS).map(
    ([name, run]) => [name, (...args: never[]) => runStep(() => run(transaction, ...args))],
  )
  return Object.fromEntries(bound)
}

/** The rows of one transaction, whose statements travel together unless they are awaited. */
interface PostgresRows extends IntakeRows {
  /** Notes in the memory of this node what was committed. */
  noteCommit(): void
}

export function postgresRows(transaction: Transaction, deps: Deps): PostgresRows {
  let mayBeDue = false
  const signals: FlowSignal[] = []
  const returned: Parameters<WebhookQueues['noteEnded']>[0][] = []
  const fresh: FreshDelivery[] = []
  return {
    ...intakeRows(transaction, (made) => fresh.push(...made)),
    ...bind(transaction),
    ...operationRows(transaction, deps.advanced),
    ...finishRows(transaction, deps, () => (mayBeDue = true)),
    historySeals: deps.historySeals,
    lastKnown: deps.webhooks.lastKnown,
    known: () => runStep(() => deps.webhooks.all(transaction)),
    lockAlerts: (ids) => runStep(async () => (await lockAlerts(transaction, ids)).map(toAlert)),
    delivery: (id) => runStep(async () => (await transaction.query(SELECT_ONE, [id])).rows[0]),

    noteSignals: (given, changedIds, now) =>
      runStep(() => {
        signals.push(...given)
        return noteSignals(transaction, given, changedIds, now)
      }),

    releaseLeases: (claims, now) =>
      runStep(() => {
        returned.push(...claims)
        return RELEASE.read(transaction, inOrder(claims), now)
      }),

    takeLostLeases: (lost) =>
      runStep(async () => {
        const rows = await takeLostLeases(transaction, lost)
        returned.push(...rows.map(({ id, attempts_made: attempt }) => ({ deliveryId: id, attempt })))
        return rows
      }),

    noteCommit() {
      if (mayBeDue) deps.fresh.forget()
      for (const one of returned) deps.queues.noteEnded(one)
      deps.fresh.note(fresh)
      for (const { webhookId, signal } of signals) deps.queues.noteSignal(webhookId, signal)
    },
  }
}

/** Runs a change in a transaction of its own. */
export async function changing<Result>(
  deps: Deps,
  change: (rows: IntakeRows) => TransactionScript<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  const { rows, result } = await deps.database.transaction(async (transaction) => {
    const made = postgresRows(transaction, deps)
    return { rows: made, result: await runIn(transaction, change(made)) }
  }, options)
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
    async finishAttempts(attempts, now) {
      if (attempts.length === 0) return []
      const packed = attempts.map(packAttempt)
      const isDisabling = packed.some(({ disableWebhookReason }) => disableWebhookReason !== undefined)
      const lock = isDisabling ? 'webhooks' : 'shared'
      const states = await changing(deps, (rows) => finishAttempts(rows, packed, now), { lock })
      for (const attempt of packed) deps.queues.noteEnded(attempt)
      return states
    },

    clearAlert: async (id, given) => (await ready(given)).clearAlert(id, given),
    acknowledgeAlert: async (id, given) => (await ready(given)).acknowledgeAlert(id, given),
    withdrawAcknowledgement: async (id, given) => (await ready(given)).withdrawAcknowledgement(id, given),
    expireAlerts: async (given) => (await ready(given)).expireAlerts(given),
    createMissingDeliveries: async (given) => (await ready(given)).createMissingDeliveries(given),
    createReminders: async (given) => (await ready(given)).createReminders(given),
  } satisfies Pick<StoreMethods, ChangeName | 'finishAttempts'>
}
