import type { Database } from 'better-sqlite3'
import type { DeliveryState } from '../../../src/domain/delivery/delivery.ts'

/** A row of `deliveries`, as far as promises are made about it. */
export interface DeliveryFacts {
  readonly id: number
  readonly eventId: number
  readonly webhookId: number
  readonly subject: string
  readonly state: DeliveryState
  readonly attemptsMade: number
  readonly dueAt: number | null
  readonly leaseUntil: number | null
  readonly finishedAt: number | null
  /** For which delivery it stands in. */
  readonly fallbackOf: number | null
  /** Of its event; 0 is the most urgent. */
  readonly urgency: number
  /** By which it goes while it is the head of its alert queue. */
  readonly queueUrgency: number
  /** When its fallback is notified, should it not have arrived by then. */
  readonly fallbackAt: number | null
  /** Why it ended, or was not accepted. */
  readonly reason: string | null
}

/** What a statement did to one row. Written down by triggers, so it is what happened, not what was meant. */
export type Change =
  | { readonly kind: 'delivery added'; readonly after: DeliveryFacts }
  | { readonly kind: 'delivery changed'; readonly before: DeliveryFacts; readonly after: DeliveryFacts }
  | { readonly kind: 'delivery removed'; readonly before: DeliveryFacts }
  | { readonly kind: 'event added'; readonly id: number; readonly body: EventFacts }
  | { readonly kind: 'event removed'; readonly id: number }
  | { readonly kind: 'alert removed'; readonly id: number }
  | { readonly kind: 'attempt added'; readonly deliveryId: number; readonly number: number }

export interface EventFacts {
  readonly alertId: number | null
  readonly jobRunId: number | null
  readonly oldState: string | null
  readonly newState: string | null
  readonly status: string | null
  readonly endedBy: string | null
  readonly episodeNumber: number | null
  readonly trigger: string | null
  readonly acceptedAt: number
}

/** Of each call of a batch, in the order of the statements. */
export type ChangesByCall = ReadonlyMap<number, readonly Change[]>

const DELIVERY_MEMBERS = {
  id: 'id',
  eventId: 'event_id',
  webhookId: 'webhook_id',
  subject: 'subject',
  state: 'state',
  attemptsMade: 'attempts_made',
  dueAt: 'due_at',
  leaseUntil: 'lease_until',
  finishedAt: 'finished_at',
  fallbackOf: 'fallback_of',
  urgency: 'urgency',
  queueUrgency: 'queue_urgency',
  fallbackAt: 'fallback_at',
  reason: 'last_reason',
}

const deliveryJson = (row: string) =>
  `json_object(${Object.entries(DELIVERY_MEMBERS)
    .map(([name, column]) => `'${name}', ${row}.${column}`)
    .join(', ')})`

export const DELIVERY_COLUMNS = Object.entries(DELIVERY_MEMBERS)
  .map(([name, column]) => `${column} AS ${name}`)
  .join(', ')

const TRIGGERS: readonly { readonly on: string; readonly change: string }[] = [
  {
    on: 'INSERT ON main.deliveries',
    change: `json_object('kind', 'delivery added', 'after', ${deliveryJson('new')})`,
  },
  {
    on: 'UPDATE ON main.deliveries',
    change: `json_object('kind', 'delivery changed', 'before', ${deliveryJson('old')}, 'after', ${deliveryJson('new')})`,
  },
  {
    on: 'DELETE ON main.deliveries',
    change: `json_object('kind', 'delivery removed', 'before', ${deliveryJson('old')})`,
  },
  {
    on: 'INSERT ON main.events',
    change: `json_object('kind', 'event added', 'id', new.id, 'body', json_object('alertId', new.alert_id,
      'jobRunId', new.job_run_id, 'oldState', new.body ->> 'oldState', 'newState', new.body ->> 'newState',
      'status', new.body ->> 'status', 'endedBy', new.body ->> 'endedBy',
      'episodeNumber', new.body ->> 'episodeNumber', 'trigger', new.body ->> 'trigger', 'acceptedAt', new.accepted_at))`,
  },
  { on: 'DELETE ON main.events', change: "json_object('kind', 'event removed', 'id', old.id)" },
  { on: 'DELETE ON main.alerts', change: "json_object('kind', 'alert removed', 'id', old.id)" },
  {
    on: 'INSERT ON main.attempts',
    change: "json_object('kind', 'attempt added', 'deliveryId', new.delivery_id, 'number', new.number)",
  },
]

export interface ChangeLogHooks {
  /** Which call of the batch runs now. */
  readonly currentCall: () => number
  /** Called for each row that is written; may throw as a disk would. */
  readonly onRow: () => void
}

/**
 * Writes down every change of a row that the promises are about, inside the very transaction that makes it: what is
 * rolled back leaves no note. Returns a function that takes the notes out after a commit.
 */
export function keepChangeLog(db: Database, { currentCall, onRow }: ChangeLogHooks): () => ChangesByCall {
  db.function('sim_call', () => {
    onRow()
    return currentCall()
  })
  db.exec('CREATE TEMP TABLE sim_changes (number INTEGER PRIMARY KEY, call INTEGER, change TEXT)')
  for (const [index, { on, change }] of TRIGGERS.entries()) {
    db.exec(
      `CREATE TEMP TRIGGER sim_${index} AFTER ${on} BEGIN
         INSERT INTO sim_changes (call, change) VALUES (sim_call(), ${change}); END`,
    )
  }
  const select = db.prepare<[], { call: number; change: string }>(
    'SELECT call, change FROM sim_changes ORDER BY number',
  )
  const clear = db.prepare('DELETE FROM sim_changes')
  return () => {
    const changes = new Map<number, Change[]>()
    const rows = select.all()
    if (rows.length === 0) return changes
    for (const { call, change } of rows) {
      const ofCall = changes.get(call) ?? []
      changes.set(call, ofCall)
      ofCall.push(JSON.parse(change))
    }
    clear.run()
    return changes
  }
}
