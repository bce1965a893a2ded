import type { ModelAlert, ModelEvent, ModelWebhook } from './model.ts'
import type { DeliveryFacts } from './change-log.ts'
import type { Executed } from '../database/simulated-database.ts'
import { applyRows, demandOrder } from './apply-rows.ts'
import { demand } from './broken-promise.ts'
import { isHurried } from './model-urgency.ts'
import { isBroken, expireInModel, observeInModel } from './model-alerts.ts'
import { PROMISE_MS_MAX } from '../world/inputs.ts'
import { isEnded, type Model } from './model.ts'
import { Written, type Cause } from './written.ts'

type Of<Name extends Executed['verb']> = Extract<Executed, { readonly verb: Name }>

/** What was written of one report. */
interface Told {
  readonly eventId: number
  readonly count: number
}

const EXACTLY_WHO = 'exactly those webhooks are told that matching demands'
const RIGHT_ANSWER = 'an answer says what was done'

export function applyObservations(
  model: Model,
  { args, value = [], isUnanswered, changes }: Of<'acceptObservations'>,
): void {
  const [observations, now] = args
  const written = new Written(changes)
  for (const [index, observation] of observations.entries()) {
    const answer = value[index]
    const name = `${observation.source} ${observation.key}`
    const known = model.alerts.get(name)
    const endedBefore = model.endedBefore.get(name)
    const change = observeInModel(known, observation, { now, heard: model.writtenBy(now), endedBefore })
    const { result, alert, isTold } = change
    if (change.endedBefore !== undefined) model.endedBefore.set(name, change.endedBefore)
    demand(
      isUnanswered || answer?.result === result,
      RIGHT_ANSWER,
      () => `${name} to ${observation.state}: ${answer?.result} instead of ${result}`,
    )
    model.saw(`an observation is ${result}`)
    if (!alert) continue
    const id = known?.id ?? answer?.alertId ?? written.peekAlertId() ?? 0
    demand(
      isUnanswered || answer?.alertId === id,
      'an alert keeps its id',
      () => `${name}: ${answer?.alertId} instead of ${id}`,
    )
    model.alerts.set(name, { ...alert, id })
    if (!isTold) {
      demand(
        isUnanswered || answer?.eventId === null,
        RIGHT_ANSWER,
        () => `${name}: an event, though nothing changed`,
      )
      continue
    }
    const oldState = known?.state ?? 'cleared'
    const cause = { subject: `alert ${id}`, alertId: id, oldState, newState: alert.state, isExpiry: false }
    const told = addEvent(model, written, { cause, now })
    if (answer) demandTold(name, answer, told)
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
    const answer = value[index]
    const name = JSON.stringify([source, jobId, runId])
    const isKnown = model.runs.has(name)
    const result = isKnown ? 'duplicate' : 'accepted'
    demand(
      isUnanswered || answer?.result === result,
      'a job run is told once',
      () => `${name}: ${answer?.result} instead of ${result}`,
    )
    model.saw(`a job run is ${result}`)
    model.runs.add(name)
    if (isKnown) continue
    const told = addEvent(model, written, {
      cause: { subject: `job ${source} ${jobId}`, isExpiry: false },
      now,
    })
    if (answer) demandTold(name, answer, told)
  }
  applyHurried(model, written, now)
  noteCommitted(model, runs)
}

/** Whoever hands it in again, because nothing answered, makes a new list of it. */
function noteCommitted(model: Model, reports: unknown): void {
  demand(!model.committedReports.has(reports), 'what is reported once is taken in once', () => '')
  model.committedReports.add(reports)
}

function demandTold(
  name: string,
  answer: { readonly eventId: number | null; readonly deliveryCount: number },
  { eventId, count }: Told,
): void {
  demand(
    answer.eventId === eventId,
    RIGHT_ANSWER,
    () => `${name}: event ${answer.eventId}, written was ${eventId}`,
  )
  demand(
    answer.deliveryCount === count,
    RIGHT_ANSWER,
    () => `${name}: ${answer.deliveryCount} deliveries, written were ${count}`,
  )
}

