import type { Instant } from '../../src/domain/instant.ts'
import { asObjects, asText, type Received } from '../view/response.ts'
import { describeTiming, showExchange } from '../view/exchange-view.ts'
import { describeTime } from '../view/human-units.ts'
import type { Part, Screen } from '../view/screen.ts'
import { describeChange, describeDeliveryState } from '../view/state-words.ts'
import { commandLine } from '../program/command-line.ts'

export interface StoryView {
  readonly now: Instant
  readonly full: boolean
}

export function showDelivery(
  screen: Screen,
  delivery: Received<'DeliveryWithAttempts'>,
  { now, full }: StoryView,
): void {
  const id = asText(delivery.id)
  screen.line({ text: `Delivery ${id}: `, tone: 'strong' }, describeDeliveryState(delivery.state))
  screen.fields([
    ['event', describeEvent(delivery)],
    ['happened', describeTime(delivery.event?.at, now)],
    ['webhook', describeWebhook(delivery)],
    ['escalated', describeInstead(delivery.escalated)],
    ['created because', describeOrigin(delivery)],
    ['urgency', delivery.urgency === 'normal' ? undefined : asText(delivery.urgency)],
    ['created', describeTime(delivery.created_at, now)],
    ['attempts', asText(delivery.attempts_made)],
    ['not sent because', describeNotSent(delivery)],
    ['next', describeNext(delivery, now)],
    ['ended', asText(delivery.ended_at) === '' ? undefined : describeTime(delivery.ended_at, now)],
  ])
  const attempts = asObjects(delivery.attempts)
  for (const [index, attempt] of attempts.entries()) {
    showAttempt(screen, attempt, { now, full: full || index === attempts.length - 1 })
  }
  const state = asText(delivery.state)
  if (state === 'failed' || state === 'cancelled') screen.line(...describeRemedy(delivery))
}

function describeWebhook(delivery: Received<'DeliveryWithAttempts'>): string {
  const id = asText(delivery.webhook_id)
  const name = asText(delivery.webhook_name)
  if (name === '') return `${id}, which has been deleted`
  return delivery.webhook_enabled === false ? `${id}, ${name} (disabled)` : `${id}, ${name}`
}

function describeInstead(instead: Received<'DeliveryWithAttempts'>['escalated']): string | undefined {
  const id = asText(instead?.webhook_id)
  if (id === '') return undefined
  return `webhook ${id}, ${asText(instead?.webhook_name) || 'deleted since'}, by delivery ${asText(instead?.delivery_id)}`
}

function describeOrigin(delivery: Received<'DeliveryWithAttempts'>): string | undefined {
  const fallbackOf = asText(delivery.fallback_of)
  if (fallbackOf !== '') return `delivery ${fallbackOf} had not arrived, and this is the fallback`
  const operation = asText(delivery.operation_id)
  if (operation !== '') return `operation ${operation} rerouted it here`
  return TRIGGERS[asText(delivery.trigger)]
}

const TRIGGERS: Readonly<Record<string, string>> = {
  fallback: 'a webhook that is disabled has this one for its fallback',
  resync: 'its receiver was resynced',
  reminder: 'a reminder: the alert lasts, and had not changed',
  missed: 'the alert was raised and cleared before anything could be sent',
}

function describeNotSent({
  state,
  last_reason: reason,
}: Received<'DeliveryWithAttempts'>): string | undefined {
  if (state !== 'superseded' && state !== 'outdated') return undefined
  return asText(reason).replace(/^not sent: /, '')
}

/** A retry to a disabled webhook sends nothing. */
function describeRemedy(delivery: Received<'DeliveryWithAttempts'>): readonly Part[] {
  const retry = commandLine(`delivery retry ${asText(delivery.id)}`)
  if (delivery.webhook_enabled !== false) return [`Try it again with: ${retry}`]
  return [
    `Try it again with: ${commandLine(`webhook edit ${asText(delivery.webhook_id)} --enabled`)} && ${retry}`,
  ]
}

/** `17, Replication lag: cleared → high` or `18, nightly-rollup: failure`. */
function describeEvent({ event, event_id: eventId }: Received<'DeliveryWithAttempts'>): string {
  const id = asText(event?.id) || asText(eventId)
  return event?.name === undefined ? id : `${id}, ${asText(event.name)}: ${describeChange(event)}`
}

function showAttempt(screen: Screen, attempt: Received<'Attempt'>, { now, full }: StoryView): void {
  const timing = describeTiming(attempt.timing)
  screen.line('')
  screen.line(
    { text: `Attempt ${asText(attempt.number)}`, tone: 'strong' },
    `, ${describeTime(attempt.started_at, now)}: `,
    reasonOf(attempt),
    !full && timing !== '' ? `, ${timing}` : '',
  )
  if (full) showExchange(screen, attempt, '  ')
}

const FAILURES: Readonly<Record<string, string>> = {
  endpoint_wrong: 'its address or credentials are wrong',
  rejected: 'rejected by the receiver',
}

function reasonOf(attempt: Received<'Attempt'>): Part {
  const outcome = asText(attempt.outcome)
  const text = asText(attempt.reason) || outcome
  if (outcome === 'accept') return { text, tone: 'good' }
  const kind = FAILURES[asText(attempt.failure)]
  return { text: kind === undefined ? text : `${text} (${kind})`, tone: outcome === 'retry' ? 'warn' : 'bad' }
}

/** Describes when it is sent, or why it waits; undefined: it has ended, or is being sent. */
export function describeNext(
  delivery: Pick<Received<'DeliveryWithAttempts'>, 'state' | 'due_at' | 'waits_for'>,
  now: Instant,
): string | undefined {
  const state = asText(delivery.state)
  if (state !== 'waiting' && state !== 'pending') return undefined
  const waitsFor = delivery.waits_for ?? {}
  const until = describeTime(waitsFor.until, now)
  const why = asText(waitsFor.reason) === '' ? '' : ` (${asText(waitsFor.reason)})`
  switch (asText(waitsFor.kind)) {
    case 'delivery':
      return `waits for delivery ${asText(waitsFor.delivery_id)}, about the same alert or job`
    case 'enabling':
      return `waits until its webhook is enabled${why}`
    case 'pause':
      return `paused${why}: nothing is sent to its webhook before the next probe, ${until}`
    case 'probe':
      return `its receiver fails${why}: one delivery at a time is tried there`
    case 'rate_limit':
      return 'due, as soon as the rate limit of its webhook allows'
    case 'due_time':
      return until
    default:
      return asText(delivery.due_at) === '' ? undefined : 'due, as soon as its turn comes'
  }
}
