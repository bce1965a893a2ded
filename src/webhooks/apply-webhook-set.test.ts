import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SERVICE_ACTOR } from '../domain/audit/audit.ts'
import { AppError } from '../domain/errors.ts'
import { SET_CHANGES_MAX, WEBHOOKS_CHANGED } from '../domain/webhook/webhook-set.ts'
import type { Clock } from '../runtime/clock.ts'
import { LongWork } from '../runtime/long-work.ts'
import type { Store } from '../storage/store.ts'
import { applyWebhookSet, type SetRequest } from './apply-webhook-set.ts'
import type { WantedWebhook } from './plan-webhook-set.ts'

const CLOCK = { now: () => 0, monotonic: () => 0 } as Clock

const WANTED: WantedWebhook = {
  name: 'pager',
  draft: { name: 'pager', url: 'https://h.example/' },
  hasUrl: true,
  edit: undefined,
  fallback: null,
  clearsByPreset: false,
  signingSecret: undefined,
  issues: [],
}

describe('applyWebhookSet', () => {
  for (const [what, { changes, isExpected, plans, isDone }] of Object.entries({
    'plans anew while somebody changes webhooks': {
      changes: 3,
      isExpected: undefined,
      plans: 4,
      isDone: true,
    },
    'gives up at the fourth change': { changes: 9, isExpected: undefined, plans: 4, isDone: false },
    'plans once for a caller who sets a condition': {
      changes: 1,
      isExpected: () => true,
      plans: 1,
      isDone: false,
    },
  })) {
    it(what, async () => {
      const seen = { plans: 0, wakes: 0 }
      const store = {
        listWebhooks: () => Promise.resolve([]),
        applyWebhooks: () => {
          seen.plans += 1
          return seen.plans > changes
            ? Promise.resolve(new Map([[-1, 7]]))
            : Promise.reject(new AppError('precondition_failed', WEBHOOKS_CHANGED))
        },
      }
      const deps = {
        longWork: new LongWork(CLOCK),
        store: store as unknown as Store,
        clock: CLOCK,
        wake: () => void (seen.wakes += 1),
      }
      const request: SetRequest = { by: SERVICE_ACTOR, isDryRun: false, isExpected }
      const done = applyWebhookSet(deps, { webhooks: [WANTED], prune: false }, request)

      if (isDone) assert.deepEqual((await done).planned.map((await done).idOf), [7])
      else await assert.rejects(done, { code: 'precondition_failed' })
      assert.deepEqual(seen, { plans, wakes: isDone ? 1 : 0 })
    })
  }

  it('refuses more changes than one transaction may make, and makes none of them', async () => {
    const webhooks = Array.from({ length: SET_CHANGES_MAX + 1 }, (_, index) => ({
      ...WANTED,
      name: `w${index}`,
      draft: { ...WANTED.draft, name: `w${index}` },
    }))
    const store = {
      listWebhooks: () => Promise.resolve([]),
      applyWebhooks: () => assert.fail('nothing is applied'),
    } as unknown as Store
    const deps = {
      store,
      clock: CLOCK,
      longWork: new LongWork(CLOCK),
      wake: () => assert.fail('nothing is due'),
    }
    const request: SetRequest = { by: SERVICE_ACTOR, isDryRun: false, isExpected: undefined }

    await assert.rejects(applyWebhookSet(deps, { webhooks, prune: false }, request), /at once are the most/)
  })
})
