import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import type { Executed } from '../database/simulated-database.ts'
import { isDeepStrictEqual } from 'node:util'
import type { SentStates } from '../../../src/domain/receiver-state/sent-states.ts'
import { demandGivenWay, demandPromoted, followAttempt } from '../receiver-state/follow-attempt.ts'
import { sentStates } from '../receiver-state/model-states.ts'
import { applyRows, demandOrder, isMove, joinSteps, RETURNS, SUPERSEDED } from './apply-rows.ts'
import { demand } from './broken-promise.ts'
import { claimName } from './model-claim.ts'
import type { Model, ModelDelivery } from './model.ts'
import type { ModelWebhook } from './model-webhook.ts'
import { demandLimits, demandPrompt, isFailing } from './model-flow.ts'
import { demandRightProbe, demandShares } from './model-urgency.ts'

type Of<Name extends Executed['method']> = Extract<Executed, { readonly method: Name }>

export function applyClaims(model: Model, executed: Of<'claimDue'>): void {
  const { node, args, askedAt, value, isUnanswered, changes } = executed
  const [{ limit, now, lease }] = args
  if (changes.some((change) => isMove(change, RETURNS))) return applyGivenBack(model, executed)
  const { claims = [], unreadable = [] } = value ?? {}
  const leased = [...claims, ...unreadable]
  const isQuiet =
    changes.length > 0 && ![...model.deliveries.values()].some(({ state }) => state === 'sending')
  const changed = applyRows(model, changes, ['pending > sending'])
  demand(
    changed.length <= limit && (isUnanswered || leased.length === changed.length),
    'what is claimed is leased, and never more than asked for',
    () => `${leased.length} claims, ${changed.length} leases, limit ${limit}`,
  )
  for (const { delivery, change } of changed) {
    const { before, after } = change
    const claim = leased.find(({ deliveryId }) => deliveryId === delivery.id)
    const webhook = model.webhooks.get(delivery.webhookId)
    demand(
      before.dueAt !== null && before.dueAt <= now,
      'nothing is claimed before it is due',
      () => `delivery ${delivery.id} is due at ${before.dueAt}, claimed at ${now}`,
    )
    demand(webhook?.enabled === true, 'a disabled webhook gets nothing', () => `delivery ${delivery.id}`)
    if (isQuiet) demandPrompt(model, webhook, { dueAt: before.dueAt, now })
    const earlier = model.earlierThan(delivery)
    demand(
      earlier.length === 0 || delivery.isReturned,
      'the oldest event of an alert queue goes first',
      () => `delivery ${delivery.id} before ${earlier.map(({ id }) => id).join(', ')}`,
    )
    delivery.isReturned = false
    if (delivery.attemptsInLife === 0) delivery.begunAt = now
    delivery.attemptsInLife += 1
    const acceptedAt = model.flows.get(delivery.webhookId)?.acceptedAt
    const isOtherAccepted = acceptedAt !== undefined && acceptedAt >= delivery.begunAt
    if (isFailing(model, delivery.webhookId)) {
      demandRightProbe(model, delivery, { dueAt: before.dueAt, now })
    }
    const attempt = before.attemptsMade + 1
    demand(
      after.attemptsMade === attempt && (isUnanswered || claim?.attempt === attempt),
      'the attempt is counted when it is claimed',
      () => `delivery ${delivery.id}: ${claim?.attempt} after ${before.attemptsMade}`,
    )
    const isUnreadable = model.damagedEvents.has(delivery.eventId)
    demand(
      !claim || isUnreadable === 'reason' in claim,
      'what cannot be read is claimed as that, and nothing else is',
      () => `delivery ${delivery.id}, event ${delivery.eventId}`,
    )
    const leaseUntil = now + (webhook.timeoutMs ?? lease.timeoutMs) + lease.marginMs
    demand(
      after.leaseUntil === leaseUntil,
      'a lease lasts as long as the attempt may take, and no longer',
      () => `delivery ${delivery.id}: until ${after.leaseUntil} instead of ${leaseUntil}`,
    )
    const event = model.events.get(delivery.eventId)
    const receiverState = event && !isUnreadable ? sentStates(model, event, webhook) : undefined
    if (claim && !('reason' in claim))
      demandWholeClaim(delivery, claim, { webhook, leaseUntil, receiverState })
    model.claims.set(claimName(delivery.id, attempt), {
      deliveryId: delivery.id,
      attempt,
      scheduleAttempt: delivery.attemptsInLife,
      node,
      leaseUntil,
      made: model.writtenBy(now),
      lengthMs: leaseUntil - now,
      dueAt: before.dueAt,
      isOtherAccepted,
      webhook,
      sentStates: receiverState,
      exchange: undefined,
      isUnreadable,
      isInDoubt: claim === undefined,
      isShort: false,
    })
  }
  if (changed.length > 0) model.busyAt = now
  for (const [webhookId, ofWebhook] of Map.groupBy(changed, ({ delivery }) => delivery.webhookId)) {
    const webhook = model.webhooks.get(webhookId)
    if (webhook) demandLimits(model, webhook, { now, askedAt, count: ofWebhook.length })
    const taken = ofWebhook.map(({ delivery }) => delivery)
    if (!isFailing(model, webhookId)) demandShares(model, webhookId, { taken, now, node })
  }
  demandOrder(
    model,
    changed.map(({ delivery }) => delivery),
  )
}

