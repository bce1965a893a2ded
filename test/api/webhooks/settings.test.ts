import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { assertRefused, BARE } from '../management/support.ts'

const PATH = '/v1/webhooks'

const names = (count: number) => Array.from({ length: count }, (_, index) => [`n${index}`, 'x'] as const)

describe('settings of a webhook', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.stop())

  it('tags are kept in the order of their names, replaced as a whole, and named in the audit log', async () => {
    const { id } = (await app.call('POST', PATH, { ...BARE, tags: { team: 'dba', env: 'prod' } })).json
    const tagsAfter = async (tags: object | null) =>
      JSON.stringify((await app.call('PATCH', `${PATH}/${id}`, { tags })).json.tags)

    assert.equal(await tagsAfter({ team: 'dba', env: 'prod' }), '{"env":"prod","team":"dba"}')
    assert.equal(await tagsAfter({ team: 'web/ops 1' }), '{"team":"web/ops 1"}')
    const [{ changes }] = (await app.call('GET', '/v1/audit?limit=1')).json.items
    assert.deepEqual(changes, [
      { field: 'tags', from: '{"env":"prod","team":"dba"}', to: '{"team":"web/ops 1"}' },
    ])
    assert.equal(await tagsAfter({}), 'null')
    assert.equal(await tagsAfter(null), 'null')
  })

  it('are refused where they cannot be read or are out of range, and change nothing', async () => {
    const table: readonly (readonly [object, string, RegExp])[] = [
      [{ tags: 'team=dba' }, 'tags', /must be an object or null/],
      [{ tags: { team: 1 } }, 'tags.team', /must be a string/],
      [{ tags: { team: '' } }, 'tags.team', /must not be empty/],
      [{ tags: { team: 'a,b' } }, 'tags.team', /without commas/],
      [{ tags: { team: 'x'.repeat(201) } }, 'tags.team', /at most 200 characters/],
      [{ tags: { 'a b': 'x' } }, 'tags', /^has the name "a b", which must begin with a letter or _/],
      [{ tags: { ['x'.repeat(64)]: 'x' } }, 'tags', /which must have at most 63 characters/],
      [{ tags: Object.fromEntries(names(33)) }, 'tags', /at most 32 members/],
      [{ labels: { team: 'dba' } }, 'labels', /^is called tags$/],
      [{ timeout: 'soon' }, 'timeout', /not a duration such as/],
      [{ timeout: '99ms' }, 'timeout', /from 100ms to 5m/],
      [{ timeout: '301s' }, 'timeout', /from 100ms to 5m/],
      [{ retry_schedule: '' }, 'retry_schedule', /not a duration such as/],
      [{ retry_schedule: '5s*0' }, 'retry_schedule', /not a duration or a repeated one/],
      [{ retry_schedule: '0s,5s*100' }, 'retry_schedule', /may have 100 at most/],
      [{ retry_schedule: '0s,8d' }, 'retry_schedule', /more than 7d/],
      [{ retry_schedule: '5s,1m' }, 'retry_schedule', /must begin with 0s/],
      [{ retry_schedule: '0s,'.repeat(700) }, 'retry_schedule', /at most 2000 characters/],
      [{ remind: '' }, 'remind', /not a duration such as/],
      [{ remind: ['1h', '4h'] }, 'remind', /must be a string or null/],
      [{ remind: '1h,59s' }, 'remind', /^must have distances from 1m to 30d/],
      [{ remind: '31d' }, 'remind', /^must have distances from 1m to 30d/],
      [{ remind: '1h,'.repeat(10) + '1d' }, 'remind', /^has 11 distances, but may have 10 at most/],
      [{ remind: '1h', mode: 'every_change' }, 'remind', /^needs the mode current_state/],
      [{ concurrency: 0 }, 'concurrency', /at least 1/],
      [{ concurrency: 1001 }, 'concurrency', /at most 1000/],
      [{ concurrency: '5' }, 'concurrency', /must be an integer or null/],
      [{ rate_limit: '5 per second' }, 'rate_limit', /such as 1\/1s or 20\/1m/],
      [{ rate_limit: '5/2d' }, 'rate_limit', /from 1ms to 1d/],
      [{ response_rule: [] }, 'response_rule', /must not be empty/],
      [{ response_rule: { member: 'ok' } }, 'response_rule', /must be an array or null/],
      [{ response_rule: [{ member: 'ok' }] }, 'response_rule[0]', /is no condition\. Write one of/],
      [
        { response_rule: [{ member: 'a..b', equals: 1 }] },
        'response_rule[0].member',
        /such as ok, or result/,
      ],
      [{ response_size_max: '2mb' }, 'response_size_max', /from 0 to 1mb/],
      [{ response_size_max: 'big' }, 'response_size_max', /not a size such as/],
      [{ description: 'x'.repeat(2001) }, 'description', /at most 2000 characters/],
      [{ method: 'TRACE' }, 'method', /must not be TRACE/],
      [{ payload_type: 'job' }, 'payload_type', /one of "ALERT", "JOB"/],
      [
        { http_headers: [{ http_header_key: 'Host', http_header_value: 'x' }] },
        'http_headers[0].http_header_key',
        /must not be Host/,
      ],
    ]
    const { id } = (await app.call('POST', PATH, BARE)).json
    const earlier = (await app.call('GET', `${PATH}/${id}`)).json
    for (const [body, path, message] of table) {
      assertRefused(await app.call('POST', PATH, { ...BARE, ...body }), path, message)
      assertRefused(await app.call('PATCH', `${PATH}/${id}`, body), path, message)
    }
    assert.deepEqual((await app.call('GET', `${PATH}/${id}`)).json, earlier)
  })
})
