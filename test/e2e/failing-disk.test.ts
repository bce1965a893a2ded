import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { whyNoStrace } from '../../tools/prove/powercuts/take-trace.ts'
import { MODES } from '../../src/domain/webhook/webhook.ts'
import { startService, type Service } from '../support/app/service.ts'
import { failDisk } from '../support/databases/failing-disk.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

const missing = whyNoStrace()
const isRequired = process.env['TOCSIN_TEST_REQUIRE_STRACE'] === '1'
const skip = isRequired ? false : 'it takes strace and half a minute; .ci/run has both'

/** A lease lasts 45 seconds: what waits for its end has not been taken up again. */
const TAKEN_UP_MS_MAX = 20_000
const FAILING_MS = 4_000
/** System calls by which SQLite and the service change the database and its log. */
const CALLS = ['pwrite64', 'fdatasync', 'ftruncate'] as const
const ERRORS = ['EIO', 'ENOSPC'] as const
/** The calls that fail of those that each thread makes, as strace counts them. */
const TIMES = { once: '1', 'five times': '1..5', 'for four seconds': '1+' } as const

describe('a service whose disk fails', { skip }, () => {
  let folder: string
  let receiver: Receiver
  let service: Service
  let reportCount = 0
  let changeCount = 0
  before(async () => {
    assert.equal(missing, undefined, 'TOCSIN_TEST_REQUIRE_STRACE=1 asks for it')
    folder = await mkdtemp(join(tmpdir(), 'tocsin-disk-'))
    receiver = await Receiver.start()
    service = await startService({ folder })
    for (const mode of MODES) {
      const webhook = { name: mode, url: `${receiver.url}/${mode}`, mode, payload_template: '%AlertName%' }
      assert.equal((await service.request('POST', '/v1/webhooks', webhook)).status, 201)
    }
  })
  after(async () => {
    await service?.stop()
    await receiver?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Reports an alert until it is acknowledged; its name. */
  async function report(): Promise<string> {
    reportCount += 1
    const name = `report ${reportCount}`
    const body = { key: name, name, state: 'high' }
    await eventually(`${name} is acknowledged`, async () => {
      const { status } = await service.request('POST', '/v1/alerts', body)
      assert.ok(status === 200 || status === 503, `status ${status}`)
      return status === 200
    })
    return name
  }

  /** Changes a setting until that is acknowledged; the name of an alert that was reported afterwards. */
  async function change(): Promise<string> {
    await eventually('the setting is changed', async () => {
      const changed = await service.request('PATCH', '/v1/webhooks/1', {
        description: `${(changeCount += 1)}`,
      })
      return changed.status === 200
    })
    return report()
  }

  const arrived = (name: string) =>
    MODES.every((mode) =>
      receiver.requests.some(
        (request) => request.path === `/${mode}` && request.body === JSON.stringify(name),
      ),
    )

  for (const call of CALLS) {
    for (const error of ERRORS) {
      for (const [times, when] of Object.entries(TIMES)) {
        it(`by ${error} of ${call} ${times} loses nothing, and goes on once the disk works`, async () => {
          const file = join(folder, 'tocsin.db')
          const given = { pids: [service.pid], files: [file, `${file}-wal`], folder }
          const failure = await failDisk({ ...given, call, error, when })
          // After a change of settings the log is emptied as well.
          const names = [report(), change()]
          let isSaid = false
          if (times === 'for four seconds') {
            const until = performance.now() + FAILING_MS
            while (performance.now() < until) {
              isSaid ||= (await service.request('GET', '/readyz')).status === 503
              await new Promise((resolve) => setTimeout(resolve, 100))
            }
          }
          await eventually('a call fails', () => failure.hasFailed())
          await failure.stop()
          const worksAt = performance.now()
          const acknowledged = await Promise.all([...names, report()])

          await eventually('all of it arrives', () => acknowledged.every(arrived))
          assert.ok(performance.now() - worksAt < TAKEN_UP_MS_MAX, `${performance.now() - worksAt} ms`)
          await eventually('it is ready', async () => (await service.request('GET', '/readyz')).ok)
          // The log is cut when it is emptied, which no report waits for.
          if (times === 'for four seconds' && call !== 'ftruncate') assert.ok(isSaid, '/readyz says it')
        })
      }
    }
  }
})