function demandWholeClaim(
  delivery: ModelDelivery,
  claim: Claim,
  {
    webhook,
    leaseUntil,
    receiverState,
  }: {
    readonly webhook: ModelWebhook
    readonly leaseUntil: number
    readonly receiverState: SentStates | undefined
  },
): void {
  demand(
    isDeepStrictEqual(claim.sentStates ?? undefined, receiverState),
    'what is sent is what the receiver does not know',
    () =>
      `delivery ${delivery.id}: ${JSON.stringify(claim.sentStates)} instead of ${JSON.stringify(receiverState)}`,
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
  demand(
    claim.leaseUntil === leaseUntil,
    'a lease lasts as long as the attempt may take, and no longer',
    () => `delivery ${delivery.id}: until ${claim.leaseUntil} instead of ${leaseUntil}`,
  )
}

/** Follows a claim that gives back what this node leased without knowing it; such a claim takes nothing. */
function applyGivenBack(model: Model, executed: Of<'claimDue'>): void {
  const { args, value, changes } = executed
  const held = changes.flatMap((change) => {
    if (change.kind !== 'delivery changed' || !isMove(change, RETURNS)) return []
    return [{ deliveryId: change.before.id, attempt: change.before.attemptsMade, leasedBy: null }]
  })
  demand(
    (value?.claims ?? []).length === 0 &&
      held.every(({ deliveryId, attempt }) => model.claims.get(claimName(deliveryId, attempt))?.isInDoubt),
    'a claim gives back only what was leased without a response',
    () => held.map(({ deliveryId, attempt }) => `delivery ${deliveryId} #${attempt}`).join(', '),
  )
  model.saw('what was leased without a response is given back')
  applyRelease(model, { ...executed, method: 'releaseClaims', args: [held, args[0].now], value: undefined })
}

export function applyRelease(
  model: Model,
  { node, args: [claims, now], changes }: Of<'releaseClaims'>,
): void {
  const joined = joinSteps(changes, 'superseded')
  const released = joined.filter((change) => isMove(change, RETURNS))
  const escalated = new Map(
    released.flatMap((change) => {
      if (change.kind !== 'delivery changed') return []
      const delivery = model.delivery(change.before.id)
      delivery.attemptsInLife -= 1
      const claim = model.claims.get(claimName(delivery.id, change.before.attemptsMade))
      const ended = {
        delivery,
        claim,
        certainty: 'not_notified',
        next: 'pending',
        dueAt: now,
        isRecorded: false,
      } as const
      return [[delivery, followAttempt(model, ended, now)] as const]
    }),
  )
  const changed = applyRows(model, released, RETURNS)
  const others = applyRows(
    model,
    joined.filter((change) => !released.includes(change)),
    ['waiting > pending', ...SUPERSEDED],
  )
  for (const { delivery, change } of changed) {
    const attempt = change.before.attemptsMade
    const claim = model.claims.get(claimName(delivery.id, attempt))
    demand(
      claims.some(
        (given) => given.deliveryId === delivery.id && given.attempt === attempt && !model.isLost(given),
      ) && claim?.node === node,
      'only the holder of a lease gives it back',
      () => `delivery ${delivery.id}, attempt ${attempt}`,
    )
    demand(
      delivery.attemptsMade === attempt - 1 && (delivery.dueAt === now || delivery.dueAt === null),
      'a claim that is given back was never made',
      () => `delivery ${delivery.id}: ${delivery.attemptsMade} attempts, due at ${delivery.dueAt}`,
    )
    if (claim.isShort) model.saw('what could not be sent because of an exhausted resource is put back')
    demandGivenWay(delivery, escalated.get(delivery))
    delivery.isReturned = true
    model.claims.delete(claimName(delivery.id, attempt))
  }
  for (const one of escalated.values()) if (one) demandPromoted(model, one, others)
  demandOrder(
    model,
    [...changed, ...others].map(({ delivery }) => delivery),
  )
}
