import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const DETAIL_VALUES = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(null, true, '', 'high', '2026-09-14T03:00:00Z', '2026-13-45T99:00:00Z', {}, [], 2 ** 60),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Bodies near a valid one: members of it are left out, others are taken, any of them may hold anything. */
function nearlyValid(
  valid: Readonly<Record<string, unknown>>,
  others: readonly string[],
): fc.Arbitrary<unknown> {
  const names = [...Object.keys(valid), ...others]
  const changes = fc.dictionary(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: fc.string() }),
    DETAIL_VALUES,
    { maxKeys: 4, noNullPrototype: true },
  )
  const kept = fc.subarray(Object.keys(valid), { minLength: Math.max(0, Object.keys(valid).length - 1) })
  return fc.tuple(kept, changes).map(([kept, changes]) => ({
    ...Object.fromEntries(kept.map((name) => [name, valid[name]])),
    ...changes,
  }))
}

const VALID_OBSERVATION = { key: 'k', name: 'n', state: 'high' }
const VALID_JOB_RUN = { job_id: '1', run_id: '1', name: 'n', status: 'failure' }
const VALID_TOKEN = { name: 'n', scopes: ['admin'] }
const VALID_TEMPLATE = { payload_template: '{"a": %AlertName%}' }

const observation = nearlyValid(VALID_OBSERVATION, [
  'source',
  'at',
  'since',
  'expires_at',
  'object',
  'agent',
  'server',
  'database',
  'current_value',
  'info',
  'labels',
  'annotations',
])
const jobRun = nearlyValid(VALID_JOB_RUN, [
  'source',
  'started_at',
  'ended_at',
  'agent',
  'server',
  'exit_code',
  'output',
  'labels',
])

interface RandomRoute {
  readonly path: string
  readonly bodies: fc.Arbitrary<unknown>
  readonly success: number
  readonly valid: unknown
}

const ROUTES: readonly RandomRoute[] = [
  { path: '/v1/alerts', bodies: oneOrMany(observation), success: 200, valid: VALID_OBSERVATION },
  { path: '/v1/job-runs', bodies: oneOrMany(jobRun), success: 200, valid: VALID_JOB_RUN },
  { path: '/v1/tokens', bodies: nearlyValid(VALID_TOKEN, ['expires_in']), success: 201, valid: VALID_TOKEN },
  {
    path: '/v1/templates/check',
    bodies: nearlyValid(VALID_TEMPLATE, ['payload_type', 'content_type', 'url', 'headers']),
    success: 200,
    valid: VALID_TEMPLATE,
  },
]

describe('bodies that nobody thought of', () => {
  let app: TestApp
  let call: TestApp['call']
  before(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
    call = app.call
    await app.store.createWebhook(newWebhook(), NOW)
    await app.store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
  })
  after(() => app.stop())

  const newest = async () => ({
    alerts: await app.store.listAlerts({}, { limit: 5 }),
    jobRuns: await app.store.listJobRuns({}, { limit: 1 }),
    events: await app.store.listEvents({}, { limit: 1 }),
    deliveries: await app.store.listDeliveries({}, { limit: 1 }),
    tokens: (await app.store.listTokens()).length,
  })

  for (const { path, bodies, success, valid } of ROUTES) {
    it(`POST ${path} accepts them as described, or refuses them naming the fields and changes nothing`, async () => {
      const seen = new Set<number>()
      await fc.assert(
        fc.asyncProperty(bodies, async (body) => {
          const before = await newest()

          const response = await call('POST', path, JSON.stringify(body))

          seen.add(response.status)
          if (response.status === success) return
          const issues = assertProblem(response, 400)
          assert.ok(issues.length > 0 || response.json.detail.includes('__proto__'), response.text)
          assert.deepEqual(await newest(), before)
        }),
        // One that is taken and one that is refused, whatever chance brings.
        { numRuns: 80, examples: [[valid], [[]]] },
      )
      assert.deepEqual([...seen].sort(), [success, 400])
    })

    it(`POST ${path} refuses bodies that are not JSON at all`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 50 }), async (bytes) => {
          const response = await call('POST', path, Buffer.from(bytes))

          assertProblem(response, 400)
        }),
        { numRuns: 25 },
      )
    })
  }
})

function oneOrMany(one: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof(one, fc.array(one, { maxLength: 4 }), fc.jsonValue({ maxDepth: 1 }))
}
