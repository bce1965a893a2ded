import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Store } from '../../../../src/storage/store.ts'
import { AUTHOR, DAY_MS, NOW } from '../../../support/build.ts'
import { actionsIn, newInvitation, newSession, newUser } from './people-support.ts'
import type { OpenStore } from '../store-suite.ts'

const WHEN = { now: NOW, by: AUTHOR }

const FIRST = newInvitation({ hash: 'first', purpose: 'first_admin', userId: null, role: 'admin' })

function acceptance(hash: string, name = 'Ada') {
  const { userId: _userId, tokenId: _tokenId, ...session } = newSession()
  return { hash, name, passwordHash: `hash of ${name}`, session, now: NOW + 1, address: '192.0.2.7' }
}

async function accepted(store: Store, acceptances: readonly ReturnType<typeof acceptance>[]) {
  const results = await Promise.allSettled(acceptances.map((each) => store.acceptInvitation(each)))
  const refusals = results.filter((result) => result.status === 'rejected')
  for (const { reason } of refusals) assert.equal(reason.code, 'not_found')
  return results.length - refusals.length
}

export function exerciseInvitations(engine: string, openStore: OpenStore): void {
  describe(`${engine}: invitations`, () => {
    it('for a first admin: makes the user and opens a session, once', async () => {
      const store = await openStore()
      await store.createInvitation(FIRST, { now: NOW })
      assert.deepEqual(await store.findInvitation('first', NOW), {
        invitation: { purpose: 'first_admin', userId: null, role: 'admin', expiresAt: NOW + DAY_MS },
        user: undefined,
      })
      const given = acceptance('first', ' Ada ')

      const { user, session } = await store.acceptInvitation(given)

      assert.deepEqual(
        [user.name, user.role, user.passwordHash, user.lastSignInAt],
        ['Ada', 'admin', 'hash of  Ada ', NOW + 1],
      )
      assert.deepEqual((await store.findSession(given.session.hash))?.session, session)
      assert.equal(session.userId, user.id)
      assert.equal(await store.findInvitation('first', NOW), undefined)
      await assert.rejects(store.acceptInvitation(acceptance('first', 'Eve')), { code: 'not_found' })
      const [entry, ...more] = await store.listAudit({}, { limit: 9 })
      assert.deepEqual([entry?.action, entry?.actor.userId, more], ['user.created', user.id, []])
    })

    it('of several who accept it at the same moment one does', async () => {
      const store = await openStore()
      await store.createInvitation(FIRST, { now: NOW })
      const names = ['Ada', 'Bob', 'Eve', 'Joe', 'Kay']

      assert.equal(
        await accepted(
          store,
          names.map((name) => acceptance('first', name)),
        ),
        1,
      )
      const [user, ...others] = await store.listUsers()
      assert.deepEqual(others, [])

      await store.createInvitation(newInvitation({ userId: user!.id }), WHEN)
      assert.equal(
        await accepted(
          store,
          names.map(() => acceptance('invitation')),
        ),
        1,
      )
      assert.equal((await store.listSessions({ userId: user!.id })).length, 1)
    })

    it('for a user: sets the password; other sessions end', async () => {
      const store = await openStore()
      const { id } = await store.createUser(newUser(), WHEN)
      await store.openSession(newSession({ userId: id }), { passwordHash: 'hash 1' })
      await store.createInvitation(newInvitation({ userId: id }), WHEN)

      const { user, session } = await store.acceptInvitation(acceptance('invitation', 'ignored'))

      assert.deepEqual([user.id, user.name, user.passwordHash], [id, 'Ada', 'hash of ignored'])
      assert.deepEqual(await store.listSessions({ userId: id }), [session])
      assert.deepEqual((await actionsIn(store)).slice(0, 3), [
        'user.password_changed',
        'user.invited',
        'user.signed_in',
      ])
    })

    it('a newer one takes the place of the one before, of the same user only', async () => {
      const store = await openStore()
      const { id: ada } = await store.createUser(newUser(), WHEN)
      const { id: bob } = await store.createUser(newUser({ name: 'Bob' }), WHEN)
      for (const [hash, userId] of [
        ['a1', ada],
        ['b1', bob],
        ['a2', ada],
      ] as const) {
        await store.createInvitation(newInvitation({ hash, userId }), WHEN)
      }

      const found = await Promise.all(['a1', 'a2', 'b1'].map((hash) => store.findInvitation(hash, NOW)))

      assert.deepEqual(
        found.map((each) => each?.user?.id),
        [undefined, ada, bob],
      )
    })

    it('a newer one for a first admin takes the place of the one before', async () => {
      const store = await openStore()
      await store.createInvitation(FIRST, { now: NOW })
      await store.createInvitation({ ...FIRST, hash: 'second' }, { now: NOW })

      assert.equal(await store.findInvitation('first', NOW), undefined)
      assert.ok(await store.findInvitation('second', NOW))
      assert.deepEqual(await actionsIn(store), [])
    })

    for (const { what, spoil } of [
      { what: 'has expired', spoil: async () => ({ now: NOW + DAY_MS }) },
      {
        what: 'is of a user who is disabled',
        spoil: async (store: Store) => void (await store.changeUser(1, { disabled: true }, WHEN)),
      },
    ]) {
      it(`acceptInvitation: refuses one that ${what}, and changes nothing`, async () => {
        const store = await openStore()
        const { id } = await store.createUser(newUser(), WHEN)
        await store.createInvitation(newInvitation({ userId: id }), WHEN)
        const given = { ...acceptance('invitation'), ...(await spoil(store)) }

        await assert.rejects(store.acceptInvitation(given), { code: 'not_found' })

        assert.equal((await store.findUser({ id }))?.passwordHash, 'hash 1')
        assert.deepEqual(await store.listSessions({ userId: id }), [])
      })
    }

    it('createInvitation: refuses an unknown user', async () => {
      const store = await openStore()

      await assert.rejects(store.createInvitation(newInvitation({ userId: 9 }), WHEN), { code: 'not_found' })
    })
  })
}
