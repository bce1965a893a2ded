import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { AppError, type ErrorCode } from '../../src/domain/errors.ts'
import type { NewHeader } from '../../src/domain/webhook/webhook.ts'
import type { WebhookEdit } from '../../src/domain/webhook/webhook-edit.ts'
import { changeWebhook } from '../../src/webhooks/change-webhook.ts'
import { createWebhook } from '../../src/webhooks/create-webhook.ts'
import { AUTHOR } from '../support/build.ts'
import { FakeClock } from '../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../support/app/start-app.ts'

const wake = () => undefined

describe('webhooks whose address is checked', () => {
  let app: TestApp
  const clock = new FakeClock()
  before(async () => {
    app = await startApp({ clock })
  })
  after(() => app.stop())

  const draft = { name: 'inside', url: 'http://10.0.0.8/hook' }
  const checkTarget = (url: string) => (url.includes('//10.') ? '10.0.0.8 is a private address' : undefined)

  it('an address that deliveries would refuse is refused when it is written', async () => {
    const { store } = app
    const { id } = await createWebhook(
      { store, clock },
      { ...draft, url: 'https://hooks.example.com/' },
      AUTHOR,
    )
    const isRefusal = (error: unknown) => {
      assert.ok(error instanceof AppError && error.code === 'invalid_request')
      assert.deepEqual(error.issues, [{ path: 'url', message: '10.0.0.8 is a private address' }])
      return true
    }

    await assert.rejects(createWebhook({ store, clock, checkTarget }, draft, AUTHOR), isRefusal)
    await assert.rejects(
      changeWebhook({ store, clock, checkTarget, wake }, id, { url: draft.url }, AUTHOR),
      isRefusal,
    )

    assert.equal((await store.findWebhook(id))?.url, 'https://hooks.example.com/')
  })

  it('one whose address has become forbidden can still be disabled, renamed and deleted', async () => {
    const { store } = app
    const { id } = await createWebhook({ store, clock }, draft, AUTHOR)

    const changed = await changeWebhook(
      { store, clock, checkTarget, wake },
      id,
      { enabled: false, name: 'off' },
      AUTHOR,
    )

    assert.deepEqual([changed.enabled, changed.name, changed.url], [false, 'off', draft.url])
  })

  it('and may be written back as it is by who sends the whole webhook, but not as another one', async () => {
    const { store } = app
    const { id } = await createWebhook({ store, clock }, draft, AUTHOR)
    const change = (url: string) =>
      changeWebhook({ store, clock, checkTarget, wake }, id, { ...draft, url, enabled: false }, AUTHOR)

    assert.equal((await change(draft.url)).enabled, false)
    await assert.rejects(change(`${draft.url}/other`), /10\.0\.0\.8 is a private address/)
  })

  it('only a URL that is well-formed goes to the check of its address', async () => {
    const asked: string[] = []
    const deps = { store: app.store, clock, checkTarget: (url: string) => void asked.push(url) }

    await assert.rejects(createWebhook(deps, { ...draft, url: 'ftp://10.0.0.8/' }, AUTHOR))

    assert.deepEqual(asked, [])
  })
})

describe('changes made while others change the webhook', () => {
  let app: TestApp
  const clock = new FakeClock()
  before(async () => {
    app = await startApp({ clock })
  })
  after(() => app.stop())

  const draft = { name: 'busy', url: 'https://hooks.example.com/' }
  const create = (headers: readonly NewHeader[] = []) =>
    createWebhook({ store: app.store, clock }, { ...draft, headers }, AUTHOR)
  const change = (id: number, edit: WebhookEdit, expected?: readonly number[]) =>
    changeWebhook({ store: app.store, clock, wake }, id, edit, AUTHOR, expected)
  const isRefusedAs = (code: ErrorCode) => (error: unknown) =>
    error instanceof AppError && error.code === code

  it('each is made of what there is when its turn comes: a whole list of headers is never mixed with another', async () => {
    const { id } = await create([{ key: 'X-Old', value: '0' }])
    const lists = Array.from({ length: 30 }, (_, index) => [
      { key: 'X-First', value: `${index}` },
      { key: 'X-Second', value: `${index}` },
    ])

    const responses = await Promise.all(lists.map((list) => change(id, { headers: { list } })))

    for (const [index, { headers }] of responses.entries()) {
      assert.deepEqual(
        headers.map(({ key, value }) => ({ key, value })),
        lists[index],
      )
    }
    assert.deepEqual(
      responses.map(({ revision }) => revision).toSorted((one, other) => one - other),
      lists.map((_, index) => index + 2),
    )
  })

  it('of many that would each add a Content-Type one is made', async () => {
    const { id } = await create()
    const headers = { deleted: [], changed: [], added: [{ key: 'Content-Type', value: 'text/plain' }] }

    const results = await Promise.allSettled(Array.from({ length: 30 }, () => change(id, { headers })))

    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    assert.equal(refused.length, 29)
    assert.ok(refused.every(isRefusedAs('invalid_request')))
    assert.equal((await app.store.findWebhook(id))?.headers.length, 1)
  })

  it('of many for the same revision one is made: never a lost update', async () => {
    const { id, revision } = await create()

    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => change(id, { description: `by ${index}` }, [revision])),
    )

    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    assert.equal(refused.length, 29)
    assert.ok(refused.every(isRefusedAs('precondition_failed')))
    assert.equal((await app.store.findWebhook(id))?.revision, revision + 1)
  })

  it('those of other members are all made', async () => {
    const { id } = await create()

    await Promise.all([
      change(id, { description: 'done' }),
      change(id, { name: 'renamed' }),
      change(id, { tls: { insecure: true } }),
    ])

    const webhook = await app.store.findWebhook(id)
    assert.deepEqual(
      [webhook?.name, webhook?.description, webhook?.tls?.insecure, webhook?.revision],
      ['renamed', 'done', true, 4],
    )
  })
})

describe('a webhook that is enabled again', () => {
  it('is served at once: only then is there something to wake for, and only after the commit', async () => {
    const clock = new FakeClock()
    const app = await startApp({ clock })
    const { id } = await createWebhook(
      { store: app.store, clock },
      { name: 'a', url: 'https://a.example/' },
      AUTHOR,
    )
    const seen: (boolean | undefined)[] = []
    const wake = () => void app.store.findWebhook(id).then((webhook) => seen.push(webhook?.enabled))
    const change = async (enabled: boolean | undefined) =>
      changeWebhook({ store: app.store, clock, wake }, id, { enabled, name: 'b' }, AUTHOR)

    await change(false)
    await change(undefined)
    await change(true)
    await app.stop()

    assert.deepEqual(seen, [true])
  })
})
