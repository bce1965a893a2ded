import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { AppError } from '../../src/domain/errors.ts'
import type { Store } from '../../src/storage/store.ts'
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
      changeWebhook({ store, clock, checkTarget, wake }, id, {
        by: AUTHOR,
        changeOf: () => ({ url: draft.url }),
      }),
      isRefusal,
    )

    assert.equal((await store.findWebhook(id))?.url, 'https://hooks.example.com/')
  })

  it('one whose address has become forbidden can still be disabled, renamed and deleted', async () => {
    const { store } = app
    const { id } = await createWebhook({ store, clock }, draft, AUTHOR)

    const changed = await changeWebhook({ store, clock, checkTarget, wake }, id, {
      by: AUTHOR,
      changeOf: () => ({ enabled: false, name: 'off' }),
    })

    assert.deepEqual([changed.enabled, changed.name, changed.url], [false, 'off', draft.url])
  })

  it('and may be written back as it is by who sends the whole webhook, but not as another one', async () => {
    const { store } = app
    const { id } = await createWebhook({ store, clock }, draft, AUTHOR)
    const change = (url: string) =>
      changeWebhook({ store, clock, checkTarget, wake }, id, {
        by: AUTHOR,
        changeOf: () => ({ ...draft, url, enabled: false }),
      })

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

  /** The real store, but somebody else is quicker, `times` times. */
  const contested = (times: number): Pick<Store, 'findWebhook' | 'changeWebhook'> => {
    let left = times
    return {
      findWebhook: (id) => app.store.findWebhook(id),
      changeWebhook: async (id, change, when) => {
        left -= 1
        if (left >= 0) await app.store.changeWebhook(id, { name: `other ${left}` }, { now: clock.now() })
        return app.store.changeWebhook(id, change, when)
      },
    }
  }

  it('a derived change is made anew for what there is now', async () => {
    const { id } = await createWebhook({ store: app.store, clock }, draft, AUTHOR)

    const changed = await changeWebhook({ store: contested(3), clock, wake }, id, {
      by: AUTHOR,
      changeOf: (current) => ({ description: `was ${current.name}` }),
      isDerived: true,
    })

    assert.equal(changed.description, 'was other 0')
  })

  it('an expected revision is judged anew as well: precondition_failed, never a lost update', async () => {
    const { id, revision } = await createWebhook({ store: app.store, clock }, draft, AUTHOR)

    await assert.rejects(
      changeWebhook({ store: contested(1), clock, wake }, id, {
        by: AUTHOR,
        changeOf: () => ({ description: 'lost' }),
        expected: [revision],
      }),
      (error) => error instanceof AppError && error.code === 'precondition_failed',
    )

    assert.equal((await app.store.findWebhook(id))?.description, '')
  })

  it('one that never gets its turn ends as a conflict', async () => {
    const { id } = await createWebhook({ store: app.store, clock }, draft, AUTHOR)

    await assert.rejects(
      changeWebhook({ store: contested(1000), clock, wake }, id, {
        by: AUTHOR,
        changeOf: () => ({ description: 'never' }),
        isDerived: true,
      }),
      (error) => error instanceof AppError && error.code === 'conflict',
    )
  })

  it('a change that does not depend on the present state needs one round', async () => {
    const { id } = await createWebhook({ store: app.store, clock }, draft, AUTHOR)

    const changed = await changeWebhook({ store: contested(1), clock, wake }, id, {
      by: AUTHOR,
      changeOf: () => ({ description: 'done' }),
    })

    assert.deepEqual([changed.name, changed.description, changed.revision], ['other 0', 'done', 3])
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
      changeWebhook({ store: app.store, clock, wake }, id, {
        by: AUTHOR,
        changeOf: () => ({ enabled, name: 'b' }),
      })

    await change(false)
    await change(undefined)
    await change(true)
    await app.stop()

    assert.deepEqual(seen, [true])
  })
})
