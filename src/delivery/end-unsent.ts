import type { Claim, LeaseHeld, UnreadableClaim } from '../domain/delivery/delivery.ts'
import type { WebhookId } from '../domain/ids.ts'
import type { Log } from '../telemetry/log.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Recorder, RecordResult } from './recorder.ts'

export interface EndUnsentDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly recorder: Pick<Recorder, 'record'>
  readonly log: Log
}

export interface EndUnreadableDeps extends EndUnsentDeps {
  /** Called for each delivery with a damaged event or webhook. */
  readonly onUnreadable: (because: string) => void
  /** Called with the number of deliveries that failed without an attempt. */
  readonly onFailed: (count: number) => void
}

/**
 * Fails a delivery whose stored event or webhook is damaged: retries would never succeed, and hold up later deliveries.
 * Resolves when it is recorded.
 */
export async function endUnreadable(claim: UnreadableClaim, deps: EndUnreadableDeps): Promise<void> {
  const { deliveryId, webhookId, reason } = claim
  if ((await endUnsent(claim, 'failed', deps)) === 'failed') {
    deps.onFailed(1)
    deps.log.error({ deliveryId, webhookId, reason }, 'delivery.unreadable')
    deps.onUnreadable(
      `Delivery ${deliveryId} to webhook ${webhookId} was not sent: ${reason}. Look for "delivery.unreadable" in the log: there may be more.`,
    )
  }
}

/** Ends a delivery that exceeds its webhook's maximum age. Resolves when it is recorded. */
export async function endOutdated(claim: Claim, reason: string, deps: EndUnsentDeps): Promise<void> {
  const { deliveryId } = claim
  const webhookId = claim.webhook.id
  if ((await endUnsent({ ...claim, webhookId, reason }, 'outdated', deps)) === 'outdated') {
    deps.log.info({ deliveryId, webhookId, reason }, 'delivery.outdated')
  }
}

interface Unsent extends LeaseHeld {
  readonly webhookId: WebhookId
  readonly reason: string
}

async function endUnsent(
  { deliveryId, webhookId, attempt, leasedBy, reason }: Unsent,
  state: 'failed' | 'outdated',
  deps: EndUnsentDeps,
): Promise<RecordResult> {
  return deps.recorder.record({
    deliveryId,
    webhookId,
    attempt,
    leasedBy,
    next: { state },
    startedAt: deps.clock.now(),
    outcome: 'refuse',
    reason,
    failure: null,
    request: null,
    response: null,
    timing: { totalMs: 0 },
    receiver: { kind: 'unknown' },
  })
}
