import type { ModelAlert, ModelEvent } from './model.ts'
import { fits, isSubscribed, notifiesNobody, OTHERWISE, teamOf, type Routed } from './model-match.ts'
import { isKept, type ModelWebhook } from './model-webhook.ts'
import type { DeliveryFacts } from './change-log.ts'
import type { Executed } from '../database/simulated-database.ts'
import { applyRows, demandOrder, SUPERSEDED } from './apply-rows.ts'
import { afterNote } from '../../../src/domain/open-time.ts'
import { demand } from './broken-promise.ts'
import { noteOf } from './model-budget.ts'
import { isHurried } from './model-urgency.ts'
import { expireInModel, hasEnded, isBroken, observeInModel } from './model-alerts.ts'
import { raiseOfClear, type RaiseOfClear } from './follow-raise.ts'
import { PROMISE_MS_MAX } from '../world/inputs.ts'
import { isEnded, type Model, type ModelDelivery } from './model.ts'
import { Written, type Cause } from './written.ts'
import { fallbackAtOf, followChange, type ExpectedDelivery } from '../receiver-state/follow-change.ts'
import { demandFallbackAt } from '../receiver-state/follow-webhook.ts'
import { noteChange } from '../receiver-state/received.ts'
import { inherit } from '../receiver-state/model-states.ts'

type Of<Name extends Executed['method']> = Extract<Executed, { readonly method: Name }>

/** What was written of one report. */
interface ReceiverState {
  readonly eventId: number
  readonly count: number
  readonly notifiedNobody: boolean
}

const EXACTLY_WHO = 'exactly those webhooks are notified that matching demands'
const RIGHT_RESPONSE = 'a response says what was done'

export function applyObservations(
  model: Model,
  { args, value = [], isUnanswered, changes }: Of<'acceptObservations'>,
): void {
  const [observations, now, openTime] = args
  const written = new Written(changes)
  for (const [index, observation] of observations.entries()) {
    const response = value[index]
    const name = `${observation.source} ${observation.key}`
    const known = model.alerts.get(name)
    const endedBefore = model.endedBefore.get(name)
    const moment = { now, reported: model.writtenBy(now), endedBefore, openTime }
    const change = observeInModel(known, observation, moment)
    const { result, alert, isNotified } = change
    if (change.endedBefore !== undefined) model.endedBefore.set(name, change.endedBefore)
    demand(
      isUnanswered || response?.result === result,
      RIGHT_RESPONSE,
      () => `${name} to ${observation.state}: ${response?.result} instead of ${result}`,
    )
    model.saw(`an observation is ${result}`)
    if (!alert) continue
    const id = known?.id ?? response?.alertId ?? written.peekAlertId() ?? 0
    demand(
      isUnanswered || response?.alertId === id,
      'an alert keeps its id',
      () => `${name}: ${response?.alertId} instead of ${id}`,
    )
    model.alerts.set(name, { ...alert, id })
    // Reporters push no such labels.
    model.teams.set(id, observation.push ? '' : teamOf(observation.key))
    model.notes.set(id, observation.push ? '' : noteOf(observation.key))
    if (!isNotified) {
      demand(
        isUnanswered || response?.eventId === null,
        RIGHT_RESPONSE,
        () => `${name}: an event, though nothing changed`,
      )
      continue
    }
    const oldState = known?.state ?? 'cleared'
    const { state: newState, episodeNumber } = alert
    const trigger = {
      subject: `alert ${id}`,
      alertId: id,
      oldState,
      newState,
      episodeNumber,
      isExpiry: false,
    }
    const receiverState = addEvent(model, written, { trigger, now })
    if (response) demandNotified(name, response, receiverState)
  }
  applyHurried(model, written, now)
  noteCommitted(model, observations)
}

