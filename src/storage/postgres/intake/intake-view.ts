import { ALERT_SUBJECT } from '../../../domain/alert/event.ts'
import type { AlertId } from '../../../domain/ids.ts'
import { type IntakeView, nameOfEpisode } from '../../changes/fan-out.ts'
import type { Head } from '../../changes/queue-changes.ts'
import type { AskedAlerts } from '../../changes/intake-rows.ts'
import { nameOfQueue } from '../../changes/queue-rows.ts'
import type { Known } from '../../changes/rows.ts'
import { nameOfPair } from '../../changes/state-rows.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import { readStatesOfAlerts, type AlertStates } from '../receiver-state/alert-states.ts'
import { lockAlertQueues, type HeadRow } from './fan-out.ts'
import { readNotified, type NotifiedOfEpisodes } from './notified-of-episode.ts'

const NOTHING: AlertStates = { receiverState: new Map(), alertQueues: [] }
const NOBODY = new Set<never>()

interface Loaded {
  readonly heads: readonly HeadRow[]
  readonly states?: AlertStates | undefined
  readonly notified?: NotifiedOfEpisodes
}

export function intakeViewOf(known: Known, { heads, states = NOTHING, notified }: Loaded): IntakeView {
  const headOf = new Map(heads.map((row) => [nameOfQueue(row), toHead(row)]))
  for (const row of states.alertQueues) {
    if (row.state !== 'waiting') headOf.set(nameOfQueue(row), toHead(row))
  }
  const queues = Map.groupBy(states.alertQueues, nameOfQueue)
  const statesOf = Map.groupBy(states.receiverState.values(), ({ alertId }) => alertId)
  return {
    known,
    headOf: (queue) => headOf.get(nameOfQueue(queue)),
    unfinished: (queue) => queues.get(nameOfQueue(queue)) ?? [],
    stateOf: (pair) => states.receiverState.get(nameOfPair(pair)),
    statesOf: (alertId) => statesOf.get(alertId) ?? [],
    notifiedOf: (episode) => notified?.get(nameOfEpisode(episode)) ?? NOBODY,
  }
}

export const ALERT_QUEUES_OF_ALERTS = statement<[ids: readonly AlertId[]], HeadRow>(
  lockAlertQueues(`SELECT '${ALERT_SUBJECT}' || id FROM unnest($1::bigint[]) AS id`),
)

export async function loadIntakeView(
  transaction: Transaction,
  known: Known,
  { ids, clearing }: AskedAlerts,
): Promise<IntakeView> {
  if (!clearing) return intakeViewOf(known, { heads: [], states: await readStatesOfAlerts(transaction, ids) })
  const [states, { rows: heads }, notified] = await Promise.all([
    known.areRemembered ? readStatesOfAlerts(transaction, ids) : undefined,
    transaction.query(ALERT_QUEUES_OF_ALERTS, [ids]),
    readNotified(transaction, known, clearing),
  ])
  return intakeViewOf(known, { heads, states, notified })
}

function toHead({
  queue_urgency: queueUrgency,
  last_failure: lastFailure,
  ...row
}: HeadRow & { readonly state?: string }): Head | null {
  return queueUrgency === null ? null : { queueUrgency, lastFailure, isSending: row.state === 'sending' }
}
