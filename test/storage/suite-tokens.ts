import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NOW } from '../support/build.ts'
import type { OpenStore } from './store-suite.ts'

const newToken = {
  name: 'ci',
  scopes: ['events:write'],
  prefix: 'tcn_abcd',
  hash: 'h1',
  expiresAt: NOW + 1000,
} as const

export function exerciseTokens(engine: string, openStore: OpenStore): void {
  describe(`${engine}: tokens`, () => {
    it('createToken and listTokens: what was put in, ordered by id', async () => {
      const store = await openStore()

      const first = await store.createToken(newToken, NOW)
      const second = await store.createToken({ ...newToken, name: 'b', hash: 'h2', expiresAt: null }, NOW + 1)

      assert.deepEqual(first, {
        ...newToken,
        id: first.id,
        createdAt: NOW,
        revokedAt: null,
        lastUsedAt: null,
      })
      assert.deepEqual(await store.listTokens(), [first, second])
    })

    it('revokeToken: the first moment stays; an unknown id is refused', async () => {
      const store = await openStore()
      const { id } = await store.createToken(newToken, NOW)

      await store.revokeToken(id, NOW + 1)
      const again = await store.revokeToken(id, NOW + 2)

      assert.equal(again.revokedAt, NOW + 1)
      await assert.rejects(store.revokeToken(id + 1, NOW), { code: 'not_found' })
    })

    it('touchTokens: sets the last use, never back in time, and passes over unknown ids', async () => {
      const store = await openStore()
      const { id } = await store.createToken(newToken, NOW)

      await store.touchTokens([
        { id, at: NOW + 9 },
        { id, at: NOW + 3 },
        { id: id + 5, at: NOW },
      ])

      assert.deepEqual(
        (await store.listTokens()).map(({ lastUsedAt }) => lastUsedAt),
        [NOW + 9],
      )
    })
  })
}
