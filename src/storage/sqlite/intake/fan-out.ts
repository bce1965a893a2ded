import { isChange, isClear, subjectOf, type NewEvent } from '../../../domain/alert/event.ts'
import { urgencyOf, type Urgency } from '../../../domain/delivery/urgency.ts'
import type { EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { fallsBackAt } from '../../../domain/routing/fallback.ts'
import { mayFollowRaises } from '../../../domain/routing/routed-webhook.ts'
import { notifiesNobody, matchingChanges } from '../../../domain/routing/matching.ts'
import { NOT_COVERED } from '../../../domain/silence/silences.ts'
import { noteHeld } from '../../scripts/silences.ts'
import { CURRENT_EPOCH } from '../connection/epoch.ts'
import type { SqliteDeps } from '../node-memory/deps.ts'
import type { Notifications } from '../receiver-state/create-notifications.ts'
import { prepareNotifiedOfEpisode } from './notified-of-episode.ts'

export interface FannedOut {
  readonly eventId: EventId
  readonly deliveryCount: number
  /** No webhook takes it. */
  readonly notifiedNobody: boolean
}

/** Writes an event and creates one delivery for each matching webhook. */
export type FanOut = (event: NewEvent) => FannedOut

export function prepareFanOut(
  { db, records, queues, counts, webhooks, silences, events }: SqliteDeps,
  { alertQueue, receiverStates }: Notifications,
): FanOut {
  const selectUnfinished = db.prepare<[webhookId: WebhookId, subject: string], unknown>(
    'SELECT 1 FROM deliveries WHERE webhook_id = ? AND subject = ? AND finished_at IS NULL LIMIT 1',
  )
  const insertDelivery = db.prepare<DeliveryValues>(
    `INSERT INTO deliveries (event_id, webhook_id, subject, state, due_at, created_at, urgency, queue_urgency, fallback_at, epoch)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ${CURRENT_EPOCH})`,
  )

  const notifiedOf = prepareNotifiedOfEpisode(db)
  const markNotifiedNobody = db.prepare<[EventId]>('UPDATE events SET notified_nobody = 1 WHERE id = ?')

  return (newEvent) => {
    const event = events.insertEvent(newEvent)
    const { id: eventId, acceptedAt } = event
    const subject = subjectOf(event)
    const urgency = urgencyOf(event)
    // Before anything gives way to the clear.
    const notified = isClear(event) && mayFollowRaises(webhooks.all()) ? notifiedOf(event) : undefined
    const { decidedByState, deliveryCount, closingCount } =
      event.kind === 'alert' ? receiverStates.change(event) : NOBODY
    let count = deliveryCount
    const coveredBy = event.kind === 'job_run' ? silences.all().over(event, acceptedAt) : NOT_COVERED
    for (const webhook of matchingChanges(webhooks.all(), event, notified)) {
      const { id } = webhook
      if (decidedByState.has(id)) continue
      const heldBy = coveredBy(id)
      if (heldBy !== null) {
        records.run(noteHeld(heldBy, acceptedAt))
        continue
      }
      count += 1
      const state = selectUnfinished.get(id, subject) === undefined ? 'pending' : 'waiting'
      const when = [acceptedAt, acceptedAt, urgency, urgency, fallsBackAt(webhook, event)] as const
      insertDelivery.run(eventId, id, subject, state, ...when)
      counts.add(state)
      if (state === 'pending') queues.noteDue(id, acceptedAt, urgency)
      else alertQueue.hurryHead({ webhook_id: id, subject, urgency }, acceptedAt)
    }
    const notifiedNobody = isChange(event) && count === closingCount && notifiesNobody(webhooks.all(), event)
    if (notifiedNobody) markNotifiedNobody.run(eventId)
    return { eventId, deliveryCount: count, notifiedNobody }
  }
}

type DeliveryValues = [
  eventId: EventId,
  webhookId: WebhookId,
  subject: string,
  state: 'pending' | 'waiting',
  dueAt: Instant,
  createdAt: Instant,
  urgency: Urgency,
  queueUrgency: Urgency,
  fallbackAt: Instant | null,
]

const NOBODY = { decidedByState: new Set<WebhookId>(), deliveryCount: 0, closingCount: 0 } as const
