import type { Database } from 'better-sqlite3'
import type { EventId, WebhookId } from '../../../domain/ids.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { Event, NewEvent } from '../../../domain/alert/event.ts'
import type { BacklogCounts } from '../queue/backlog-counts.ts'
import type { DeliveryLine } from '../queue/delivery-line.ts'
import type { Lanes } from '../queue/lanes.ts'
import { Fallback } from './fallback.ts'
import { PresentLine } from './present-line.ts'
import { takeUpVerb } from './take-up.ts'
import { Tellings } from './tellings.ts'
import { ToldTable } from './told-table.ts'

interface TellingNeeds {
  readonly lanes: Lanes
  readonly counts: BacklogCounts
  readonly line: DeliveryLine
  readonly events: {
    readonly insertEvent: (event: NewEvent) => Event
    readonly readEvent: (id: EventId) => Event | undefined
  }
  readonly webhooks: () => readonly Webhook[]
  readonly findWebhook: (id: WebhookId) => Webhook | undefined
}

type LateStep = Parameters<Fallback['tellLate']>[0]

/** What keeps receivers at the present, and tells fallbacks. */
export function createTellings(
  db: Database,
  { lanes, counts, line, events, webhooks, findWebhook }: TellingNeeds,
) {
  const { insertEvent, readEvent } = events
  const table = new ToldTable(db)
  const presentLine = new PresentLine(db, { lanes, counts, findWebhook })
  const fallback = new Fallback(db, { line, told: table, findWebhook, findEvent: readEvent })
  const tellings = new Tellings({
    table,
    line: presentLine,
    webhooks,
    findEvent: readEvent,
    insertEvent,
    findWebhook,
    tellInstead: (webhookId, event, now) => fallback.tellInstead(webhookId, event, now),
  })
  return {
    tellings,
    fallback,
    verbs: {
      ...takeUpVerb(db, { table, presentLine, findWebhook, readEvent, insertEvent }),
      tellFallbacks: (step: LateStep) => fallback.tellLate(step),
    },
  }
}
