import { alertSubject, type AlertEvent } from '../../../domain/alert/event.ts'
import type { Alert } from '../../../domain/alert/alert.ts'
import { fallbackAt } from '../../../domain/routing/fallback.ts'
import { newSuccessor } from '../../../domain/delivery/successor.ts'
import { urgencyAsTold } from '../../../domain/delivery/tell.ts'
import { presentEventOf, takeUp } from '../../../domain/telling/take-up.ts'
import type { Told } from '../../../domain/telling/told.ts'
import type { EventId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { toAlert } from '../../rows/alert-row.ts'
import type { StoreVerbs } from '../../store.ts'
import { beginUpkeep } from '../cluster/upkeep-lock.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'
import { fanOutSql, NEW_EVENT_IDS, type FanOutValues } from './fan-out-sql.ts'
import { FanOut } from './fan-out.ts'
import { KnownWebhooks } from '../parts/known-webhooks.ts'
import type { Parts } from '../parts/parts.ts'
import { lockAlerts } from '../telling/alert-locks.ts'
import { findNewestEvents } from '../telling/follow.ts'
import { readFollowedAlerts } from '../telling/followed.ts'
import { insertMade, type Made } from '../telling/line-writes.ts'
import { nameOfPair, SELECT_DUE, writeTold, type ToldWrite } from '../telling/told-table.ts'

/** Events, and no deliveries of them. */
const SAVE_EVENTS = statement<FanOutValues, { id: EventId }>(`WITH ${fanOutSql(1)} ${NEW_EVENT_IDS}`)

export async function takeUpOwed(
  { database, partitions, webhooks, fresh }: Parts,
  { now, limit }: Parameters<StoreVerbs['takeUpOwed']>[0],
): Promise<number> {
  await partitions.ensure(now)
  const { count, made } = await database.transaction(async (transaction) => {
    const [isOurs, { rows }, all] = await Promise.all([
      beginUpkeep(transaction, 'takeUpOwed'),
      transaction.query(SELECT_DUE, [limit]),
      webhooks.all(transaction),
    ])
    if (!isOurs || rows.length === 0) return { count: 0, made: [] }
    const wanted = rows.map((row) => ({ alertId: row.alert_id, webhookId: row.webhook_id }))
    const ids = [...new Set(wanted.map(({ alertId }) => alertId))]
    const [alerts, { told, lines }] = await Promise.all([
      lockAlerts(transaction, ids),
      readFollowedAlerts(transaction, ids),
    ])
    const alertOf = new Map(alerts.map(toAlert).map((alert) => [alert.id, alert]))
    const busy = new Set(lines.map((row) => `${row.webhook_id} ${row.subject}`))
    const steps = wanted.flatMap((pair): readonly Step[] => {
      const before = told.get(nameOfPair(pair))
      if (before?.owed !== 'due') return []
      const alert = alertOf.get(pair.alertId)
      const webhook = all.get(pair.webhookId)
      const hasLine = busy.has(`${pair.webhookId} ${alertSubject(pair.alertId)}`)
      const { told: after, isTold } = takeUp({ told: before, webhook, alert, hasLine, now })
      return [{ before, after, isTold, webhook, alert }]
    })
    return { count: rows.length, made: await write(transaction, steps, now) }
  })
  fresh.note(made.map(({ webhookId, urgency }) => ({ webhookId, lineUrgency: urgency })))
  return count
}

interface Step {
  readonly before: Told
  readonly after: Told | null
  readonly isTold: boolean
  readonly webhook: Webhook | undefined
  readonly alert: Alert | undefined
}

interface Telling {
  readonly told: Told
  readonly alert: Alert
  readonly webhook: Webhook
}

/** Answers what is to be sent. */
async function write(
  transaction: Transaction,
  steps: readonly Step[],
  now: Instant,
): Promise<readonly Made[]> {
  const tellings = steps.flatMap(({ after: told, isTold, webhook, alert }): readonly Telling[] =>
    told && isTold && webhook && alert ? [{ told, webhook, alert }] : [],
  )
  const events = await saveEvents(transaction, tellings, now)
  const made = tellings.map(({ told, webhook }, index) =>
    madeOf({ told, webhook, event: events[index]!, now }),
  )
  const eventIdOf = new Map(tellings.map(({ told }, index) => [told, events[index]!.id]))
  const writes = steps.map(({ before, after }): ToldWrite => {
    const eventId = after && eventIdOf.get(after)
    return { pair: before, before, after: after && { ...after, eventId: eventId ?? after.eventId } }
  })
  await Promise.all([insertMade(transaction, made), writeTold(transaction, writes)])
  return made
}

/** What is owed is told to its webhook alone. */
const NOBODY = new KnownWebhooks([], false)

/** An event of its own for each. */
async function saveEvents(
  transaction: Transaction,
  tellings: readonly Telling[],
  now: Instant,
): Promise<readonly AlertEvent[]> {
  if (tellings.length === 0) return []
  const over = tellings.filter(({ alert }) => alert.state === 'cleared').map(({ alert }) => alert.id)
  const lasts = await findNewestEvents(transaction, over)
  const lastOf = new Map(lasts.map((event) => [event.alertId, event]))
  const fanOut = new FanOut(NOBODY, [])
  const events = tellings.map(({ alert, told }) => {
    const event = presentEventOf(alert, told, { last: lastOf.get(alert.id), now })
    fanOut.add(event)
    return event
  })
  const { rows } = await transaction.query(SAVE_EVENTS, fanOut.values())
  return events.map((event, index) => ({ ...event, id: rows[index]!.id }))
}

function madeOf({
  told,
  webhook,
  event,
  now,
}: {
  readonly told: Told
  readonly webhook: Webhook
  readonly event: AlertEvent
  readonly now: Instant
}): Made {
  const urgency = urgencyAsTold(event, { telling: told.present, known: told.known })
  return {
    eventId: event.id,
    eventAt: event.acceptedAt,
    webhookId: webhook.id,
    subject: alertSubject(told.alertId),
    state: 'pending',
    urgency,
    ...newSuccessor(undefined, { urgency, fallbackAt: fallbackAt(webhook, told.owedSince ?? now) }, now),
    fallbackDepth: 0,
  }
}