export function applyExpiry(
  model: Model,
  { node, args: [{ expiredBefore, now, clockJump }], value, isUnanswered, changes }: Of<'expireAlerts'>,
): void {
  demand(
    expiredBefore <= now - model.plan.expiryGraceMs,
    'an alert expires when its promise is broken, and only then',
    () => `promises until ${expiredBefore} were taken for broken at ${now}`,
  )
  const written = new Written(changes)
  const broken = [...model.alerts]
    .filter(([, alert]) => isBroken(alert, expiredBefore, clockJump))
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
    const { heardAt, heard, promisedUntil } = alert
    const promisedMs = (promisedUntil ?? 0) - heardAt
    const leftMs = promisedMs + model.plan.expiryGraceMs
    demand(
      // A promise of before the clock was set back stands, however far ahead it lies by now.
      promisedMs > PROMISE_MS_MAX || model.passedMs(node, heard) >= leftMs,
      'a step of the clock clears no alert whose monitor has not had its time',
      () => `${name}: ${leftMs - model.passedMs(node, heard)} ms too early`,
    )
    model.saw('an alert expires')
    const after: ModelAlert = expireInModel(alert, now)
    model.alerts.set(name, after)
    const cause = {
      subject: `alert ${alert.id}`,
      alertId: alert.id,
      oldState: alert.state,
      newState: after.state,
      isExpiry: true,
    }
    addEvent(model, written, { cause, now })
  }
  applyHurried(model, written, now)
}

/** Heads behind which something more urgent came; nothing else is changed by what is told. */
function applyHurried(model: Model, written: Written, now: number): void {
  written.demandNoMore()
  const touched = applyRows(model, written.changed, ['pending > pending', 'sending > sending'])
  for (const { delivery, change } of touched) {
    demand(
      isHurried(change, now),
      'a due time stands unless something more urgent comes behind it',
      () => `delivery ${delivery.id}`,
    )
  }
  model.saw('a head is hurried', touched.length > 0)
  demandOrder(
    model,
    [...new Set(written.lines)].flatMap((line) =>
      [...model.line(line)].slice(0, 1).map((id) => model.delivery(id)),
    ),
  )
}

function addEvent(
  model: Model,
  written: Written,
  { cause, now }: { readonly cause: Cause; readonly now: number },
): Told {
  const event = written.takeEvent(cause)
  model.events.set(event.id, event)
  const expected = new Set(
    [...model.webhooks.values()].filter((webhook) => mustTell(webhook, event)).map(({ id }) => id),
  )
  const added = written.takeDeliveries(event.id)
  const told = added.map(({ webhookId }) => webhookId)
  demand(
    told.length === expected.size && told.every((id) => expected.has(id)),
    EXACTLY_WHO,
    () =>
      `event ${event.id} (${event.subject}) to webhooks ${told.join(', ')} instead of ${[...expected].join(', ')}`,
  )
  for (const row of added) addDelivery(model, row, { event, now, written })
  return { eventId: event.id, count: added.length }
}

function mustTell(webhook: ModelWebhook, { newState }: ModelEvent): boolean {
  if (!webhook.enabled) return false
  return newState === undefined
    ? webhook.payloadType === 'JOB'
    : webhook.payloadType === 'ALERT' && webhook.alertFlags[newState]
}

function addDelivery(
  model: Model,
  row: DeliveryFacts,
  { event, now, written }: { readonly event: ModelEvent; readonly now: number; readonly written: Written },
): void {
  const line = `webhook ${row.webhookId}, ${event.subject}`
  written.lines.push(line)
  const isBehind = model.line(line).size > 0
  const state = isBehind ? 'waiting' : 'pending'
  demand(
    row.state === state,
    'a delivery waits exactly while an earlier one of its line is unfinished',
    () => `new delivery ${row.id} is ${row.state}`,
  )
  demand(
    isBehind || row.dueAt === now,
    'what waits for nothing is due at once',
    () => `new delivery ${row.id} is due at ${row.dueAt}`,
  )
  demand(
    !model.deliveries.has(row.id) && !isEnded(row.state) && row.attemptsMade === 0 && row.fallbackOf === null,
    'a delivery begins new',
    () => `delivery ${row.id}`,
  )
  model.add({ row, event, line, depth: 0, now })
}
