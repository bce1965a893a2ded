import { AppError } from '../../src/domain/errors.ts'
import type { Executed } from './in-process-store.ts'
import { applyRows, demandOrder } from './apply-rows.ts'
import { demand } from './broken-promise.ts'
import { claimName, isEnded, type Model } from './model.ts'
import { demandLimits, demandPrompt, endPause, isFailing } from './model-flow.ts'

type Of<Name extends Executed['verb']> = Extract<Executed, { readonly verb: Name }>

export function applyClaims(model: Model, { node, args, value, changes }: Of<'claimDue'>): void {
  const [{ limit, now, leaseMs }] = args
  const { claims = [] } = value ?? {}
  const isQuiet = ![...model.deliveries.values()].some(({ state }) => state === 'sending')
  const touched = applyRows(model, changes, ['pending > sending'])
  demand(
    claims.length <= limit && claims.length === touched.length,
    'what is claimed is leased, and never more than asked for',
    () => `${claims.length} claims, ${touched.length} leases, limit ${limit}`,
  )
  for (const { delivery, change } of touched) {
    const { before, after } = change
    const claim = claims.find(({ deliveryId }) => deliveryId === delivery.id)
    const webhook = model.webhooks.get(delivery.webhookId)
    demand(
      before.dueAt !== null && before.dueAt <= now,
      'nothing is claimed before it is due',
      () => `delivery ${delivery.id} is due at ${before.dueAt}, claimed at ${now}`,
    )
    demand(webhook?.enabled === true, 'a disabled webhook gets nothing', () => `delivery ${delivery.id}`)
    if (isQuiet) demandPrompt(model, webhook, { dueAt: before.dueAt, now })
    delivery.attemptsInLife += 1
    demand(
      claim?.attempt === before.attemptsMade + 1 && after.attemptsMade === claim.attempt,
      'the attempt is counted when it is claimed',
      () => `delivery ${delivery.id}: ${claim?.attempt} after ${before.attemptsMade}`,
    )
    demand(
      claim.scheduleAttempt === delivery.attemptsInLife,
      'lost leases and retries by hand do not use up the schedule',
      () => `delivery ${delivery.id}: ${claim.scheduleAttempt} instead of ${delivery.attemptsInLife}`,
    )
    demand(
      claim.event.id === delivery.eventId && claim.webhook.id === webhook.id,
      'a delivery brings one event to one webhook',
      () => `delivery ${delivery.id}`,
    )
    const leaseUntil = now + leaseMs + (webhook.timeoutMs ?? 0)
    demand(
      claim.leaseUntil === after.leaseUntil && claim.leaseUntil >= leaseUntil,
      'a lease lasts as long as the attempt may take',
      () => `delivery ${delivery.id}: until ${claim.leaseUntil} instead of ${leaseUntil}`,
    )
    const { deliveryId, attempt, scheduleAttempt } = claim
    model.claims.set(claimName(deliveryId, attempt), {
      deliveryId,
      attempt,
      scheduleAttempt,
      node,
      leaseUntil,
      dueAt: before.dueAt,
      webhook,
      exchange: undefined,
    })
  }
  if (touched.length > 0) model.busyAt = now
  for (const [webhookId, ofWebhook] of Map.groupBy(touched, ({ delivery }) => delivery.webhookId)) {
    const webhook = model.webhooks.get(webhookId)
    if (webhook) demandLimits(model, webhook, { now, count: ofWebhook.length })
  }
  demandOrder(
    model,
    touched.map(({ delivery }) => delivery),
  )
}

export function applyRelease(
  model: Model,
  { node, args: [claims, now], changes }: Of<'releaseClaims'>,
): void {
  const touched = applyRows(model, changes, ['sending > pending'])
  for (const { delivery, change } of touched) {
    const attempt = change.before.attemptsMade
    const claim = model.claims.get(claimName(delivery.id, attempt))
    demand(
      claims.some((given) => given.deliveryId === delivery.id && given.attempt === attempt) &&
        claim?.node === node,
      'only the holder of a lease gives it back',
      () => `delivery ${delivery.id}, attempt ${attempt}`,
    )
    demand(
      delivery.attemptsMade === attempt - 1 && (delivery.dueAt === now || delivery.dueAt === null),
      'a claim that is given back was never made',
      () => `delivery ${delivery.id}: ${delivery.attemptsMade} attempts, due at ${delivery.dueAt}`,
    )
    delivery.attemptsInLife -= 1
    model.claims.delete(claimName(delivery.id, attempt))
  }
  demandOrder(
    model,
    touched.map(({ delivery }) => delivery),
  )
}

export function applyRescue(
  model: Model,
  { args: [{ leasedBefore, now }], value, changes }: Of<'rescueExpired'>,
): void {
  const touched = applyRows(model, changes, ['sending > pending'])
  demand(
    value === touched.length,
    'an answer says what was done',
    () => `${value} rescued, written were ${touched.length}`,
  )
  for (const { delivery, change } of touched) {
    demand(
      change.before.leaseUntil !== null && change.before.leaseUntil < leasedBefore,
      'a lease is taken only when it has run out',
      () => `delivery ${delivery.id}, leased until ${change.before.leaseUntil}`,
    )
    demand(
      delivery.attemptsMade === change.before.attemptsMade &&
        (delivery.dueAt === now || delivery.dueAt === null),
      'a delivery whose worker died is due at once',
      () => `delivery ${delivery.id}: ${delivery.attemptsMade} attempts, due at ${delivery.dueAt}`,
    )
    delivery.attemptsInLife -= 1
  }
  demandOrder(
    model,
    touched.map(({ delivery }) => delivery),
  )
}

