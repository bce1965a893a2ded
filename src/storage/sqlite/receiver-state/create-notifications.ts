import type { Database } from 'better-sqlite3'
import type { EventId, WebhookId } from '../../../domain/ids.ts'
import type { SilenceId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Silences } from '../../../domain/silence/silences.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { Event, NewEvent } from '../../../domain/alert/event.ts'
import type { BacklogCounts } from '../queue/backlog-counts.ts'
import type { AlertQueues } from '../queue/alert-queues.ts'
import type { WebhookQueues } from '../queue/webhook-queues.ts'
import { Fallback } from './fallback.ts'
import { CurrentStateQueue } from './current-state-queue.ts'
import { missingDeliveriesMethod } from './missing-deliveries.ts'
import { ReceiverStates } from './receiver-states.ts'
import { ReceiverStateTable } from './state-table.ts'

interface NotificationNeeds {
  readonly queues: WebhookQueues
  readonly counts: BacklogCounts
  readonly alertQueue: AlertQueues
  readonly events: {
    readonly insertEvent: (event: NewEvent) => Event
    readonly readEvent: (id: EventId) => Event | undefined
  }
  readonly webhooks: () => readonly Webhook[]
  readonly findWebhook: (id: WebhookId) => Webhook | undefined
  readonly silences: () => Silences
  readonly noteHeld: (id: SilenceId, now: Instant) => void
}

type LateStep = Parameters<Fallback['escalateLate']>[0]

/** Creates the services that keep receivers in sync and escalate to fallbacks. */
export function createNotifications(
  db: Database,
  { queues, counts, alertQueue, events, webhooks, findWebhook, silences, noteHeld }: NotificationNeeds,
) {
  const { insertEvent, readEvent } = events
  const table = new ReceiverStateTable(db)
  const currentStateQueue = new CurrentStateQueue(db, { queues, counts, findWebhook })
  const fallback = new Fallback(db, {
    alertQueue,
    receiverState: table,
    webhooks,
    findWebhook,
    findEvent: readEvent,
    holdLate: (row, now) => receiverStates.holdLate(row, now),
  })
  const receiverStates = new ReceiverStates({
    table,
    alertQueue: currentStateQueue,
    webhooks,
    findEvent: readEvent,
    insertEvent,
    findWebhook,
    silences,
    noteHeld,
    escalate: (webhookId, event) => fallback.escalate(webhookId, event),
  })
  return {
    receiverStates,
    fallback,
    methods: {
      ...missingDeliveriesMethod(db, {
        table,
        currentStateQueue,
        webhooks,
        findWebhook,
        readEvent,
        insertEvent,
        silences,
      }),
      escalateToFallbacks: (step: LateStep) => fallback.escalateLate(step),
    },
  }
}
