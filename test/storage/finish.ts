import type { Claim, FinishedAttempt, NextStep } from '../../src/domain/delivery.ts'
import type { Store } from '../../src/storage/store.ts'
import { NOW } from '../support/build.ts'

/** An attempt as the recorder would write it. */
export function finished(
  claim: Claim,
  next: NextStep = { state: 'delivered' },
  given: Partial<FinishedAttempt> = {},
): FinishedAttempt {
  return {
    deliveryId: claim.deliveryId,
    webhookId: claim.webhook.id,
    attempt: claim.attempt,
    next,
    startedAt: NOW,
    outcome: next.state === 'delivered' ? 'accept' : 'retry',
    reason: next.state === 'delivered' ? 'HTTP 200' : 'HTTP 503',
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:9/hook',
      headers: [['content-type', 'application/json']],
      body: '{"a":1}',
    },
    answer: {
      status: next.state === 'delivered' ? 200 : 503,
      headers: [['server', 'x']],
      body: 'ok',
      bodyTruncated: false,
    },
    timing: { connectMs: 1, firstByteMs: 2, totalMs: 3 },
    ...given,
  }
}

export const LEASE_MS = 30_000

/** Claims everything that is due. */
export function claimAll(store: Store, now: number): Promise<readonly Claim[]> {
  return store.claimDue({ limit: 1000, now, leaseMs: LEASE_MS })
}

/** Claims and delivers until nothing is due any more; the claims in the order they came. */
export async function deliverAll(store: Store, now: number): Promise<readonly Claim[]> {
  const all: Claim[] = []
  for (;;) {
    const claims = await claimAll(store, now)
    if (claims.length === 0) return all
    all.push(...claims)
    await store.finishAttempts(
      claims.map((claim) => finished(claim)),
      now,
    )
  }
}
