import type { AlertEvent, Event } from '../alert/event.ts'
import type { EventId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import {
  afterTelling,
  whatLeaves,
  type Attested,
  type Ended,
  type Leaving,
} from '../telling/after-attempt.ts'
import { afterChange, type Changed } from '../telling/after-change.ts'
import { eventAsTold, tellingOf, type AsTold } from '../telling/as-told.ts'
import { isFollowing, newTold, tellsMissed, wantsEnds, type Told, type ToldPair } from '../telling/told.ts'
import type { Webhook } from '../webhook/webhook.ts'
import { urgencyOf, type Urgency } from './urgency.ts'

/** What a change does to one webhook that follows its alert, and what the delivery is like that is made of it. */
export interface ToldChange extends Changed {
  readonly urgency: Urgency
  /** From then on the time counts after which the fallback is told. */
  readonly owedSince: Instant
}

/** `before`: what is remembered of the pair; undefined: nothing. `isSending`: a delivery of theirs is on its way at this moment. */
export function tellChange(
  event: AlertEvent,
  webhook: Webhook,
  { before, isSending }: { readonly before: Told | undefined; readonly isSending: boolean },
): ToldChange {
  const told = before ?? newTold({ alertId: event.alertId, webhookId: webhook.id })
  const present = tellingOf(event, webhook, told)
  const now = event.acceptedAt
  const changed = afterChange(
    { told, present, eventId: event.id, now },
    {
      isSending,
      isEnabled: webhook.enabled,
      isEndWanted: wantsEnds(webhook, told),
      tellsMissed: tellsMissed(webhook),
    },
  )
  const known = changed.told?.known ?? told.known
  const urgency = urgencyAsTold(event, { telling: present, known })
  return { ...changed, urgency, owedSince: changed.told?.owedSince ?? now }
}

/** One that has been sent, and what came of it. */
export interface ToldAttempt extends Pick<Ended, 'next' | 'now'> {
  readonly pair: ToldPair
  /** Undefined: nothing is remembered of the pair. */
  readonly before: Told | undefined
  /** Of which it told. */
  readonly eventId: EventId
  readonly attested: Attested
  /** The event of the newest that waits behind it; undefined: none does. */
  readonly newestBehind: EventId | undefined
}

/** What leaves after an attempt. Undefined: its webhook is not kept at the present any more, or is gone; it goes the way of all others. */
export function tellAttempt(webhook: Webhook | undefined, attempt: ToldAttempt): Leaving | undefined {
  const { pair, before, eventId, attested, next, newestBehind, now } = attempt
  if (!webhook || !isFollowing(webhook, before)) return undefined
  const told = before ?? { ...newTold(pair), present: attested.telling, eventId }
  return whatLeaves({
    told: afterTelling(told, attested),
    telling: attested.telling,
    next,
    behind: newestBehind === undefined ? null : newestBehind >= told.eventId ? 'newest' : 'older',
    isEndWanted: wantsEnds(webhook, told),
    tellsMissed: tellsMissed(webhook),
    now,
  })
}

/** As urgent as what its receiver hears: of an end, by what it knows, and not by what the alert was. */
export function urgencyAsTold(event: Event, asTold: AsTold): Urgency {
  return urgencyOf(eventAsTold(event, asTold))
}
