import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const URL = 'https://h.example/'
const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`

describe('PUT /v1/webhooks', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ settings: { TOCSIN_DENY_TARGETS: 'forbidden.example' } })
  })
  after(() => app.stop())
  afterEach(() => put([], { prune: true }))

  const put = (webhooks: readonly unknown[], options: object = {}, headers: Record<string, string> = {}) =>
    app.call('PUT', '/v1/webhooks', { webhooks, ...options }, headers)
  const all = async () => (await app.call('GET', '/v1/webhooks?show=secrets&limit=500')).json.items
  const named = async (name: string) => (await all()).find((one: { name: string }) => one.name === name)
  const namesOf = (json: Record<string, { name: string }[]>) =>
    ['create', 'change', 'delete', 'unchanged'].map((kind) => json[kind]?.map(({ name }) => name).join(' '))

  const PAGER = {
    name: 'pager',
    url: 'https://pager.example.com/hook',
    description: 'wakes somebody up',
    timeout: '60s',
    fallback: 'chat',
    http_headers: [{ http_header_key: 'Authorization', http_header_value: 'Bearer s3cret' }],
  }
  const CHAT = { name: 'chat', url: 'https://chat.example.com/', signing_secret: secretOf(5) }

  it('creates the webhooks of a set with their fallbacks and secrets; the second time nothing changes', async () => {
    const first = await put([PAGER, CHAT])
    const second = await put([PAGER, CHAT])

    assert.deepEqual([first.status, second.status], [200, 200])
    assert.deepEqual(namesOf(first.json), ['pager chat', '', '', ''])
    assert.deepEqual(namesOf(second.json), ['', '', '', 'pager chat'])
    const [pager, chat] = [await named('pager'), await named('chat')]
    assert.deepEqual(
      [pager.fallback_webhook_id, pager.timeout, pager.http_headers[0].http_header_value, chat.signed],
      [chat.id, '1m', 'Bearer s3cret', true],
    )
    assert.deepEqual(first.json.create[0].id, pager.id)
    assert.equal(first.headers['etag'] === second.headers['etag'], true)
    assert.doesNotMatch(JSON.stringify(first.json), /s3cret|whsec/)
  })

  it('plans without changing anything, and carries out only the plan that was seen', async () => {
    await put([CHAT])
    const changed = { ...CHAT, url: 'https://chat.example.org/' }
    const plan = await put([PAGER, changed], { dry_run: true, prune: true })
    const still = await all()
    await app.call('PATCH', `/v1/webhooks/${(await named('chat')).id}`, { description: 'mine' })
    const stale = await put([PAGER, changed], {}, { 'if-match': String(plan.headers['etag']) })
    const names = (await all()).map(({ name }: { name: string }) => name)
    const again = await put([PAGER, changed], { dry_run: true })
    const done = await put([PAGER, changed], {}, { 'if-match': String(again.headers['etag']) })

    assert.deepEqual(namesOf(plan.json), ['pager', 'chat', '', ''])
    assert.deepEqual([plan.json.dry_run, plan.json.create[0].id, still.length], [true, null, 1])
    assert.deepEqual(plan.json.change[0].changes, [
      { field: 'url', from: 'https://chat.example.com/', to: 'https://chat.example.org/' },
    ])
    assert.deepEqual([stale.status, names], [412, ['chat']])
    assert.match(stale.json.detail, /Somebody created, changed or deleted a webhook since the plan was made/)
    assert.deepEqual([done.status, done.json.dry_run], [200, false])
    assert.equal((await named('chat')).description, '')
  })

  it('keeps what is absent if asked to, also hidden values', async () => {
    await put([PAGER, CHAT])
    const hidden = [{ http_header_key: 'authorization', http_header_value: '***' }]
    const { json } = await put([{ name: 'pager', low_alert: false, http_headers: hidden }], {
      absent: 'keep',
    })
    const whole = await put([{ ...PAGER, fallback: null }], {})

    assert.deepEqual(json.change[0].changes, [{ field: 'low_alert', from: true, to: false }])
    assert.deepEqual(
      whole.json.change[0].changes.map(({ field }: { field: string }) => field),
      ['low_alert', 'fallback'],
    )
    const pager = await named('pager')
    assert.deepEqual([pager.timeout, pager.http_headers[0].http_header_value], ['1m', 'Bearer s3cret'])
  })

  it('deletes only with prune what the set does not name, also chains of fallbacks', async () => {
    await put([PAGER, CHAT, { name: 'last', url: URL, fallback: 'pager' }])
    const kept = await put([{ name: 'other', url: URL }])
    const refused = await put([{ name: 'other', url: URL, fallback: 'chat' }], { prune: true })
    const pruned = await put([{ name: 'other', url: URL }], { prune: true })

    assert.deepEqual(namesOf(kept.json), ['other', '', '', ''])
    assert.equal(refused.status, 400)
    assert.match(refused.json.errors[0].message, /^is "chat", which is not in the set and would be deleted$/)
    assert.deepEqual(namesOf(pruned.json), ['', '', 'chat pager last', 'other'])
    assert.deepEqual(await all().then((found) => found.length), 1)
  })

  it('blames a former fallback for nothing if another mistake stands beside the end of it', async () => {
    await put([PAGER, CHAT])
    const job = { ...CHAT, payload_type: 'JOB', mode: 'every_change' }
    const refused = await put([{ ...PAGER, fallback: null, timeout: 'soon' }, job], { absent: 'keep' })

    assert.deepEqual(
      refused.json.errors.map(({ path }: { path: string }) => path),
      ['webhooks[0].timeout'],
    )
  })

  it('turns a chain of fallbacks round, and refuses a loop', async () => {
    const chain = (...fallbacks: (string | null)[]) =>
      ['a', 'b', 'c'].map((name, index) => ({ name, url: URL, fallback: fallbacks[index] }))
    await put(chain('b', 'c', null))
    const turned = await put(chain(null, 'a', 'b'))
    const loop = await put(chain('c', 'a', 'b'))
    const itself = await put([{ name: 'd', url: URL, fallback: 'd' }])

    assert.equal(turned.status, 200, JSON.stringify(turned.json))
    assert.equal((await named('c')).fallback_webhook_id, (await named('b')).id)
    assert.deepEqual(
      [loop.json.errors[0].path, itself.json.errors[0].path],
      ['webhooks[0].fallback', 'webhooks[0].fallback'],
    )
    assert.match(loop.json.errors[0].message, /must not lead back to this webhook, as "a" → "c" → "b" → "a"/)
    assert.match(itself.json.errors[0].message, /must be another webhook than this one/)
  })

  it('names every mistake at once, each by its place, and changes nothing', async () => {
    await app.call('POST', '/v1/webhooks', { name: 'two', url: URL })
    await app.call('POST', '/v1/webhooks', { name: 'two', url: URL })
    const { status, json } = await put([
      { name: 'bad', url: 'ftp://h.example/', timeout: 'soon', payload_type: 'MAIL', low_alert: 'yes' },
      { name: 'odd', url: 'https://forbidden.example/', colour: 'red', fallback: 'nobody' },
      { name: 'odd', url: URL, fallback_webhook_id: 3, signing_secret: 'secret' },
      { url: URL },
      { name: 'two', url: URL },
      { name: 'preset', preset: 'slack-blocks', fields: { url: 'nowhere' } },
      { name: 'unknown', preset: 'nobody' },
      { name: 'hidden', url: 'https://***@h.example/', receiver: 'slack' },
      { name: 'no address', timeout: 'late' },
      'text',
    ])
    const paths = json.errors.map(({ path }: { path: string }) => path).toSorted()

    assert.equal(status, 400)
    assert.deepEqual(paths, [
      'webhooks[0].low_alert',
      'webhooks[0].payload_type',
      'webhooks[0].timeout',
      'webhooks[0].url',
      'webhooks[1].colour',
      'webhooks[1].fallback',
      'webhooks[1].url',
      'webhooks[2].fallback_webhook_id',
      'webhooks[2].name',
      'webhooks[2].signing_secret',
      'webhooks[3].name',
      'webhooks[4].name',
      'webhooks[5].fields.url',
      'webhooks[6].preset',
      'webhooks[7].receiver',
      'webhooks[7].url',
      'webhooks[8].timeout',
      'webhooks[8].url',
      'webhooks[9]',
    ])
    assert.equal((await all()).length, 2)
    for (const { id } of await all()) await app.call('DELETE', `/v1/webhooks/${id}`)
  })

  it('changes the payload type only where no other webhook relies on it', async () => {
    await put([PAGER, CHAT])
    const job = { ...CHAT, payload_type: 'JOB' }
    const refused = await put([job])
    const both = await put([{ ...PAGER, fallback: null }, job])

    assert.deepEqual(
      [refused.status, refused.json.errors[0].path, both.status],
      [400, 'webhooks[0].payload_type', 200],
    )
  })

  it('leaves an existing webhook in its mode where the set names none, and says so', async () => {
    await put([{ ...CHAT, mode: 'every_change' }])
    const kept = await put([CHAT])
    const changed = await put([{ ...CHAT, timeout: '9s' }])
    const modes = async () => (await all()).map(({ mode }: { mode: string }) => mode)

    assert.deepEqual(kept.json.unchanged[0], {
      ...kept.json.unchanged[0],
      kept_mode: 'every_change',
      changes: [],
    })
    assert.deepEqual(
      [
        changed.json.change[0].kept_mode,
        changed.json.change[0].changes.map(({ field }: { field: string }) => field),
      ],
      ['every_change', ['timeout']],
    )
    assert.deepEqual(await modes(), ['every_change'])
    const named = await put([
      { ...CHAT, mode: 'current_state' },
      { name: 'new', url: URL },
    ])
    assert.deepEqual([named.json.change[0].kept_mode, named.json.create[0].kept_mode], [null, null])
    assert.deepEqual(await modes(), ['current_state', 'current_state'])
    const still = await put([CHAT])
    assert.deepEqual([still.json.unchanged[0].kept_mode, (await modes())[0]], [null, 'current_state'])
    // A `max_age` does not fit the current mode, so it changes the mode.
    await put([{ ...CHAT, max_age: '2h' }])
    assert.equal((await modes())[0], 'every_change')
  })

  it('leaves a webhook of a preset in mode every_change without the clear request of the preset', async () => {
    const entry = {
      name: 'ops',
      preset: 'opsgenie',
      fields: { api_key: '00000000-0000-0000-0000-000000000000' },
    }
    const made = await put([entry])
    const switched = await put([{ ...entry, mode: 'every_change', clear_request: null }])
    const kept = await put([entry])

    assert.deepEqual([made.status, switched.status, kept.status], [200, 200, 200], kept.text)
    assert.equal(kept.json.unchanged[0]?.kept_mode, 'every_change', kept.text)
    assert.equal((await named('ops')).clear_request, null)
  })

  it('expands presets, and lets the members of the entry win', async () => {
    const url = 'https://hooks.slack.com/services/T00000000/B00000000/EXAMPLE'
    const { json } = await put([{ name: 'chat', preset: 'slack-blocks', fields: { url }, low_alert: false }])
    const chat = await named('chat')

    assert.deepEqual([chat.url, chat.rate_limit, chat.low_alert, chat.high_alert], [url, '1/1s', false, true])
    assert.doesNotMatch(JSON.stringify(json), /EXAMPLE/)
  })

  it('rotates the signing secret, and leaves signing alone without one', async () => {
    await put([CHAT])
    const other = await put([{ ...CHAT, signing_secret: secretOf(6) }])
    const silent = await put([{ name: 'chat', url: CHAT.url }])
    const back = await put([CHAT])
    const { secrets } = (await app.call('GET', `/v1/webhooks/${(await named('chat')).id}/signing/secrets`))
      .json

    assert.deepEqual(other.json.change[0].changes, [
      { field: 'signing_secret', from: '***', to: '*** (changed)' },
    ])
    assert.deepEqual(namesOf(silent.json), ['', '', '', 'chat'])
    assert.match(back.json.errors[0].message, /is an older secret of this webhook/)
    assert.deepEqual(
      secrets.map(({ secret }: { secret: string }) => secret),
      [secretOf(6), secretOf(5)],
    )
  })

  it('writes the audit entries of all changes, or none', async () => {
    await put([PAGER, CHAT])
    const { json } = await app.call('GET', '/v1/audit?limit=3')

    assert.deepEqual(
      json.items.map(({ action, object_name: name }: Record<string, string>) => `${action} ${name}`),
      ['webhook.created pager', 'webhook.signing_rotated chat', 'webhook.created chat'],
    )
  })

  it('takes no more changes at once than its limit', async () => {
    const many = Array.from({ length: 1001 }, (_, index) => ({ name: `h${index}`, url: URL }))
    const tooMany = await put(many)

    assert.equal(tooMany.status, 400)
    assert.match(
      tooMany.json.errors[0].message,
      /would create, change or delete 1,001 webhooks, and 1,000 at/,
    )
    assert.deepEqual(await all(), [])
  })
})
