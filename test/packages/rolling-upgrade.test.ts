import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { startService, type Service } from '../support/app/service.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'
import { Receiver } from '../support/network/receiver.ts'
import { missing, packageOf, run, type Release } from './support/packages.ts'

/** Each is reported while both nodes are old, while one is new, and while both are. */
const ALERTS = 40

describe('two nodes, upgraded one after the other', { skip: missing('tar') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-rolling-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const mainOf = (release: Release) => {
    const place = join(folder, release)
    mkdirSync(place)
    run('tar', ['-xzf', packageOf(release, '.tgz'), '-C', place, '--strip-components=1'])
    return join(place, 'src/main.js')
  }

  it('deliver everything, in order, and an older one is refused afterwards', async (t) => {
    const main = { this: mainOf('this'), next: mainOf('next') }
    const database = await createTestDatabase()
    const start = async (name: string, release: Release): Promise<Service> => {
      const place = join(folder, name)
      mkdirSync(place, { recursive: true })
      return startService({
        folder: place,
        database,
        main: main[release],
        settings: { TOCSIN_DATA_FOLDER: place },
      })
    }
    const receiver = await Receiver.start()
    t.after(() => receiver.stop())
    let [first, second] = [await start('first', 'this'), await start('second', 'this')]
    t.after(async () => void (await Promise.all([first.stop(), second.stop()])))
    await first.request('POST', '/v1/webhooks', {
      name: 'all',
      url: receiver.url,
      payload_template: '%AlertName%: %CurrentState%',
    })
    const report = async (service: Service, state: string) => {
      for (let index = 0; index < ALERTS; index += 1) {
        const body = { key: `a${index}`, name: `alert ${index}`, state }
        assert.equal((await service.request('POST', '/v1/alerts', body)).status, 200)
      }
    }

    await report(first, 'low')
    await first.stop()
    first = await start('first', 'next')
    await report(second, 'medium')
    await report(first, 'high')
    await second.stop()
    second = await start('second', 'next')
    await report(second, 'cleared')

    await receiver.received(4 * ALERTS)
    const sent = receiver.requests.map(({ body }) => body.split(': '))
    for (let index = 0; index < ALERTS; index += 1) {
      const states = sent.filter(([name]) => name === `alert ${index}`).map(([, state]) => state)
      assert.deepEqual(states, ['Low', 'Medium', 'High', 'Cleared'])
    }
    await second.stop()
    await assert.rejects(start('second', 'this'), /newer release/)
    second = await start('second', 'next')
  })
})
