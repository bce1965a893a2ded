import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { assertDone } from '../management/support.ts'

const PATH = '/v1/webhooks'
const END = {
  method: 'PUT',
  url: 'https://user:password@hooks.example.com/%AlertID%/close?token=secret',
  payload_template: '{"over": "%AlertName%"}',
}
const SHOWN_END = { ...END, url: 'https://***@hooks.example.com/%AlertID%/close?token=***' }
const CURRENT_STATE = {
  name: 'pager',
  url: 'https://hooks.example.com/open',
  mode: 'current_state',
  missed_alerts: 'notify',
  clear_request: END,
} as const

describe('the mode of a webhook in the API', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.stop())

  const create = async (body: object = {}) => {
    const response = await app.call('POST', PATH, { ...CURRENT_STATE, ...body })
    assert.equal(response.status, 201, response.text)
    return response.json
  }
  const read = async (id: number, show = '') => (await app.call('GET', `${PATH}/${id}${show}`)).json
  const change = (id: number, body: object) => app.call('PATCH', `${PATH}/${id}`, body)

  it('is kept with what belongs to it, the address for the end hidden as the other is', async () => {
    const { id, mode, missed_alerts, clear_request } = await create()

    assert.deepEqual([mode, missed_alerts, clear_request], ['current_state', 'notify', SHOWN_END])
    assert.deepEqual((await read(id, '?show=secrets')).clear_request, END)
    const [brief] = (await app.call('GET', `${PATH}?view=brief&search=pager`)).json.items
    assert.equal(brief.mode, 'current_state')
  })

  it('what was read can be written back, and the request for the end changed in part', async () => {
    const { id } = await create()

    assert.equal((await change(id, { clear_request: { ...SHOWN_END, method: 'POST' } })).status, 200)

    assert.deepEqual((await read(id, '?show=secrets')).clear_request, { ...END, method: 'POST' })
    assert.deepEqual(
      assertProblem(await app.call('POST', PATH, { ...CURRENT_STATE, clear_request: SHOWN_END }), 400),
      [
        'clear_request.url: has "***", which stands for a hidden part; write the whole address, or leave it out to keep it (three real asterisks are written %2A%2A%2A)',
      ],
    )
  })

  it('refuses the words of earlier releases with those of today', async () => {
    const old = { mode: 'present', missed: 'tell', missed_alerts: 'drop', answer_rule: [] }

    const said = assertProblem(
      await app.call('POST', PATH, { name: 'a', url: 'https://a.example', ...old }),
      400,
    )

    assert.deepEqual(said.toSorted(), [
      'answer_rule: is called response_rule',
      'missed: is called missed_alerts; write skip for drop, and notify for tell',
      'missed_alerts: must be one of "skip", "notify"; drop is called skip, and tell notify',
      'mode: must be one of "every_change", "current_state"; changes is called every_change, and present current_state',
    ])
  })

  for (const [what, body, paths] of [
    ['a word that is none', { mode: 'past', missed_alerts: 'never' }, ['mode', 'missed_alerts']],
    ['null for a word', { mode: null }, ['mode']],
    [
      'a request for the end in parts',
      { clear_request: { method: 'PUT' } },
      ['clear_request.url', 'clear_request.payload_template'],
    ],
    ['an unknown member of it', { clear_request: { ...END, headers: [] } }, ['clear_request.headers']],
    ['an address that is none', { clear_request: { ...END, url: 'ftp://x' } }, ['clear_request.url']],
    ['present for jobs', { payload_type: 'JOB' }, ['mode']],
    ['present for clears alone', { low_alert: false, med_alert: false, high_alert: false }, ['mode']],
    ['an age in mode current_state', { max_age: '1h' }, ['max_age']],
    ['what needs present without it', { mode: 'every_change' }, ['missed_alerts', 'clear_request']],
    [
      'an age below the first retry',
      { mode: 'every_change', missed_alerts: 'skip', clear_request: null, max_age: '4s' },
      ['max_age'],
    ],
    [
      'an age of nothing',
      { mode: 'every_change', missed_alerts: 'skip', clear_request: null, max_age: '0' },
      ['max_age'],
    ],
    [
      'an age beyond its limit',
      { mode: 'every_change', missed_alerts: 'skip', clear_request: null, max_age: '31d' },
      ['max_age'],
    ],
    ['a fallback at once', { fallback_after: '0' }, ['fallback_after']],
    ['a fallback after more than a week', { fallback_after: '169h' }, ['fallback_after']],
    ['what is no duration', { fallback_after: 'soon' }, ['fallback_after']],
  ] as const) {
    it(`${what} is refused, when it is created and when it is changed`, async () => {
      const created = await app.call('POST', PATH, { ...CURRENT_STATE, ...body })
      const { id, revision } = await create()
      const changed = await change(id, body)

      for (const response of [created, changed]) {
        const found = assertProblem(response, 400).map((issue) => issue.split(':')[0])
        assert.deepEqual(found, paths)
      }
      assert.equal((await read(id)).revision, revision)
    })
  }

  it('may have a time for a fallback that it does not have yet', async () => {
    const { fallback_after: after } = await create({ fallback_after: '5m' })

    assert.equal(after, '5m')
  })

  it('goes to changes when all that needs present goes with it, and is written down', async () => {
    const { id } = await create()

    const { status } = await change(id, { mode: 'every_change', missed_alerts: 'skip', clear_request: null })

    assert.equal(status, 200)
    const { items } = (await app.call('GET', '/v1/audit?action=webhook.changed&limit=1')).json
    assert.deepEqual(
      items[0].changes.map(({ field, to }: { field: string; to: unknown }) => [field, to]),
      [
        ['mode', 'every_change'],
        ['missed_alerts', 'skip'],
        ['clear_request.method', null],
        ['clear_request.url', null],
        ['clear_request.payload_template', null],
      ],
    )
  })

  it('is unknown to v6 and v15: whoever takes away what it needs there moves the webhook to changes', async () => {
    const flags = { low_alert: false, med_alert: false, high_alert: false }
    for (const [path, body] of [
      ['/api/v6/webhook', flags],
      ['/api/v15/webhook', flags],
      ['/api/v15/webhook', { http_headers: { payload_type: 'JOB' } }],
    ] as const) {
      const { id } = await create({ fallback_after: '1m' })
      assertDone(await app.call('PUT', `${path}/${id}`, { name: 'kept' }))
      const kept = await read(id)
      assertDone(await app.call('PUT', `${path}/${id}`, body))
      const moved = await read(id)

      assert.deepEqual(
        [kept.mode, kept.missed_alerts, kept.clear_request],
        ['current_state', 'notify', SHOWN_END],
        path,
      )
      assert.deepEqual(
        [moved.mode, moved.missed_alerts, moved.clear_request],
        ['every_change', 'skip', null],
        path,
      )
      assert.equal(moved.fallback_after, '1m')
      const [{ changes }] = (await app.call('GET', '/v1/audit?action=webhook.changed&limit=1')).json.items
      const notified = changes.find(({ field }: { field: string }) => field === 'mode')
      assert.deepEqual([notified.from, notified.to], ['current_state', 'every_change'])
      const shown = (await app.call('GET', `${path}/${id}`)).json
      for (const member of ['mode', 'missed_alerts', 'clear_request', 'max_age', 'fallback_after'])
        assert.ok(!(member in shown), member)
    }
  })

  it('a preview shows the request for the end of what is over, and what is doubtful about it', async () => {
    const { id, warnings } = await create({
      clear_request: { ...END, payload_template: '{"over": "%AlertNam%"}' },
      http_headers: [{ http_header_key: 'X-A', http_header_value: '%AlertNam%' }],
    })
    const preview = async (path: string, body: object) => (await app.call('POST', path, body)).json

    const over = await preview(`${PATH}/${id}/preview`, { sample: 'cleared' })
    const raised = await preview(`${PATH}/${id}/preview`, { sample: 'raised' })
    const draft = await preview(`${PATH}/preview`, { webhook: CURRENT_STATE, sample: 'cleared' })
    const unsaved = await preview(`${PATH}/${id}/preview`, {
      change: { clear_request: null },
      sample: 'cleared',
    })

    assert.deepEqual([over.request.method, raised.request.method], ['PUT', 'POST'])
    assert.equal(over.request.url, 'https://hooks.example.com/0/close?token=***')
    assert.equal(raised.request.url, CURRENT_STATE.url)
    assert.match(draft.request.body, /^\{"over": "/)
    assert.equal(unsaved.request.url, CURRENT_STATE.url)
    const paths = (list: readonly { readonly path: string }[]) => list.map(({ path }) => path)
    const ofHeader = 'http_headers[0].http_header_value'
    assert.deepEqual(paths(over.warnings), ['clear_request.payload_template', ofHeader])
    assert.deepEqual(paths(raised.warnings), [ofHeader])
    assert.deepEqual(paths(warnings), [ofHeader, 'clear_request.payload_template'])
  })
})
