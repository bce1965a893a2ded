// The methods of a store without the service around it, a process of its own: what a claim, its record and an intake
// cost the database.
import type { Claim, FinishedAttempt } from '../../../src/domain/delivery/delivery.ts'
import type { Observation } from '../../../src/domain/alert/alert.ts'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/engine/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { median } from '../statistics.ts'
import { serveParent } from './serve-parent.ts'

export interface MethodLoad {
  /** The address, as TOCSIN_DATABASE has it. */
  readonly address: string
  /** No alert of the database is called so, with a number. */
  readonly keys: string
  readonly batches: number
}

/** Medians over batches, for one delivery or one observation, in microseconds. */
export interface MethodTimes {
  readonly claim: number
  readonly finish: number
  readonly intake: number
}

export type StoreMethods = typeof methods

const CLAIMS_MAX = 128
/** Smaller ones say more about what is left than about the claim. */
const CLAIMS_MIN = 50
const OBSERVATIONS = 100
/** So that what was taken in is claimed as well, if each of it goes to three webhooks. */
const CLAIM_ROUNDS = 3
const POOL_MAX = 10

const methods = { measure }
serveParent(methods)

async function measure({ address, keys, batches }: MethodLoad): Promise<MethodTimes> {
  const store = await open(address)
  try {
    const intake: number[] = []
    for (let batch = 0; batch < batches; batch += 1) {
      intake.push(
        await time(OBSERVATIONS, () => store.acceptObservations(observations(keys, batch), Date.now())),
      )
    }
    const claim: number[] = []
    const finish: number[] = []
    for (let batch = 0; batch < batches * CLAIM_ROUNDS; batch += 1) {
      const startedAt = performance.now()
      const { claims } = await store.claimDue({
        limit: CLAIMS_MAX,
        now: Date.now(),
        lease: { timeoutMs: 0, marginMs: 60_000 },
        node: 'bench',
        concurrencyMax: 1_000,
        windowFirst: 1_000,
        failingMax: 1_000,
      })
      if (claims.length < CLAIMS_MIN) break
      claim.push(((performance.now() - startedAt) * 1000) / claims.length)
      const finished = claims.map((one) => delivered(one))
      finish.push(await time(claims.length, () => store.finishAttempts(finished, Date.now())))
    }
    return { claim: median(claim), finish: median(finish), intake: median(intake) }
  } finally {
    await store.close()
  }
}

async function open(address: string): Promise<Store> {
  const now = Date.now()
  if (address.startsWith('sqlite:')) {
    return (await openSqliteStore({ file: address.slice('sqlite:'.length), sizeMax: 0, now })).store
  }
  return (await openPostgresStore({ url: address, poolMax: POOL_MAX, now })).store
}

/** Microseconds for one of so many. */
async function time(count: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return ((performance.now() - startedAt) * 1000) / count
}

/** Makes observations of medium severity, of which the webhooks of a filled database are notified. */
function observations(keys: string, batch: number): readonly Observation[] {
  return Array.from({ length: OBSERVATIONS }, (_, index) => ({
    source: 'bench',
    key: `${keys} ${batch * OBSERVATIONS + index}`,
    name: 'Replication lag',
    state: 'medium',
    at: Date.now(),
    details: {
      objectType: 'server',
      objectName: 'pg-orders-2',
      serverName: 'pg-orders-2.example.com',
      currentValue: '0',
      thresholdValue: '0',
      info: 'Replay lag 412 s, threshold 60 s.',
    },
  }))
}

function delivered({ deliveryId, attempt, leasedBy, webhook }: Claim): FinishedAttempt {
  return {
    deliveryId,
    webhookId: webhook.id,
    attempt,
    leasedBy,
    next: { state: 'delivered' },
    startedAt: Date.now(),
    outcome: 'accept',
    reason: 'HTTP 200',
    failure: null,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1:9/hook',
      headers: [
        ['Content-Type', 'application/json'],
        ['User-Agent', 'Tocsin/bench'],
        ['webhook-id', 'msg_bench_0123456789'],
        ['webhook-timestamp', '1767225600'],
        ['webhook-signature', 'v1,MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='],
      ],
      body: '{"alert": "Replication lag", "state": "Medium", "object": "pg-orders-2", "sequence": 0, "sent": 0}',
    },
    response: { status: 200, headers: [['content-length', '0']], body: '', bodyTruncated: false },
    timing: { firstByteMs: 1, totalMs: 1 },
    receiver: { kind: 'healthy' },
  }
}
