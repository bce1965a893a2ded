import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { openPostgresStore } from '../../../src/storage/postgres/store.ts'
import type { Store } from '../../../src/storage/store.ts'
import { AUTHOR, NOW } from '../../support/build.ts'
import { createTestDatabase } from '../../support/databases/test-engine.ts'
import { newUser } from '../suite/people/people-support.ts'

const WHEN = { now: NOW, by: AUTHOR }

describe('people on several nodes of one PostgreSQL', () => {
  const open: Store[] = []
  after(() => Promise.all(open.map((store) => store.close())))

  it('never lose their last admin, however many are taken the role at once on different nodes', async () => {
    const url = await createTestDatabase()
    for (let node = 0; node < 2; node += 1) open.push((await openPostgresStore({ url, poolMax: 6 })).store)
    const [one, other] = open as [Store, Store]

    for (let round = 0; round < 8; round += 1) {
      const ids: number[] = []
      for (let index = 0; index < 4; index += 1)
        ids.push((await one.createUser(newUser({ name: `${round} ${index}`, role: 'admin' }), WHEN)).id)
      for (const { id } of (await one.listUsers()).filter(
        ({ id, role }) => role === 'admin' && !ids.includes(id),
      ))
        await one.deleteUser(id, WHEN)

      await Promise.allSettled(
        ids.map((id, index) =>
          index % 2 === 0 ? one.deleteUser(id, WHEN) : other.changeUser(id, { role: 'viewer' }, WHEN),
        ),
      )

      const admins = (await other.listUsers()).filter(({ role }) => role === 'admin')
      assert.equal(admins.length, 1)
    }
  })
})