export function applyJobRuns(
  model: Model,
  { args, value = [], isUnanswered, changes }: Of<'acceptJobRuns'>,
): void {
  const [runs, now] = args
  const written = new Written(changes)
  for (const [index, { source, jobId, runId }] of runs.entries()) {
    const response = value[index]
    const name = JSON.stringify([source, jobId, runId])
    const isKnown = model.runs.has(name)
    const result = isKnown ? 'duplicate' : 'accepted'
    demand(
      isUnanswered || response?.result === result,
      'a job run is notified once',
      () => `${name}: ${response?.result} instead of ${result}`,
    )
    model.saw(`a job run is ${result}`)
    model.runs.add(name)
    if (isKnown) continue
    const receiverState = addEvent(model, written, {
      trigger: { subject: `job ${source} ${jobId}`, isExpiry: false },
      now,
    })
    if (response) demandNotified(name, response, receiverState)
  }
  applyHurried(model, written, now)
  noteCommitted(model, runs)
}

/** Whoever hands it in again, because it got no response, makes a new list of it. */
function noteCommitted(model: Model, reports: unknown): void {
  demand(!model.committedReports.has(reports), 'what is reported once is taken in once', () => '')
  model.committedReports.add(reports)
}

function demandNotified(
  name: string,
  response: {
    readonly eventId: number | null
    readonly deliveryCount: number
    readonly notifiedNobody: boolean
  },
  { eventId, count, notifiedNobody }: ReceiverState,
): void {
  demand(
    response.eventId === eventId,
    RIGHT_RESPONSE,
    () => `${name}: event ${response.eventId}, written was ${eventId}`,
  )
  demand(
    response.deliveryCount === count,
    RIGHT_RESPONSE,
    () => `${name}: ${response.deliveryCount} deliveries, written were ${count}`,
  )
  demand(
    response.notifiedNobody === notifiedNobody,
    'an event that no webhook takes is marked',
    () => `${name}: ${response.notifiedNobody} instead of ${notifiedNobody}`,
  )
}

export function applyExpiry(
  model: Model,
  { node, args: [{ expiredBefore, now }], value, isUnanswered, changes }: Of<'expireAlerts'>,
): void {
  demand(
    expiredBefore <= now - model.plan.expiryGraceMs,
    'an alert expires when its promise is broken, and only then',
    () => `promises until ${expiredBefore} were taken for broken at ${now}`,
  )
  const written = new Written(changes)
  const broken = [...model.alerts]
    .filter(([, alert]) => {
      const asked = { now, openTime: model.openTime }
      return isBroken(alert, expiredBefore, asked) || hasEnded(alert, asked)
    })
    .toSorted(([, one], [, other]) => (one.promisedUntil ?? 0) - (other.promisedUntil ?? 0))
  demand(
    isUnanswered || value === broken.length,
    'an alert expires when its promise is broken, and only then',
    () => `${value} instead of ${broken.length}`,
  )
  // Two promises of the same moment may be taken in any order.
  const rest = new Map(broken.map(([name, alert]) => [alert.id, { name, alert }] as const))
  while (rest.size > 0) {
    const entry = rest.get(written.peekAlertId() ?? 0)
    demand(
      entry !== undefined,
      'an alert expires when its promise is broken, and only then',
      () => `alert ${written.peekAlertId()}`,
    )
    const { name, alert } = entry
    rest.delete(alert.id)
    const { reportedAt, reported, promisedUntil } = alert
    const promisedMs = (promisedUntil ?? 0) - reportedAt
    const leftMs = promisedMs + model.plan.expiryGraceMs
    const wasEnded = typeof alert.endsAt === 'number'
    // A promise of before the clock was set back stands, however far ahead it lies by now.
    const isStanding = promisedMs > PROMISE_MS_MAX || wasEnded
    demand(
      isStanding || model.passedMs(node, reported) >= leftMs,
      'a step of the clock clears no alert whose monitor has not had its time',
      () => `${name}: ${leftMs - model.passedMs(node, reported)} ms too early`,
    )
    demand(
      isStanding || model.passedMs(node, reported) - model.closedMs(reported.elapsed) >= leftMs,
      "our own absence is nobody's recovery",
      () =>
        `${name}: after ${model.passedMs(node, reported)} ms, of which none could report for ${model.closedMs(reported.elapsed)}`,
    )
    model.saw('an alert expires')
    model.saw('an end that was said has come, as nobody repeated the alert', wasEnded)
    const after: ModelAlert = expireInModel(alert, now)
    model.alerts.set(name, after)
    const trigger = {
      subject: `alert ${alert.id}`,
      alertId: alert.id,
      oldState: alert.state,
      newState: after.state,
      episodeNumber: after.episodeNumber,
      isExpiry: !wasEnded,
    }
    addEvent(model, written, { trigger, now })
  }
  applyHurried(model, written, now)
}

