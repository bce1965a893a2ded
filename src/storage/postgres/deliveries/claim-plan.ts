import { type Claim, leaseMsOf, type UnreadableClaim } from '../../../domain/delivery/delivery.ts'
import { URGENCIES } from '../../../domain/delivery/urgency.ts'
import { isProbed } from '../../../domain/flow/breaker.ts'
import {
  type Candidate,
  candidateOf,
  compareCandidates,
  divideQuota,
  type DueAts,
  type FreeSlots,
  isDue,
  isDueOf,
  shareOut,
} from '../../../domain/flow/shares.ts'
import { mostUnderWay, type WebhookQueueState } from '../../../domain/flow/webhook-queue.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { KnownWebhooks } from '../node-memory/webhook-cache.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { toClaim } from '../../rows/delivery-row.ts'
import { isAltered, readEvent } from '../../rows/event-row.ts'
import type { ClaimRequest } from '../../store.ts'
import type { Choice, LeasedRow, Wanted } from './lease.ts'

/** A webhook with something pending, during one claim. */
export interface WebhookQueue extends WebhookQueueState {
  readonly webhook: Webhook
  readonly laterDueAts: DueAts
  dueAts: DueAts
  dueAt: Instant | null
  /** Its position in the quota of urgencies. */
  position: number
  inFlight: number
  inFlightHere: number
  rateNextAt: Instant
  flowSeen: string | null
}

export interface Plan {
  readonly candidates: readonly Candidate<WebhookQueue>[]
  readonly shares: readonly number[]
  readonly wanted: readonly Wanted[]
}

/** Shares free slots among the candidates; undefined: no slots. */
export function planLease(
  candidates: readonly Candidate<WebhookQueue>[],
  free: FreeSlots,
  request: ClaimRequest,
): Plan | undefined {
  const shares = shareOut(candidates, free)
  if (!shares.some((share) => share > 0)) return undefined
  const wanted = candidates.flatMap(({ queue }, index) => toWanted(queue, shares[index] ?? 0, request))
  return { candidates, shares, wanted }
}

export function candidatesOf(
  queues: readonly WebhookQueue[],
  request: ClaimRequest,
): Candidate<WebhookQueue>[] {
  return queues
    .flatMap((queue) => (isDue(queue, request.now) ? (candidateOf(queue, queue.webhook, request) ?? []) : []))
    .toSorted(compareCandidates)
}

function toWanted(queue: WebhookQueue, count: number, request: ClaimRequest): readonly Wanted[] {
  if (count === 0) return []
  const { webhook, breaker, rateNextAt, flowSeen } = queue
  const leaseUntil = request.now + leaseMsOf(request.lease, webhook)
  const most = mostUnderWay(breaker, webhook, request)
  const choice = choiceOf(queue, count, request)
  return [{ webhook, count, mostUnderWay: most, leaseUntil, rateNextAt, flowSeen, choice }]
}

function choiceOf({ breaker, position, dueAts }: WebhookQueue, count: number, { now }: ClaimRequest): Choice {
  if (isProbed(breaker)) return { kind: 'probe', failedId: breaker.failedId }
  const due = URGENCIES.filter((urgency) => isDueOf(dueAts, urgency, now))
  const [first] = due
  return first !== undefined && due.length === 1
    ? { kind: 'one urgency', urgency: first }
    : { kind: 'by urgency', quota: divideQuota(count, { position, dueAts, now }), due }
}

export function readClaim(
  row: LeasedRow,
  { webhook, breaker }: WebhookQueue,
  { webhooks, now }: { readonly webhooks: KnownWebhooks; readonly now: Instant },
): Claim | UnreadableClaim {
  const { id } = row
  const stored = id === null ? undefined : { ...row, id }
  const event = stored && readEvent(stored)
  return toClaim(row.delivery_id, row, {
    now,
    silences: webhooks.silences,
    webhook,
    breaker,
    event,
    isAltered: stored !== undefined && event === undefined && isAltered(stored),
    receiverState: notifiedIn(row),
    webhooks,
  })
}

function notifiedIn(row: LeasedRow) {
  const { sent_state: knownState, desired_state: desiredState } = row
  if (!knownState || !desiredState) return undefined
  return {
    lastSent: { state: knownState, episodeNumber: row.sent_episode_number ?? 0 },
    desired: { state: desiredState, episodeNumber: row.desired_episode_number ?? 0 },
    eventId: row.notified_event_id ?? 0,
    escalated: row.escalated === 1,
  }
}
