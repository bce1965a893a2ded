import type { Claim, FinishedAttempt, LeaseLength, NextStep } from '../../../src/domain/delivery/delivery.ts'
import type { ClaimRequest } from '../../../src/domain/flow/claim-plan.ts'
import type { Store } from '../../../src/storage/store.ts'
import { NOW } from '../../support/build.ts'

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
    leasedBy: claim.leasedBy,
    next,
    startedAt: NOW,
    outcome: next.state === 'delivered' ? 'accept' : 'retry',
    reason: next.state === 'delivered' ? 'HTTP 200' : 'HTTP 503',
    failure: next.state === 'delivered' ? null : 'unreachable',
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:9/hook',
      headers: [['content-type', 'application/json']],
      body: '{"a":1}',
    },
    response: {
      status: next.state === 'delivered' ? 200 : 503,
      headers: [['server', 'x']],
      body: 'ok',
      bodyTruncated: false,
    },
    timing: { connectMs: 1, firstByteMs: 2, totalMs: 3 },
    receiver: { kind: next.state === 'delivered' ? 'healthy' : 'unknown' },
    ...given,
  }
}

export const LEASE_MS = 30_000

/** For webhooks without a time limit of their own; to others it is added. */
export function lasting(ms: number): LeaseLength {
  return { timeoutMs: 0, marginMs: ms }
}

/** A claim without limits but those of the webhooks themselves. */
export async function claimDue(
  store: Pick<Store, 'claimDue'>,
  given: Partial<ClaimRequest> = {},
): Promise<readonly Claim[]> {
  return (await store.claimDue(claimRequest(given))).claims
}

export function claimRequest(given: Partial<ClaimRequest> = {}): ClaimRequest {
  return {
    limit: 1000,
    now: NOW,
    lease: lasting(LEASE_MS),
    node: 'node',
    concurrencyMax: 1000,
    windowFirst: 1000,
    failingMax: 1000,
    ...given,
  }
}

/** Claims everything that is due. */
export function claimAll(store: Store, now: number): Promise<readonly Claim[]> {
  return claimDue(store, { now })
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