/** Heads before something more urgent that came; nothing else is changed by what is sent. */
export function applyHurried(model: Model, written: Written, now: number): void {
  written.demandNoMore()
  const changed = applyRows(model, written.changed, ['pending > pending', 'sending > sending', ...SUPERSEDED])
  for (const { delivery, change } of changed) {
    demand(
      isEnded(change.after.state) || isHurried(change, now),
      'a due time stands unless something more urgent comes behind it',
      () => `delivery ${delivery.id}`,
    )
  }
  model.saw('a head is hurried', changed.length > 0)
  demandOrder(
    model,
    [...new Set(written.alertQueues)].flatMap((alertQueue) =>
      [...model.alertQueue(alertQueue)].slice(0, 1).map((id) => model.delivery(id)),
    ),
  )
}

export function applyOpenTime(model: Model, { args: [note], value, changes }: Of<'noteOpenTime'>): void {
  demand(changes.length === 0, 'nothing is written that nobody reported', () => JSON.stringify(changes))
  // Its response may be lost.
  model.openTime = value ?? afterNote(model.openTime, note)
}

export function addEvent(
  model: Model,
  written: Written,
  { trigger, now }: { readonly trigger: Cause; readonly now: number },
): ReceiverState {
  const event = written.takeEvent(trigger)
  model.events.set(event.id, event)
  noteChange(model, event)
  const expected = expectedOf(model, event, { now, written })
  const ids = new Set([event.id, ...[...expected.values()].map(({ eventId }) => eventId)])
  const added = [...ids].flatMap((id) => written.takeDeliveries(id))
  const receiverState = added.map(({ webhookId }) => webhookId)
  demand(
    receiverState.length === expected.size && receiverState.every((id) => expected.has(id)),
    EXACTLY_WHO,
    () =>
      `event ${event.id} (${event.subject}) to webhooks ${receiverState.join(', ')} instead of ${[...expected.keys()].join(', ')}`,
  )
  for (const row of added) {
    const made = expected.get(row.webhookId)
    demand(made?.eventId === row.eventId, EXACTLY_WHO, () => `delivery ${row.id} of event ${row.eventId}`)
    const receiverState = made && model.events.get(made.eventId)
    if (made && receiverState) addDelivery(model, row, { event: receiverState, made, now, written })
  }
  // A fallback is notified besides.
  const made = [...expected.values()].filter(({ depth }) => depth === 0)
  const isNotifiedNow = made.some(({ isClosing }) => !isClosing)
  const notifiedNobody = !isNotifiedNow && notifiesNobody(model, routedOf(event))
  model.saw('an event that only closes an alert notifies nobody', notifiedNobody && made.length > 0)
  model.saw('an event notifies nobody', notifiedNobody)
  return { eventId: event.id, count: made.length, notifiedNobody }
}

