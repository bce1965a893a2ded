import type { SqliteDeps } from '../node-memory/deps.ts'
import { AlertQueues } from '../queue/alert-queues.ts'
import { CurrentStateQueue } from './current-state-queue.ts'
import { Fallback } from './fallback.ts'
import { ReceiverStates } from './receiver-states.ts'
import { ReceiverStateTable } from './state-table.ts'

/** The parts that keep receivers in sync; made once, by `createNotifications`. */
export interface Notifications {
  readonly alertQueue: AlertQueues
  readonly receiverStates: ReceiverStates
  readonly fallback: Fallback
}

type LateStep = Parameters<Fallback['escalateLate']>[0]

export function createNotifications(deps: SqliteDeps) {
  const alertQueue = new AlertQueues(deps)
  const table = new ReceiverStateTable(deps.db)
  const currentStateQueue = new CurrentStateQueue(deps)
  const fallback = new Fallback(deps, table, alertQueue, (row, now) => receiverStates.holdLate(row, now))
  const receiverStates = new ReceiverStates(deps, table, currentStateQueue)
  return {
    table,
    notifications: { alertQueue, receiverStates, fallback } satisfies Notifications,
    methods: {
      escalateToFallbacks: (step: LateStep) => fallback.escalateLate(step),
    },
  }
}
