import type { Urgency } from '../../../domain/delivery/urgency.ts'
import type { AlertId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Gathered, IntakeView } from '../../changes/fan-out.ts'
import type { NewDelivery } from '../../changes/queue-changes.ts'
import type { Known } from '../../changes/rows.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import { episodePattern, eventsOfEpisode, isPossiblySent } from '../../scripts/notified.ts'
import { noteHeld } from '../../scripts/silences.ts'
import { CURRENT_EPOCH } from '../connection/epoch.ts'
import type { Bound } from '../connection/prepare-insert.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import { queueMoves } from '../queue/queue-moves.ts'
import { IN_ALERT_QUEUE, type InQueue, OF_ALERT_QUEUE } from '../queue/queue-reads.ts'
import type { ReceiverStateTable } from '../receiver-state/state-table.ts'

interface FanOutParts {
  readonly known: Known
  readonly table: ReceiverStateTable
}

/** Looks up what changes of alerts need, and writes what was gathered. */
export interface IntakeTables {
  readonly view: IntakeView
  /** Returns the ids of the events. */
  save(gathered: Gathered): readonly EventId[]
}

export function prepareFanOut(deps: SqliteDeps, { known, table }: FanOutParts): IntakeTables {
  const { records, queues, counts, events } = deps
  const sql = prepare(deps)
  const { supersede } = queueMoves(deps)

  function insert(one: NewDelivery, eventId: EventId): void {
    const { webhook_id: webhookId, state, dueAt, queueUrgency } = one
    const { lastInsertRowid } = sql.insertDelivery.run(
      eventId,
      webhookId,
      one.subject,
      state,
      dueAt,
      one.at,
      one.urgency,
      queueUrgency,
      one.attemptsUncounted,
      one.begunAt,
      one.fallbackAt,
      one.fallbackDepth,
    )
    counts.add(state)
    if (one.superseded) records.run(supersede([{ ...one.superseded, id: Number(lastInsertRowid), state }]))
    else if (state === 'pending') queues.noteDue(webhookId, dueAt, queueUrgency)
  }

  return {
    view: {
      known,
      headOf({ webhook_id, subject }) {
        if (sql.selectUnfinished.get(webhook_id, subject) === undefined) return undefined
        const head = sql.selectHead.get(webhook_id, subject)
        if (!head) return null
        const { queue_urgency: queueUrgency, last_failure: lastFailure, state } = head
        return { queueUrgency, lastFailure, isSending: state === 'sending' }
      },
      unfinished: ({ webhook_id, subject }) => sql.selectQueue.all(webhook_id, subject),
      statesOf: (alertId) => table.ofAlert(alertId),
      stateOf: (pair) => table.find(pair),
      notifiedOf: ({ alertId, episodeNumber }) =>
        new Set(sql.selectNotified.all({ alertId, pattern: episodePattern(episodeNumber) })),
    },

    save(gathered) {
      if (gathered.events.length === 0) return []
      const { notifiedNobody, stateWrites, held } = gathered
      const { hurried, superseded, deliveries } = gathered.queues
      const eventIds = gathered.events.map((event) => events.insertEvent(event).id)
      const eventIdAt = (place: number) => eventIds[place - 1]!
      for (const place of notifiedNobody) sql.markNotifiedNobody.run(eventIdAt(place))
      for (const { webhook_id, subject, urgency, at } of hurried) {
        const head = sql.hurry.get(urgency, at, webhook_id, subject)
        queues.noteDue(webhook_id, head?.due_at ?? null, urgency)
      }
      if (superseded.length > 0) records.run(supersede(superseded))
      for (const one of deliveries) insert(one, eventIdAt(one.eventPlace))
      for (const { pair, before, after, eventPlace } of stateWrites)
        table.write(pair, before, after && { ...after, eventId: eventIdAt(eventPlace) })
      for (const [id, at] of held) records.run(noteHeld(id, at))
      return eventIds
    },
  }
}

function prepare({ db }: SqliteDeps) {
  return {
    selectUnfinished: db.prepare<InQueue, unknown>(
      'SELECT 1 FROM deliveries WHERE webhook_id = ? AND subject = ? AND finished_at IS NULL LIMIT 1',
    ),
    selectHead: db.prepare<InQueue, Pick<DeliveryRow, 'state' | 'queue_urgency' | 'last_failure'>>(
      `SELECT state, queue_urgency, last_failure ${IN_ALERT_QUEUE} AND state <> 'waiting' ORDER BY event_id LIMIT 1`,
    ),
    selectQueue: db.prepare<InQueue, DeliveryRow>(
      `SELECT * ${IN_ALERT_QUEUE} ORDER BY event_id DESC, id DESC`,
    ),
    hurry: db.prepare<[urgency: Urgency, at: Instant, ...InQueue], Pick<DeliveryRow, 'due_at'>>(
      `UPDATE deliveries SET queue_urgency = min(queue_urgency, ?), due_at = CASE WHEN due_at IS NOT NULL THEN min(due_at, ?) END
       WHERE ${OF_ALERT_QUEUE} AND state <> 'waiting' RETURNING due_at`,
    ),
    insertDelivery: db.prepare<Bound[]>(
      `INSERT INTO deliveries (event_id, webhook_id, subject, state, due_at, created_at, urgency, queue_urgency, attempts_uncounted,
         begun_at, fallback_at, fallback_depth, epoch)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${CURRENT_EPOCH})`,
    ),
    selectNotified: db
      .prepare<{ alertId: AlertId; pattern: string }, WebhookId>(
        `SELECT DISTINCT webhook_id FROM (${eventsOfEpisode('@alertId', '@pattern')}) AS raised
         CROSS JOIN deliveries AS delivery ON delivery.event_id = raised.id
         WHERE delivery.finished_at IS NULL OR ${isPossiblySent('delivery')}`,
      )
      .pluck(),
    markNotifiedNobody: db.prepare<[EventId]>('UPDATE events SET notified_nobody = 1 WHERE id = ?'),
  }
}
