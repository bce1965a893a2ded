import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SESSIONS_MAX } from '../../../../src/domain/people/session.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { AUTHOR, DAY_MS, NOW } from '../../../support/build.ts'
import { actionsIn, newInvitation, newSession, newUser } from './people-support.ts'
import type { OpenStore } from '../store-suite.ts'

const WHEN = { now: NOW, by: AUTHOR }
const SIGNED_IN = { passwordHash: 'hash 1' }

async function withUser(openStore: OpenStore): Promise<{ readonly store: Store; readonly userId: number }> {
  const store = await openStore()
  const { id } = await store.createUser(newUser(), WHEN)
  return { store, userId: id }
}

async function makeToken(store: Store) {
  const token = {
    name: 'ci',
    scopes: ['events:write'],
    prefix: 'tcn_',
    hash: 'token',
    expiresAt: null,
  } as const
  return store.createToken(token, NOW)
}

export function exerciseSessions(engine: string, openStore: OpenStore): void {
  describe(`${engine}: sessions`, () => {
    it('openSession and findSession: with the user as they are now; it is their last sign-in', async () => {
      const { store, userId } = await withUser(openStore)
      const given = newSession({ userId, createdAt: NOW + 5 })

      const session = await store.openSession(given, SIGNED_IN)
      await store.changeUser(userId, { role: 'admin' }, WHEN)

      const { hash, ...shown } = given
      assert.deepEqual(session, { ...shown, id: session.id, seenAt: NOW + 5 })
      const found = await store.findSession(hash)
      assert.deepEqual(found?.session, session)
      assert.deepEqual([found?.user?.role, found?.user?.lastSignInAt], ['admin', NOW + 5])
      assert.equal(found?.token, undefined)
      assert.equal(await store.findSession('another'), undefined)
      assert.deepEqual(await actionsIn(store), ['user.changed', 'user.signed_in', 'user.created'])
    })

    it('openSession: of a token, which comes with it', async () => {
      const store = await openStore()
      const token = await makeToken(store)
      const given = newSession({ tokenId: token.id })

      await store.openSession(given)
      await store.revokeToken(token.id, NOW + 1)

      const found = await store.findSession(given.hash)
      assert.deepEqual([found?.user, found?.token?.revokedAt], [undefined, NOW + 1])
      assert.deepEqual(await actionsIn(store), ['token.revoked', 'token.created'])
    })

    for (const { what, spoil } of [
      {
        what: 'has another password',
        spoil: (store: Store) => store.rehashPassword(1, { from: 'hash 1', to: 'x' }),
      },
      { what: 'is disabled', spoil: (store: Store) => store.changeUser(1, { disabled: true }, WHEN) },
      { what: 'is gone', spoil: (store: Store) => store.deleteUser(1, WHEN) },
    ]) {
      it(`openSession: refuses a user who ${what} meanwhile, and opens nothing`, async () => {
        const { store, userId } = await withUser(openStore)
        await spoil(store)
        const session = newSession({ userId })

        await assert.rejects(store.openSession(session, SIGNED_IN), { code: 'unauthorized' })

        assert.equal(await store.findSession(session.hash), undefined)
        assert.ok(!(await actionsIn(store)).includes('user.signed_in'))
      })
    }

    it(`openSession: of more than ${SESSIONS_MAX} of a kind the one unused for longest ends`, async () => {
      const { store, userId } = await withUser(openStore)
      const script = newSession({ userId, kind: 'token_service' })
      await store.openSession(script, SIGNED_IN)
      const opened = []
      for (let index = 0; index < SESSIONS_MAX; index += 1) {
        opened.push(await store.openSession(newSession({ userId, createdAt: NOW + index }), SIGNED_IN))
      }
      await store.noteSessionsUsed([{ id: opened[0]!.id, at: NOW + 1_000 }])

      await store.openSession(newSession({ userId, createdAt: NOW + 100 }), SIGNED_IN)

      const ids = (await store.listSessions({ userId })).map(({ id }) => id)
      assert.equal(ids.length, SESSIONS_MAX + 1)
      assert.ok(ids.includes(opened[0]!.id))
      assert.ok(!ids.includes(opened[1]!.id))
      assert.ok(await store.findSession(script.hash), 'the other kind is counted apart')
    })

    it('listSessions: those of one owner, newest first', async () => {
      const { store, userId } = await withUser(openStore)
      const token = await makeToken(store)
      const first = await store.openSession(newSession({ userId }), SIGNED_IN)
      const ofToken = await store.openSession(newSession({ tokenId: token.id }))
      const second = await store.openSession(newSession({ userId }), SIGNED_IN)

      assert.deepEqual(await store.listSessions({ userId }), [second, first])
      assert.deepEqual(await store.listSessions({ tokenId: token.id }), [ofToken])
      assert.deepEqual(await store.listSessions({ userId: 99 }), [])
    })

    it('endSessions: one, or all, of this owner only; what ended nothing is not reported', async () => {
      const { store, userId } = await withUser(openStore)
      const token = await makeToken(store)
      const other = await store.openSession(newSession({ tokenId: token.id }))
      const [one] = [
        await store.openSession(newSession({ userId }), SIGNED_IN),
        await store.openSession(newSession({ userId }), SIGNED_IN),
        await store.openSession(newSession({ userId }), SIGNED_IN),
      ]

      const ends = [
        await store.endSessions({ userId }, { ...WHEN, id: other.id }),
        await store.endSessions({ userId }, { ...WHEN, id: one.id }),
        await store.endSessions({ userId }, WHEN),
        await store.endSessions({ userId }, WHEN),
      ]

      assert.deepEqual(ends, [0, 1, 2, 0])
      assert.deepEqual(await store.listSessions({ tokenId: token.id }), [other])
      assert.deepEqual((await actionsIn(store)).slice(0, 3), [
        'user.signed_out_everywhere',
        'user.signed_out',
        'user.signed_in',
      ])
      assert.equal(await store.endSessions({ tokenId: token.id }, WHEN), 1)
    })

    it('touchSessions: sets the last use, never back in time, and passes over unknown ids', async () => {
      const { store, userId } = await withUser(openStore)
      const { id } = await store.openSession(newSession({ userId }), SIGNED_IN)
      const seenAt = async () => (await store.listSessions({ userId }))[0]?.seenAt

      await store.noteSessionsUsed([
        { id, at: NOW + 5 },
        { id: 999, at: NOW },
      ])
      assert.equal(await seenAt(), NOW + 5)
      await store.noteSessionsUsed([{ id, at: NOW + 2 }])
      assert.equal(await seenAt(), NOW + 5)
    })

    it('pruneSessions: what has ended by itself goes, in steps; the rest stays', async () => {
      const { store, userId } = await withUser(openStore)
      const open = (given: Parameters<typeof newSession>[0]) =>
        store.openSession(newSession({ userId, ...given }), SIGNED_IN)
      await open({ expiresAt: NOW + 10 })
      await open({ kind: 'token_service', expiresAt: NOW + 10 })
      await open({ createdAt: NOW - 100 })
      const kept = await open({ expiresAt: NOW + 11 })
      const script = await open({ kind: 'token_service', createdAt: NOW - 100, expiresAt: NOW + 11 })
      await store.createInvitation(newInvitation({ userId, expiresAt: NOW + 10 }), WHEN)
      const prune = { now: NOW + 10, seenBefore: NOW - 50, limit: 2 }

      const counts = []
      for (let step = 0; step < 4; step += 1) counts.push(await store.pruneSessions(prune))

      assert.equal(
        counts.reduce((sum, count) => sum + count),
        4,
      )
      assert.ok(counts.every((count) => count <= 3))
      assert.equal(counts.at(-1), 0)
      assert.deepEqual(await store.listSessions({ userId }), [script, kept])
    })

    it('findInvitation and pruneSessions: one that is good stays until its time', async () => {
      const { store, userId } = await withUser(openStore)
      await store.createInvitation(newInvitation({ userId }), WHEN)

      await store.pruneSessions({ now: NOW + DAY_MS - 1, seenBefore: NOW, limit: 9 })
      assert.ok(await store.findInvitation('invitation', NOW + DAY_MS - 1))
      assert.equal(await store.findInvitation('invitation', NOW + DAY_MS), undefined)
    })
  })
}
