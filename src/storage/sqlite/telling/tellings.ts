import type { AlertEvent, Event, NewEvent } from '../../../domain/alert/event.ts'
import { subjectOf } from '../../../domain/alert/event.ts'
import type { TriedAgain } from '../../../domain/delivery/successor.ts'
import { tellAttempt, tellChange } from '../../../domain/delivery/tell.ts'
import type { Attested, Certainty, Leaving } from '../../../domain/telling/after-attempt.ts'
import { asTold, unattestedTelling, type AsTold } from '../../../domain/telling/as-told.ts'
import { mayRemember, presentOf } from '../../../domain/telling/kept-present.ts'
import { isFollowing, leaveTold, mayBeRetried, type Owed, type Told } from '../../../domain/telling/told.ts'
import { alertIdOf } from '../../../domain/alert/event.ts'
import type { NextStep } from '../../../domain/delivery/delivery.ts'
import { NOT_PRESENT } from '../../../domain/telling/resync.ts'
import type { EventId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import type { DeliveryRow } from '../../rows/delivery-row.ts'
import type { PresentLine } from './present-line.ts'
import type { ToldTable } from './told-table.ts'

interface TellingParts {
  readonly table: ToldTable
  readonly line: PresentLine
  readonly webhooks: () => readonly Webhook[]
  readonly findEvent: (id: EventId) => Event | undefined
  readonly findWebhook: (id: WebhookId) => Webhook | undefined
  readonly insertEvent: (event: NewEvent) => Event
  /** It is disabled, and owed this: its fallback is told. */
  readonly tellInstead: (webhookId: WebhookId, event: AlertEvent, now: Instant) => void
}

/** One that is being sent, and what came of it. */
export interface AttemptOf {
  readonly row: DeliveryRow
  readonly attested: Attested
  readonly next: NextStep['state']
}

/** What an attempt means for what is remembered, to be written with it. */
export interface TellingEnd extends Leaving {
  readonly before: Told | undefined
  readonly row: DeliveryRow
}

/** Keeps webhooks at the present, by the rules of domain/telling. Each verb runs in the transaction of what it follows. */
export class Tellings {
  readonly #parts: TellingParts
  /** With this list of webhooks nothing is remembered. */
  #emptyWith: readonly Webhook[] | undefined

  constructor(parts: TellingParts) {
    this.#parts = parts
  }

  /** An alert has changed. Answers the webhooks that are told of it in this way, and how many deliveries were made. */
  change(event: AlertEvent): { readonly followed: ReadonlySet<WebhookId>; readonly deliveryCount: number } {
    const followed = new Set<WebhookId>()
    if (!this.#remembers()) return { followed, deliveryCount: 0 }
    let deliveryCount = 0
    const owedIds: WebhookId[] = []
    for (const [webhookId, before] of this.#pairsOf(event)) {
      const webhook = this.#parts.findWebhook(webhookId)
      if (!webhook || !isFollowing(webhook, before)) {
        this.#parts.table.write({ alertId: event.alertId, webhookId }, before, null)
        continue
      }
      followed.add(webhookId)
      const { hasMade, isOwed } = this.#changePair(event, webhook, before)
      deliveryCount += Number(hasMade)
      if (isOwed) owedIds.push(webhookId)
    }
    // Behind all that are told it by themselves.
    for (const id of owedIds) this.#parts.tellInstead(id, event, event.acceptedAt)
    return { followed, deliveryCount }
  }

  /** What the delivery tells its receiver; null: the change that its event is. */
  asTold(event: Event, webhook: Webhook): AsTold | null {
    if (event.kind !== 'alert' || !this.#remembers()) return null
    return asTold(event, webhook, this.#parts.table.find({ alertId: event.alertId, webhookId: webhook.id }))
  }

  /**
   * What an attempt that has ended so means; to be carried out by `settle`, once it is written. Undefined: its webhook is not kept at
   * the present any more, or is gone.
   */
  end({ row, attested, next }: AttemptOf, now: Instant): TellingEnd | undefined {
    const pair = { alertId: alertIdOf(row.subject), webhookId: row.webhook_id }
    const before = this.#parts.table.find(pair)
    const leaving = tellAttempt(this.#parts.findWebhook(row.webhook_id), {
      pair,
      before,
      eventId: row.event_id,
      attested,
      next,
      newestBehind: this.#parts.line.newestBehind(row),
      now,
    })
    return leaving && { ...leaving, before, row }
  }

  settle(
    { before, told, behind, superseded, row }: TellingEnd,
    { dueAt, isScheduleOver, isRejected }: TriedAgain,
    now: Instant,
  ): void {
    this.#parts.table.write({ alertId: alertIdOf(row.subject), webhookId: row.webhook_id }, before, told)
    if (behind === 'promoted') {
      this.#parts.line.endAllButNewest(row, now)
      this.#parts.line.promoteNewer(row, { superseded, dueAt, isScheduleOver, isRejected }, now)
    } else if (behind !== null) this.#parts.line.supersedeBehind(row, behind, now)
  }

  /**
   * One has ended in a way that says nothing of what it told: by a lease without a record, or claimed when its webhook was told
   * of changes. Undefined: it is none that is kept at the present. It is carried out by `settle`.
   */
  endUnattested(
    row: DeliveryRow,
    { certainty, next }: { readonly certainty: Certainty; readonly next: AttemptOf['next'] },
    now: Instant,
  ): TellingEnd | undefined {
    const pair = { alertId: alertIdOf(row.subject), webhookId: row.webhook_id }
    if (pair.alertId === 0 || !this.#remembers()) return undefined
    const webhook = this.#parts.findWebhook(row.webhook_id)
    const before = this.#parts.table.find(pair)
    if (!webhook || !isFollowing(webhook, before)) return undefined
    const event = this.#parts.findEvent(row.event_id)
    const telling = unattestedTelling(event, webhook, { pair, before, certainty, next })
    return telling && this.end({ row, attested: { telling, certainty }, next }, now)
  }

  /** Why one cannot be tried again by hand; undefined: it can, or it is none that is kept at the present. */
  whyNotRetried(row: DeliveryRow): string | undefined {
    const pair = { alertId: alertIdOf(row.subject), webhookId: row.webhook_id }
    const webhook = this.#parts.findWebhook(row.webhook_id)
    if (pair.alertId === 0 || !webhook || !this.#remembers()) return undefined
    return mayBeRetried(this.#parts.table.find(pair), webhook, row.event_id) ? undefined : NOT_PRESENT
  }

  /** One that failed is tried again by hand: then it is not owed any more. */
  retried(row: DeliveryRow): void {
    const told = this.#parts.table.find({ alertId: alertIdOf(row.subject), webhookId: row.webhook_id })
    if (told && told.owed !== 'none') this.#parts.table.write(told, told, { ...told, owed: 'none' })
  }

  /**
   * One has ended in another way than by an attempt that says what it told: what it would have told is owed, as `owed` says, unless
   * another one is left in its line. Behind one that is being sent, it is left once that has ended.
   */
  leave(
    { subject, webhook_id: webhookId }: Pick<DeliveryRow, 'subject' | 'webhook_id'>,
    owed: Exclude<Owed, 'none'>,
    now: Instant,
  ): void {
    const webhook = this.#parts.findWebhook(webhookId)
    const alertId = alertIdOf(subject)
    if (!webhook || alertId === 0 || !this.#remembers()) return
    const before = this.#parts.table.find({ alertId, webhookId })
    const head = this.#parts.line.headOf(webhookId, subject)
    const left = leaveTold(before, webhook, { owed, head, now })
    if (before && left !== undefined) this.#parts.table.write(before, before, left)
  }

  /** Its receiver takes what it is sent again. */
  recovered(webhookId: WebhookId): void {
    if (this.#remembers()) this.#parts.table.makeDue(webhookId)
  }

  /**
   * A fallback hears the end also when nobody has one any more. Once nothing is left, nothing can come to be remembered until a
   * webhook changes or a write is taken back, and then there is another list of them: so the table is not asked at each event.
   */
  #remembers(): boolean {
    const webhooks = this.#parts.webhooks()
    if (mayRemember(webhooks)) return true
    if (this.#emptyWith === webhooks) return false
    if (!this.#parts.table.isEmpty) return true
    this.#emptyWith = webhooks
    return false
  }

  #pairsOf({ alertId, newState }: AlertEvent): ReadonlyMap<WebhookId, Told | undefined> {
    const known = this.#parts.table.ofAlert(alertId)
    const pairs = new Map<WebhookId, Told | undefined>(known.map((told) => [told.webhookId, told]))
    for (const { id } of presentOf(this.#parts.webhooks(), newState)) {
      if (!pairs.has(id)) pairs.set(id, undefined)
    }
    return pairs
  }

  /** `isOwed`: to a disabled webhook. */
  #changePair(
    event: AlertEvent,
    webhook: Webhook,
    before: Told | undefined,
  ): { readonly hasMade: boolean; readonly isOwed: boolean } {
    const { line, table } = this.#parts
    const subject = subjectOf(event)
    const pair = { alertId: event.alertId, webhookId: webhook.id }
    const head = line.headOf(webhook.id, subject)
    const now = event.acceptedAt
    const changed = tellChange(event, webhook, { before, isSending: head === 'sending' })
    const { makes, missed, urgency, owedSince } = changed
    // It is another event, with an id of its own.
    const { id, ...rest } = event
    const eventId =
      missed === null ? id : this.#parts.insertEvent({ ...rest, oldState: missed, cause: 'missed' }).id
    table.write(pair, before, changed.told && { ...changed.told, eventId })
    const former =
      head === undefined ? undefined : line.supersede(webhook.id, subject, changed.supersedes, now)
    if (makes === null) return { hasMade: false, isOwed: changed.told?.owed === 'owed' }
    line.add({ eventId, webhook, subject, urgency, owedSince }, makes === 'pending' ? former : undefined, {
      state: makes,
      now,
    })
    return { hasMade: true, isOwed: false }
  }
}
