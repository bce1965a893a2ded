import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Author } from '../../../../src/domain/audit/audit.ts'
import { AUTHOR, newWebhook, NOW } from '../../../support/build.ts'
import type { OpenStore } from '../store-suite.ts'
import { silence } from './scene.ts'
import { daily } from './windows.ts'

const heavy = (name: string) => `name=~"${name}|.*", label.x=~"(?:.?){90}b"`
const ABOVE = {
  code: 'invalid_request',
  message: /what one token or user has saved would take up to 281,088 steps/,
}

/** Checks that nobody saves more patterns than may be asked for one event. */
export function exerciseMatchBudget(engine: string, openStore: OpenStore): void {
  const other: Author = { ...AUTHOR, tokenId: 2 }

  describe(`${engine}: the budget of matchers`, () => {
    it('is that of a token for silences and windows together, which is free again when they end', async () => {
      const store = await openStore()
      const create = (by: Author, match: string) => store.createSilence(silence({ match }), NOW, by)
      const first = await create(AUTHOR, heavy('a'))
      const window = await store.createWindow(daily(1, { match: heavy('w') }), NOW, AUTHOR)
      await assert.rejects(create(AUTHOR, heavy('b')), ABOVE)
      await assert.rejects(store.createWindow(daily(2, { name: 'x', match: heavy('w') }), NOW, AUTHOR), ABOVE)
      const cheap = await create(AUTHOR, 'server=~"a|b"')
      await create(other, heavy('b'))
      await store.changeSilence(first.id, { reason: 'longer' }, { now: NOW, by: other })
      await store.changeWindow(window.id, { name: 'renamed' }, { now: NOW, by: other })
      await assert.rejects(
        store.changeWindow(
          window.id,
          { match: `${heavy('w')}, label.y=~"(?:.?){90}b"` },
          { now: NOW, by: AUTHOR },
        ),
        ABOVE,
      )
      await store.endSilence(first.id, { now: NOW + 1, by: AUTHOR })
      await store.createSilence(silence({ match: heavy('c') }), NOW + 2, AUTHOR)
      assert.equal((await store.findSilence(cheap.id))?.matchOwner, 'token 1')
    })

    it('is another one for webhooks; a change of something else is not charged', async () => {
      const store = await openStore()
      const create = (match: string) => store.createWebhook(newWebhook({ match }), NOW, AUTHOR)
      const [first] = [await create(heavy('a')), await create(heavy('b'))]
      const cheap = await create('name=x')
      const change = (id: number, match: string, by: Author) =>
        store.changeWebhook(id, { match }, { now: NOW, by })
      await assert.rejects(create(heavy('c')), ABOVE)
      await assert.rejects(change(cheap.id, heavy('c'), AUTHOR), ABOVE)
      await store.changeWebhook(first.id, { description: 'x' }, { now: NOW, by: other })
      await store.createSilence(silence({ match: heavy('c') }), NOW, AUTHOR)
      assert.equal((await store.findWebhook(first.id))?.matchOwner, 'token 1')
      assert.equal((await change(cheap.id, heavy('c'), other)).matchOwner, 'token 2')
    })
  })
}
