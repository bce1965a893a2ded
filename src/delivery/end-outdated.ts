import type { Claim } from '../domain/delivery/delivery.ts'
import type { Log } from '../telemetry/log.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Recorder } from './recorder.ts'

export interface EndOutdatedDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly recorder: Pick<Recorder, 'record'>
  readonly log: Log
}

/** Ends a delivery without a request: its webhook does not want to be told of what is so old. Resolves when it is recorded. */
export async function endOutdated(claim: Claim, reason: string, deps: EndOutdatedDeps): Promise<void> {
  const { deliveryId, attempt, leasedBy, webhook } = claim
  const webhookId = webhook.id
  const result = await deps.recorder.record({
    deliveryId,
    webhookId,
    attempt,
    leasedBy,
    next: { state: 'outdated' },
    startedAt: deps.clock.now(),
    outcome: 'refuse',
    reason,
    failure: null,
    request: null,
    answer: null,
    timing: { totalMs: 0 },
    receiver: { kind: 'unknown' },
  })
  if (result === 'recorded') deps.log.info({ deliveryId, webhookId, reason }, 'delivery.outdated')
}
