import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { USERS_MAX } from '../../../../src/domain/people/user.ts'
import { AUTHOR, NOW } from '../../../support/build.ts'
import { actionsIn, newInvitation, newSession, newUser } from './people-support.ts'
import type { OpenStore } from '../store-suite.ts'

const WHEN = { now: NOW, by: AUTHOR }

export function exerciseUsers(engine: string, openStore: OpenStore): void {
  describe(`${engine}: users`, () => {
    it('createUser, findUser, listUsers: what was put in, by id, name and identity', async () => {
      const store = await openStore()
      const oidc = { issuer: 'https://id.example.com', subject: '42' }

      const ada = await store.createUser(newUser(), WHEN)
      const bob = await store.createUser(newUser({ name: ' Bob ', passwordHash: null, oidc }), WHEN)

      assert.deepEqual(ada, {
        ...newUser(),
        id: ada.id,
        disabledAt: null,
        createdAt: NOW,
        lastSignInAt: null,
      })
      assert.equal(bob.name, 'Bob')
      assert.deepEqual(await store.listUsers(), [ada, bob])
      assert.deepEqual(await store.findUser({ id: ada.id }), ada)
      assert.deepEqual(await store.findUser({ name: ' ADA ' }), ada)
      assert.deepEqual(await store.findUser({ oidc }), bob)
      assert.equal(await store.findUser({ oidc: { ...oidc, subject: '43' } }), undefined)
      assert.deepEqual(await actionsIn(store), ['user.created', 'user.created'])
    })

    it('createUser: refuses a name and an identity that are taken, also at the same moment', async () => {
      const store = await openStore()
      const oidc = { issuer: 'https://id.example.com', subject: '42' }
      const made = await Promise.allSettled(
        ['Zoë', 'ZOË', 'zoe\u0308'].map((name) => store.createUser(newUser({ name }), WHEN)),
      )

      assert.deepEqual(made.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected', 'rejected'])
      await store.createUser(newUser({ oidc }), WHEN)
      await assert.rejects(store.createUser(newUser({ name: 'Bob', oidc }), WHEN), { code: 'conflict' })
      assert.equal((await store.listUsers()).length, 2)
    })

    it(`createUser: refuses more than ${USERS_MAX}`, async () => {
      const store = await openStore()
      for (let index = 0; index < USERS_MAX; index += 1) {
        await store.createUser(newUser({ name: `user ${index}` }), WHEN)
      }

      await assert.rejects(store.createUser(newUser(), WHEN), { code: 'conflict', message: /1000 users/ })
    })

    it('createUser: the first one ends the invitations for a first admin, and brings its own', async () => {
      const store = await openStore()
      const first = newInvitation({ hash: 'first', purpose: 'first_admin', userId: null, role: 'admin' })
      await store.createInvitation(first, { now: NOW })
      const { userId: _userId, ...invitation } = newInvitation({ purpose: 'new_user' })

      const user = await store.createUser(newUser(), { ...WHEN, invitation })

      assert.equal(await store.findInvitation('first', NOW), undefined)
      assert.equal((await store.findInvitation('invitation', NOW))?.user?.id, user.id)
    })

    it('changeUser: what is absent stays, and the entry names what became another', async () => {
      const store = await openStore()
      const ada = await store.createUser(newUser(), WHEN)

      const renamed = await store.changeUser(ada.id, { name: 'ada' }, WHEN)
      const same = await store.changeUser(ada.id, { role: 'operator', disabled: false }, WHEN)
      const disabled = await store.changeUser(ada.id, { disabled: true }, { now: NOW + 1 })
      await store.changeUser(ada.id, { disabled: true }, { now: NOW + 2 })

      assert.deepEqual(renamed, { ...ada, name: 'ada' })
      assert.deepEqual(same, renamed)
      assert.deepEqual(disabled, { ...renamed, disabledAt: NOW + 1 })
      assert.deepEqual(await store.listUsers(), [disabled])
      const changes = (await store.listAudit({ actions: ['user.changed'] }, { limit: 9 })).map(
        (entry) => entry.changes,
      )
      assert.deepEqual(changes, [
        [{ field: 'disabled', from: false, to: true }],
        [{ field: 'name', from: 'Ada', to: 'ada' }],
      ])
    })

    it('changeUser: refuses a name that is taken and an unknown id, and changes nothing', async () => {
      const store = await openStore()
      const ada = await store.createUser(newUser(), WHEN)
      await store.createUser(newUser({ name: 'Bob' }), WHEN)

      await assert.rejects(store.changeUser(ada.id, { name: 'BOB', role: 'admin' }, WHEN), {
        code: 'conflict',
        message: /named "BOB"/,
      })
      await assert.rejects(store.changeUser(99, {}, WHEN), { code: 'not_found' })
      assert.deepEqual(await store.findUser({ id: ada.id }), ada)
    })

    for (const { what, change, sessions, invitations } of [
      { what: 'a new name', change: { name: 'x' }, sessions: 1, invitations: 1 },
      { what: 'a greater role', change: { role: 'admin' as const }, sessions: 1, invitations: 1 },
      { what: 'a lesser role', change: { role: 'viewer' as const }, sessions: 0, invitations: 1 },
      { what: 'being disabled', change: { disabled: true }, sessions: 0, invitations: 0 },
    ]) {
      it(`changeUser: ${what} leaves ${sessions} sessions and ${invitations} invitations`, async () => {
        const store = await openStore()
        const { id } = await store.createUser(newUser(), WHEN)
        await store.openSession(newSession({ userId: id }), { passwordHash: 'hash 1' })
        await store.createInvitation(newInvitation({ userId: id }), WHEN)

        await store.changeUser(id, change, WHEN)
        await store.changeUser(id, { disabled: false }, WHEN)

        assert.equal((await store.listSessions({ userId: id })).length, sessions)
        assert.equal((await store.findInvitation('invitation', NOW)) ? 1 : 0, invitations)
      })
    }

    it('changeUser, deleteUser: of two admins who take it from each other at once one stays', async () => {
      const store = await openStore()
      const name = (index: number) => `admin ${index}`
      const make = async (index: number) =>
        (await store.createUser(newUser({ name: name(index), role: 'admin' }), WHEN)).id
      await store.createUser(newUser({ name: 'no admin' }), WHEN)
      let stays = await make(0)

      for (const [index, take] of [
        (id: number) => store.deleteUser(id, WHEN),
        (id: number) => store.changeUser(id, { role: 'viewer' }, WHEN),
        (id: number) => store.changeUser(id, { disabled: true }, WHEN),
      ].entries()) {
        const pair = [stays, await make(index + 1)]
        const results = await Promise.allSettled(pair.map((id): Promise<unknown> => take(id)))

        const refused = results.filter((result) => result.status === 'rejected')
        assert.equal(refused.length, 1)
        assert.match(String(refused[0]?.reason), /last administrator, and there is no live token/)
        stays = pair[results.findIndex((result) => result.status === 'rejected')] ?? 0
        assert.deepEqual(await store.findUser({ id: stays }), {
          ...(await store.findUser({ id: stays })),
          role: 'admin',
          disabledAt: null,
        })
      }
      await store.changeUser(stays, { role: 'viewer' }, { ...WHEN, evenLastAdmin: true })
      await store.changeUser(stays, { role: 'admin' }, WHEN)
      // What it is called, and what it is already, may be written.
      await store.changeUser(stays, { name: 'the last', role: 'admin' }, WHEN)
    })

    it('changeUser, deleteUser: the last admin may go while there is a live admin token', async () => {
      const store = await openStore()
      const { id } = await store.createUser(newUser({ role: 'admin' }), WHEN)
      const token = { name: 'net', prefix: 'tcn_a', expiresAt: NOW + 10 }
      await store.createToken({ ...token, scopes: ['deliveries:read'], hash: 'a' }, NOW)
      await store.createToken({ ...token, scopes: ['admin'], hash: 'b' }, NOW)

      const late = store.deleteUser(id, { ...WHEN, now: NOW + 10 })
      await assert.rejects(late, { code: 'conflict' })
      await store.changeUser(id, { disabled: true }, WHEN)
      // Disabled, nobody relies on them.
      await store.deleteUser(id, { ...WHEN, now: NOW + 10 })
      assert.deepEqual(await store.listUsers(), [])
    })

    it('deleteUser: with sessions and invitations; the others stay', async () => {
      const store = await openStore()
      const [ada, bob] = [
        await store.createUser(newUser(), WHEN),
        await store.createUser(newUser({ name: 'Bob' }), WHEN),
      ]
      const session = newSession({ userId: ada.id })
      await store.openSession(session, { passwordHash: 'hash 1' })
      await store.createInvitation(newInvitation({ userId: ada.id }), WHEN)

      await store.deleteUser(ada.id, WHEN)

      assert.deepEqual(await store.listUsers(), [bob])
      assert.equal(await store.findSession(session.hash), undefined)
      assert.equal(await store.findInvitation('invitation', NOW), undefined)
      assert.equal((await actionsIn(store))[0], 'user.deleted')
      await assert.rejects(store.deleteUser(ada.id, WHEN), { code: 'not_found' })
    })

    it('setPassword: ends all other sessions and the invitations, and only if it is still the one before', async () => {
      const store = await openStore()
      const { id } = await store.createUser(newUser(), WHEN)
      const kept = await store.openSession(newSession({ userId: id }), { passwordHash: 'hash 1' })
      await store.openSession(newSession({ userId: id }), { passwordHash: 'hash 1' })
      await store.createInvitation(newInvitation({ userId: id }), WHEN)
      const change = { ...WHEN, to: 'hash 2', exceptSessionId: kept.id }

      await assert.rejects(store.setPassword(id, { ...change, from: 'other' }), { code: 'conflict' })
      assert.equal((await store.listSessions({ userId: id })).length, 2)
      await store.setPassword(id, { ...change, from: 'hash 1' })

      assert.equal((await store.findUser({ id }))?.passwordHash, 'hash 2')
      assert.deepEqual(await store.listSessions({ userId: id }), [kept])
      assert.equal(await store.findInvitation('invitation', NOW), undefined)
      assert.equal((await actionsIn(store))[0], 'user.password_changed')
    })

    it('rehashPassword: only the hash it was made from, without a notification', async () => {
      const store = await openStore()
      const { id } = await store.createUser(newUser(), WHEN)

      await store.rehashPassword(id, { from: 'another', to: 'hash 3' })
      assert.equal((await store.findUser({ id }))?.passwordHash, 'hash 1')
      await store.rehashPassword(id, { from: 'hash 1', to: 'hash 2' })

      assert.equal((await store.findUser({ id }))?.passwordHash, 'hash 2')
      assert.deepEqual(await actionsIn(store), ['user.created'])
    })

    it('listAudit: what a user did is found by the user', async () => {
      const store = await openStore()
      const by = { ...AUTHOR, tokenId: null, userId: 7 }
      await store.createUser(newUser(), WHEN)
      await store.createUser(newUser({ name: 'Bob' }), { now: NOW, by })

      const [entry, ...more] = await store.listAudit({ userId: 7 }, { limit: 9 })

      assert.deepEqual([entry?.objectName, entry?.actor.userId, more], ['Bob', 7, []])
      assert.equal((await store.listAudit({ userId: 7, actorName: 'nobody' }, { limit: 9 })).length, 0)
    })
  })
}
