import type { Clock } from '../runtime/clock.ts'
import type { UnreadableClaim } from '../domain/delivery/delivery.ts'
import type { Log } from '../telemetry/log.ts'
import type { Recorder } from './recorder.ts'

export interface EndUnreadableDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly recorder: Pick<Recorder, 'record'>
  readonly log: Log
}

/**
 * Ends as failed a delivery of which nothing can be sent, because what is stored of its event or its webhook is damaged:
 * tried again and again it would never go, and would hold up those behind it. Resolves when it is recorded.
 */
export async function endUnreadable(claim: UnreadableClaim, deps: EndUnreadableDeps): Promise<void> {
  const { deliveryId, webhookId, attempt, leasedBy, reason } = claim
  const result = await deps.recorder.record({
    deliveryId,
    webhookId,
    attempt,
    leasedBy,
    next: { state: 'failed' },
    startedAt: deps.clock.now(),
    outcome: 'refuse',
    reason,
    failure: null,
    request: null,
    answer: null,
    timing: { totalMs: 0 },
    receiver: { kind: 'unknown' },
  })
  if (result === 'recorded') deps.log.error({ deliveryId, webhookId, reason }, 'delivery.unreadable')
}
