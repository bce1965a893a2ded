import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Scope } from '../../../../src/domain/people/token.ts'
import { NOW } from '../../../support/build.ts'
import type { OpenStore } from '../store-suite.ts'

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

    it('revokeToken: never the last live one with the scope admin, also if two are revoked at once', async () => {
      const store = await openStore()
      const make = async (hash: string, scopes: readonly Scope[], expiresAt: number | null) =>
        (await store.createToken({ ...newToken, hash, scopes, expiresAt }, NOW)).id
      const ofOthers = await make('other', ['events:write'], null)
      await make('expired', ['admin'], NOW - 1)
      let last = await make('first', ['admin'], null)
      await assert.rejects(store.revokeToken(last, NOW), { code: 'conflict', message: /is the last one/ })

      for (let round = 0; round < 5; round += 1) {
        const another = await make(`${round}`, ['admin'], null)
        await Promise.allSettled([last, another].map((id) => store.revokeToken(id, NOW)))

        const live = (await store.listTokens()).filter(
          ({ id, revokedAt }) => id >= last && revokedAt === null,
        )
        assert.equal(live.length, 1)
        last = live[0]!.id
      }
      assert.equal((await store.revokeToken(ofOthers, NOW)).revokedAt, NOW)
    })

    it('touchTokens: sets the last use, never back in time, and passes over unknown ids', async () => {
      const store = await openStore()
      const { id } = await store.createToken(newToken, NOW)

      await store.noteTokensUsed([
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