/** What has been due for so long at least, and as long as its whole schedule lasts, while its receiver fails. */
const OVERDUE_MS_MIN = 3600_000

export function applyOverdue(model: Model, { args: [{ now }], value, changes }: Of<'endOverdue'>): void {
  const touched = applyRows(model, changes, ['pending > failed', 'waiting > pending'])
  const ended = touched.filter(({ change }) => change.after.state === 'failed')
  demand(
    value === ended.length,
    'an answer says what was done',
    () => `${value} ended, written were ${ended.length}`,
  )
  for (const { delivery, change } of ended) {
    const webhook = model.webhooks.get(delivery.webhookId)
    const schedule = webhook?.retryScheduleMs ?? model.plan.retryScheduleMs
    const lengthMs = schedule.reduce((sum, delayMs) => sum + delayMs, 0)
    const { dueAt } = change.before
    demand(
      dueAt !== null &&
        dueAt < now - Math.max(lengthMs, OVERDUE_MS_MIN) &&
        isFailing(model, delivery.webhookId),
      'only what is overdue while its receiver fails is given up',
      () => `delivery ${delivery.id}, due at ${dueAt}, given up at ${now}`,
    )
  }
  demandOrder(
    model,
    touched.map(({ delivery }) => delivery),
  )
}

export function applyRetryByHand(
  model: Model,
  { args: [id, now], error, changes }: Of<'retryDelivery'>,
): void {
  const delivery = model.deliveries.get(id)
  const canBe =
    delivery !== undefined &&
    (delivery.state === 'failed' || delivery.state === 'cancelled') &&
    model.webhooks.has(delivery.webhookId)
  if (error !== undefined) return demandRefusal(error, canBe, `retry of delivery ${id}`)
  demand(canBe, 'only a failed or cancelled delivery is retried', () => `delivery ${id}, ${delivery?.state}`)
  const isBehind = model.line(delivery.line).size > 0
  const touched = applyRows(model, changes, [
    'failed > waiting',
    'failed > pending',
    'cancelled > waiting',
    'cancelled > pending',
  ])
  demand(
    touched.length === 1 && touched[0]?.delivery === delivery,
    'what is asked for is done',
    () => `retry of ${id}`,
  )
  demand(
    (delivery.state === 'waiting') === isBehind,
    'a retry by hand waits for what is unfinished in its line',
    () => `delivery ${id} is ${delivery.state}`,
  )
  demand(
    isBehind || delivery.dueAt === null || delivery.dueAt === now,
    'a retry by hand is due at once',
    () => `delivery ${id}`,
  )
  model.saw(isBehind ? 'a retry by hand waits' : 'a retry by hand is due')
  endPause(model, delivery.webhookId)
  delivery.life += 1
  delivery.attemptsInLife = 0
  demandOrder(model, [delivery])
}

export function applyCancelByHand(model: Model, { args: [id], error, changes }: Of<'cancelDelivery'>): void {
  const delivery = model.deliveries.get(id)
  const canBe = delivery !== undefined && (delivery.state === 'waiting' || delivery.state === 'pending')
  if (error !== undefined) return demandRefusal(error, canBe, `cancelling delivery ${id}`)
  demand(canBe, 'only what waits or is pending is cancelled', () => `delivery ${id}, ${delivery?.state}`)
  const touched = applyRows(model, changes, [
    'waiting > cancelled',
    'pending > cancelled',
    'waiting > pending',
  ])
  demand(isEnded(delivery.state), 'what is asked for is done', () => `cancelling ${id}`)
  for (const { delivery: other } of touched) {
    demand(
      other === delivery || other.line === delivery.line,
      'only the next one is let go',
      () => `delivery ${other.id}`,
    )
  }
  demandOrder(
    model,
    touched.map(({ delivery }) => delivery),
  )
}

export function applyPrune(model: Model, { args: [{ endedBefore }], changes }: Of<'pruneHistory'>): void {
  for (const change of changes) {
    if (change.kind === 'delivery removed') {
      const { id, state, finishedAt } = model.delivery(change.before.id)
      const isOld = finishedAt !== null && finishedAt < endedBefore
      demand(
        isEnded(state) && isOld,
        'only old and ended history is removed',
        () => `delivery ${id}, ${state}`,
      )
      model.saw('history is removed')
      model.deliveries.delete(id)
    } else if (change.kind === 'event removed') {
      const user = [...model.deliveries.values()].find(({ eventId }) => eventId === change.id)
      demand(
        user === undefined,
        'an event stays as long as its deliveries',
        () => `event ${change.id}, ${user?.id}`,
      )
      model.events.delete(change.id)
    } else if (change.kind === 'alert removed') {
      const [name, alert] = [...model.alerts].find(([, { id }]) => id === change.id) ?? []
      demand(
        name !== undefined && alert?.state === 'cleared' && alert.heardAt < endedBefore,
        'only alerts that are cleared and silent are removed',
        () => `alert ${change.id}`,
      )
      model.alerts.delete(name)
    } else demand(false, 'only old and ended history is removed', () => JSON.stringify(change))
  }
}

function demandRefusal(error: unknown, canBe: boolean, what: string): void {
  const code = error instanceof AppError ? error.code : undefined
  const isRight = code === 'unavailable' || (!canBe && (code === 'conflict' || code === 'not_found'))
  demand(isRight, 'a refusal has a reason', () => `${what}: ${String(error)}`)
}
