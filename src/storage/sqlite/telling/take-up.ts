import type { Database } from 'better-sqlite3'
import type { Event, NewEvent } from '../../../domain/alert/event.ts'
import { alertSubject } from '../../../domain/alert/event.ts'
import { urgencyAsTold } from '../../../domain/delivery/tell.ts'
import { presentEventOf, takeUp } from '../../../domain/telling/take-up.ts'
import type { Told } from '../../../domain/telling/told.ts'
import type { AlertId, EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { toAlert, type AlertRow } from '../../rows/alert-row.ts'
import type { PresentLine } from './present-line.ts'
import type { ToldTable } from './told-table.ts'

interface TakeUpParts {
  readonly table: ToldTable
  readonly presentLine: PresentLine
  readonly findWebhook: (id: WebhookId) => Webhook | undefined
  readonly readEvent: (id: EventId) => Event | undefined
  readonly insertEvent: (event: NewEvent) => Event
}

/** Makes the deliveries of what is owed and due to be told now. */
export function takeUpVerb(db: Database, parts: TakeUpParts) {
  const selectAlert = db.prepare<[AlertId], AlertRow>('SELECT * FROM alerts WHERE id = ?')
  const selectLast = db.prepare<[AlertId], { id: EventId }>(
    'SELECT id FROM events WHERE alert_id = CAST(? AS INTEGER) ORDER BY id DESC LIMIT 1',
  )
  const { table, presentLine, findWebhook, readEvent, insertEvent } = parts

  function takeUpOne(before: Told, now: Instant): void {
    const { alertId, webhookId } = before
    const subject = alertSubject(alertId)
    const row = selectAlert.get(alertId)
    const alert = row && toAlert(row)
    const webhook = findWebhook(webhookId)
    const hasLine = presentLine.headOf(webhookId, subject) !== undefined
    const { told, isTold } = takeUp({ told: before, webhook, alert, hasLine, now })
    if (!told || !isTold || !webhook || !alert) return table.write(before, before, told)
    const lastId = selectLast.get(alertId)?.id
    const last = lastId === undefined ? undefined : readEvent(lastId)
    const event = insertEvent(
      presentEventOf(alert, told, { last: last?.kind === 'alert' ? last : undefined, now }),
    )
    table.write(before, before, { ...told, eventId: event.id })
    const urgency = urgencyAsTold(event, { telling: told.present, known: told.known })
    const owedSince = told.owedSince ?? now
    presentLine.add({ eventId: event.id, webhook, subject, urgency, owedSince }, undefined, {
      state: 'pending',
      now,
    })
  }

  return {
    takeUpOwed({ now, limit }: { readonly now: Instant; readonly limit: number }): number {
      const due = table.due(limit)
      for (const told of due) takeUpOne(told, now)
      return due.length
    },
  }
}
