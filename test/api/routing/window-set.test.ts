import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const CHAT = { name: 'chat', url: 'https://chat.example.com/' }
const SUNDAY = {
  name: 'Sunday patching',
  match: 'server=~"db-.*"',
  webhooks: ['chat'],
  zone: 'Europe/Berlin',
  begins: '22:00',
  for: '240m',
  repeat: 'freq=weekly;byday=su',
  reason: 'patches of the week',
}
const MONTH_END = {
  name: 'month end',
  match: 'label.team="billing"',
  zone: 'UTC',
  begins: '18:00',
  for: '10h',
  days: ['2100-03-31', '2099-12-31'],
  reason: 'batch',
}

describe('PUT /v1/windows', () => {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.stop())
  afterEach(() => put([], { webhooks: [], prune: true }))

  const put = (windows: readonly unknown[], options: object = {}, headers: Record<string, string> = {}) =>
    app.call('PUT', '/v1/windows', { windows, ...options }, headers)
  const stored = async () => (await app.call('GET', '/v1/windows')).json.items
  const namesOf = (json: Record<string, { name: string }[]>) =>
    ['create', 'change', 'delete', 'unchanged'].map((kind) => json[kind]?.map(({ name }) => name).join(' '))
  const issuesOf = async (windows: readonly unknown[], options: object = {}) =>
    (await put(windows, options)).json.errors.map(({ path, message }: Record<string, string>) => [
      path,
      message,
    ])

  it('creates windows and the webhooks that they name in one transaction; the second time nothing changes', async () => {
    const plan = await put([SUNDAY, MONTH_END], { webhooks: [CHAT], dry_run: true })
    assert.deepEqual(namesOf(plan.json), ['chat', '', '', ''])
    assert.deepEqual(namesOf(plan.json.windows), ['Sunday patching month end', '', '', ''])
    assert.equal(plan.json.windows.create[0].id, null)
    assert.deepEqual(plan.json.windows.create[0].changes[2], { field: 'webhooks', from: null, to: 'chat' })
    assert.deepEqual(await stored(), [])

    const first = await put(
      [SUNDAY, MONTH_END],
      { webhooks: [CHAT] },
      { 'if-match': String(plan.headers['etag']) },
    )
    const [month, sunday] = await stored()
    assert.equal(first.status, 200)
    assert.deepEqual(
      [sunday.id, sunday.webhook_ids, sunday.repeat, sunday.for, month.days],
      [
        first.json.windows.create[0].id,
        [first.json.create[0].id],
        'FREQ=WEEKLY;BYDAY=SU',
        '4h',
        ['2099-12-31', '2100-03-31'],
      ],
    )
    const again = await put([SUNDAY, MONTH_END])
    assert.deepEqual(namesOf(again.json.windows), ['', '', '', 'Sunday patching month end'])
    assert.equal(again.headers['etag'], first.headers['etag'])
    const actions = (await app.call('GET', '/v1/audit')).json.items.map(
      (one: { action: string }) => one.action,
    )
    assert.deepEqual(actions.slice(0, 3), ['window.created', 'window.created', 'webhook.created'])
  })

  it('says which members change, keeps skipped days, and deletes with prune what it could name', async () => {
    await put([SUNDAY, MONTH_END], { webhooks: [CHAT] })
    const [month] = await stored()
    await app.call('POST', `/v1/windows/${month.id}/skip`, { day: month.next[0].day })

    const { webhooks: _all, ...everywhere } = { ...SUNDAY, begins: '23:00' }
    const changed = await put([everywhere, MONTH_END])
    assert.deepEqual(changed.json.windows.change[0].changes, [
      { field: 'webhooks', from: 'chat', to: null },
      { field: 'begins', from: '22:00', to: '23:00' },
    ])
    assert.deepEqual(namesOf(changed.json.windows), ['', 'Sunday patching', '', 'month end'])
    const pruned = await put([{ ...MONTH_END, except: [] }], { prune: true })
    assert.deepEqual(namesOf(pruned.json.windows), ['', 'month end', 'Sunday patching', ''])
    assert.deepEqual(
      (await stored()).map((one: { except: unknown }) => one.except),
      [[]],
    )
    assert.equal(
      (await app.call('GET', '/v1/webhooks')).json.items.length,
      1,
      'the set says nothing of webhooks',
    )
  })

  it('keeps what names a deleted webhook as it is', async () => {
    await put([{ ...SUNDAY, webhooks: ['chat', 'other'] }], { webhooks: [CHAT, { ...CHAT, name: 'other' }] })
    await put([], { webhooks: [CHAT], prune: true, windows: [SUNDAY], dry_run: true })
    await app.call('PUT', '/v1/webhooks', { webhooks: [CHAT], prune: true })
    assert.deepEqual(namesOf((await put([SUNDAY])).json.windows), ['', '', '', 'Sunday patching'])
  })

  it('names the field of every mistake, and changes nothing', async () => {
    const { reason: _reason, match: _match, ...bare } = MONTH_END
    const wrong = [
      { ...SUNDAY, webhooks: ['chta'], zone: 'Europe/Berln', for: '4 hours' },
      { ...bare, reasn: 'batch', webhook_ids: [1] },
      { ...SUNDAY, match: 'name=~".*"' },
      { ...MONTH_END, name: 'x', zone: 'x' },
      7,
    ]
    const issues = await issuesOf(wrong, { webhooks: [{ name: 'pager' }] })
    assert.deepEqual(
      issues.map(([path]: string[]) => path),
      [
        'webhooks[0].url',
        'windows[0].webhooks[0]',
        'windows[0].for',
        'windows[1].reason',
        'windows[1].reasn',
        'windows[1].webhook_ids',
        'windows[2].name',
        'windows[3].zone',
        'windows[4]',
      ],
    )
    assert.match(issues[1][1], /is "chta", but there is no webhook of this name/)
    assert.match(issues[4][1], /did you mean reason\?/)
    assert.match(issues[5][1], /write `webhooks`, with names/)
    assert.match(issues[6][1], /a second time/)
    assert.deepEqual(
      await issuesOf([{ ...MONTH_END, match: 'name=~".*"' }]).then((all) => all[0][0]),
      'windows[0].match',
    )
    assert.deepEqual(await stored(), [])
  })

  it('refuses patterns above the budget by their window, and undoes the webhooks before it', async () => {
    const dear = { ...MONTH_END, match: 'name=~"(?:.?){240}b"' }
    const [[path, message]] = await issuesOf([SUNDAY, dear], { webhooks: [CHAT] })
    assert.match(`${path} ${message}`, /^windows\[1\]\.match is too much/)
    assert.deepEqual((await app.call('GET', '/v1/webhooks')).json.items, [])
  })

  it('carries out only the plan that was seen', async () => {
    await put([SUNDAY], { webhooks: [CHAT] })
    const plan = await put([], { prune: true, dry_run: true })
    const [{ id }] = await stored()
    await app.call('PATCH', `/v1/windows/${id}`, { reason: 'mine' })
    const stale = await put([], { prune: true }, { 'if-match': String(plan.headers['etag']) })
    assert.deepEqual([stale.status, (await stored()).length], [412, 1])
    assert.match(stale.json.detail, /a webhook or maintenance window since/)
  })
})