function expectedOf(
  model: Model,
  event: ModelEvent,
  given: { readonly now: number; readonly written: Written },
): ReadonlyMap<number, ExpectedDelivery> {
  const { now, written } = given
  const { alertId, newState } = event
  // Before anything gives way to the clear.
  const raise = raiseOfClear(model, event, (webhookId) => written.hasDelivery(event.id, webhookId))
  const { escalated, expected } =
    alertId === undefined || newState === undefined
      ? { escalated: new Set<number>(), expected: [] }
      : followChange(model, { ...event, alertId, newState }, given)
  const made = new Map(expected.map((one) => [one.webhookId, one]))
  for (const webhook of model.webhooks.values()) {
    if (escalated.has(webhook.id) || isKept(webhook) || !mustNotify(model, webhook, { event, raise }))
      continue
    const isBehind = model.alertQueue(`webhook ${webhook.id}, ${event.subject}`).size > 0
    made.set(webhook.id, {
      webhookId: webhook.id,
      eventId: event.id,
      state: isBehind ? 'waiting' : 'pending',
      dueAt: isBehind ? undefined : now,
      urgency: event.urgency,
      fallbackAt: fallbackAtOf(webhook, now),
      depth: 0,
      isNotifying: false,
      isClosing: false,
      former: undefined,
    })
  }
  return made
}

function routedOf({ alertId, oldState = 'cleared', newState, status }: ModelEvent): Routed {
  return alertId === undefined || newState === undefined ? { status } : { alertId, oldState, newState }
}

function mustNotify(
  model: Model,
  webhook: ModelWebhook,
  { event, raise }: { readonly event: ModelEvent; readonly raise: RaiseOfClear },
): boolean {
  const routed = routedOf(event)
  if (!isSubscribed(webhook, routed)) return false
  if (webhook.match !== null && raise.wasNotified(webhook)) return true
  const isLeft = webhook.match !== OTHERWISE || !raise.wasAnybodyNotified(webhook)
  const isFitting = isLeft && fits(model, webhook, routed)
  model.saw(`a webhook with matchers is ${isFitting ? '' : 'not '}notified`, webhook.match !== null)
  model.saw('a webhook is notified of what no other takes', isFitting && webhook.match === OTHERWISE)
  return isFitting
}

function addDelivery(model: Model, row: DeliveryFacts, { event, made, now, written }: Adding): void {
  const alertQueue = `webhook ${row.webhookId}, ${event.subject}`
  written.alertQueues.push(alertQueue)
  const { state, dueAt, urgency, depth, former } = made
  // What the same call says better may be written as that at once.
  const isGone = row.state === 'superseded'
  if (isGone) model.bornSuperseded.add(row.id)
  demand(
    isGone || row.state === state,
    'a delivery waits exactly while an earlier one of its alert queue is unfinished',
    () => `new delivery ${row.id} is ${row.state}`,
  )
  demand(
    isGone || dueAt === undefined || row.dueAt === dueAt || isHurriedTo(written, former, row.dueAt),
    'what waits for nothing is due at once, or when the one would have been that it replaces',
    () => `new delivery ${row.id} is due at ${row.dueAt} instead of ${dueAt}`,
  )
  if (!isGone) demandFallbackAt(row, made.fallbackAt)
  demand(
    !model.deliveries.has(row.id) &&
      (isGone || !isEnded(row.state)) &&
      row.attemptsMade === 0 &&
      row.fallbackOf === null,
    'a delivery begins new',
    () => `delivery ${row.id}`,
  )
  const born = isGone ? { ...row, state, dueAt: dueAt ?? null, fallbackAt: made.fallbackAt } : row
  const delivery = model.add({ row: born, event, urgency, alertQueue, depth, now })
  if (former) inherit(delivery, former)
  delivery.isNotifying = made.isNotifying
}

/** Something more urgent came after the one that it replaces, in the same call. */
function isHurriedTo({ changed }: Written, former: ModelDelivery | undefined, dueAt: number | null): boolean {
  return changed.some(
    (change) =>
      change.kind === 'delivery changed' &&
      change.before.id === former?.id &&
      change.after.state === 'pending' &&
      change.after.dueAt === dueAt,
  )
}

interface Adding {
  readonly event: ModelEvent
  readonly made: ExpectedDelivery
  readonly now: number
  readonly written: Written
}
