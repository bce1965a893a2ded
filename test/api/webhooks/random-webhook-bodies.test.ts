import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { startApp, type CallResponse, type TestApp } from '../../support/app/start-app.ts'
import { BARE, FULL } from '../management/support.ts'

/** Values that have broken parsers, validators and databases before. */
const NASTY: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '\0',
  '\ud800',
  'x'.repeat(300),
  'x'.repeat(9000),
  '%AlertID%',
  "'; DROP TABLE webhooks; --",
  0,
  -0,
  -1,
  0.5,
  1e21,
  1e308,
  9007199254740992,
  -9007199254740992,
  [],
  {},
  [[]],
  [null],
  Array.from({ length: 100 }, () => ({})),
  { toString: 1, constructor: { prototype: {} }, hasOwnProperty: null },
  nested(200),
]

const MEMBERS = [
  ...Object.keys(FULL),
  ...'id payload_type description timeout retry_schedule revision disabled_reason'.split(' '),
  ...'added changed deleted http_header_id http_header_key http_header_value'.split(' '),
  ...'constructor prototype toString __proto__ valueOf 0 a.b a/b~c'.split(' '),
  '',
]

const CHANGE_SET = {
  added: [{ http_header_key: 'X-New', http_header_value: 'v' }],
  changed: [{ http_header_id: 1, http_header_key: 'X-Changed', http_header_value: 'v' }],
  deleted: [{ http_header_id: 2 }],
}

const VALID: readonly object[] = [
  BARE,
  FULL,
  { ...FULL, payload_type: 'JOB' },
  { ...FULL, description: 'd', timeout: '5s', retry_schedule: '0s,5s' },
  {},
  { name: 'changed' },
  { http_headers: CHANGE_SET },
  { http_headers: { ...CHANGE_SET, payload_type: 'JOB' } },
  { http_headers: [{ http_header_id: 1, http_header_key: 'X', http_header_value: 'y' }] },
]

const nasty = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.jsonValue({ maxDepth: 3 }),
  fc.double(),
  fc.string({ unit: 'binary' }),
)

/** A valid body with a few members replaced, added or taken away, at any depth. */
const mutated = fc
  .tuple(
    fc.constantFrom(...VALID),
    fc.array(fc.tuple(fc.nat(40), fc.constantFrom(...MEMBERS), fc.option(nasty, { nil: undefined })), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([body, mutations]) => mutations.reduce<unknown>(mutate, structuredClone(body)))

const soup = fc.dictionary(fc.constantFrom(...MEMBERS), nasty, { maxKeys: 8, noNullPrototype: true })

const text = fc.oneof(
  fc.constantFrom(
    '{',
    '[',
    '"',
    '{"name": "a", "name": 5, "url": "http://a/"}',
    '\ufeff{}',
    '{}{}',
    'NaN',
    '{"a":1e400}',
  ),
  fc.constant(`{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`),
  fc.constant('{"__proto__": {"enabled": false}, "name": "a", "url": "http://a/"}'),
  fc.constant('{"http_headers": {"__pro\\u0074o__": 1}}'),
  fc.json({ maxDepth: 4 }),
)

const body = fc.oneof(
  { weight: 5, arbitrary: mutated.map((value) => JSON.stringify(value) ?? '') },
  { weight: 2, arbitrary: soup.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: text },
)

describe('random bodies on every route that writes webhooks', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
    for (const start of [FULL, BARE]) await app.call('POST', '/api/v15/webhook', start)
  })
  after(() => app.stop())

  const routes = [
    ['POST', '/api/v6/webhook'],
    ['PUT', '/api/v6/webhook/1'],
    ['POST', '/api/v15/webhook'],
    ['PUT', '/api/v15/webhook/1'],
    ['POST', '/v1/webhooks'],
    ['PATCH', '/v1/webhooks/1'],
  ] as const

  for (const [method, path] of routes) {
    it(`${method} ${path}: done, or refused with named fields and without any change`, async () => {
      const seen = new Set<number>()
      await fc.assert(
        fc.asyncProperty(body, async (given) => {
          const earlier = await everything(app)

          const response = await app.call(method, path, given)

          seen.add(response.status)
          if (response.status >= 300) {
            assertProblem(response)
            assert.equal(await everything(app), earlier, 'a refused request changed something')
          } else await removeNew(app)
        }),
        { numRuns: 150, examples: VALID.map((valid) => [JSON.stringify(valid)]) },
      )
      assert.ok(
        seen.has(400) && [...seen].some((status) => status < 300),
        `both must happen: ${[...seen].join()}`,
      )
    })
  }

  it('names each unknown member, whatever it is called', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 30 }), async (member) => {
        fc.pre(
          !Object.hasOwn(FULL, member) &&
            member !== '__proto__' &&
            member !== 'id' &&
            member !== 'payload_type',
        )

        const response = await app.call('POST', '/api/v15/webhook', { ...BARE, [member]: 1 })

        assert.equal(response.status, 400)
        assert.ok(
          response.json.errors.some(({ path }: { path: string }) => path === member),
          response.text,
        )
      }),
      { numRuns: 50 },
    )
  })
})

function assertProblem(response: CallResponse): void {
  assert.ok(response.status >= 400 && response.status < 500, `${response.status} ${response.text}`)
  assert.equal(response.headers['content-type'], 'application/problem+json; charset=utf-8')
  const { type, title, status, detail, errors } = response.json
  assert.equal(status, response.status)
  for (const text of [type, title, detail]) assert.ok(typeof text === 'string' && text !== '')
  assert.ok(Array.isArray(errors) && errors.length <= 20)
  for (const { path, message } of errors) assert.ok(typeof path === 'string' && message !== '', response.text)
  assert.ok(response.text.length < 100_000, 'a refusal stays small, however large the request was')
}

async function everything(app: TestApp): Promise<string> {
  return JSON.stringify(await app.store.listWebhooks({}))
}

/** Keeps the list short, or each reading of it would take longer than the last. */
async function removeNew(app: TestApp): Promise<void> {
  for (const { id } of await app.store.listWebhooks({ after: 2 })) {
    assert.equal((await app.call('DELETE', `/api/v6/webhook/${id}`)).status, 200)
  }
}

/** Picks one of the objects inside the body, and sets or (without a value) removes one of its members. */
function mutate(whole: unknown, [pick, member, given]: readonly [number, string, unknown]): unknown {
  // A copy: the same value may be set twice, even inside itself.
  const value = structuredClone(given)
  const objects = objectsIn(whole)
  const target = objects[pick % Math.max(1, objects.length)]
  if (target === undefined) return value
  if (value === undefined) delete target[member]
  else Object.defineProperty(target, member, { value, enumerable: true, configurable: true, writable: true })
  return whole
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner]
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { http_headers: [nested(depth - 1)] }
}
