import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { whyNoStrace } from '../../tools/prove/powercuts/take-trace.ts'
import { MODES } from '../../src/domain/webhook/webhook.ts'
import { startService, type Service } from '../support/app/service.ts'
import { failDisk } from '../support/databases/failing-disk.ts'
import { PostgresServer } from '../support/databases/postgres-server.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

const missing = whyNoStrace()
const isRequired = process.env['TOCSIN_TEST_REQUIRE_STRACE'] === '1'
const skip = isRequired ? false : 'it takes strace and half a minute; .ci/run has both'

/** A lease lasts 45 seconds: what waits for its end has not been taken up again. */
const TAKEN_UP_MS_MAX = 20_000
const FAILING_MS = 4_000

describe('a node on a PostgreSQL whose disk fails', { skip }, () => {
  let folder: string
  let receiver: Receiver
  let server: PostgresServer
  let service: Service
  let reportCount = 0
  before(async () => {
    assert.equal(missing, undefined, 'TOCSIN_TEST_REQUIRE_STRACE=1 asks for it')
    folder = await mkdtemp(join(tmpdir(), 'tocsin-disk-'))
    receiver = await Receiver.start()
    server = await PostgresServer.start({ isDurable: true })
    service = await startService({ folder, database: server.url() })
    for (const mode of MODES) {
      const webhook = { name: mode, url: `${receiver.url}/${mode}`, mode, payload_template: '%AlertName%' }
      assert.equal((await service.request('POST', '/v1/webhooks', webhook)).status, 201)
    }
  })
  after(async () => {
    await service?.stop()
    // Whatever state it is in.
    await server?.down('SIGQUIT')
    await Promise.all([receiver?.stop(), server?.stop()])
    await rm(folder, { recursive: true, force: true })
  })

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

  const arrived = (name: string) =>
    MODES.every((mode) =>
      receiver.requests.some(
        (request) => request.path === `/${mode}` && request.body === JSON.stringify(name),
      ),
    )

  for (const [call, error, when] of [
    ['pwrite64', 'ENOSPC', '1'],
    ['pwrite64', 'EIO', '1+'],
    ['fdatasync', 'EIO', '1'],
    ['fdatasync', 'ENOSPC', '1+'],
  ] as const) {
    it(`by ${error} of ${call}, times ${when}, loses nothing, and goes on once the server does`, async () => {
      const logs = join(server.dataFolder, 'pg_wal')
      const files = readdirSync(logs).map((name) => join(logs, name))
      const failure = await failDisk({ pids: processesOf(server.pid), files, folder, call, error, when })
      const names = [report(), report()]
      await eventually('a call fails', () => failure.hasFailed())
      if (when === '1+') await new Promise((resolve) => setTimeout(resolve, FAILING_MS))
      await failure.stop()
      await server.revive()
      const worksAt = performance.now()
      const acknowledged = await Promise.all([...names, report()])

      await eventually('all of it arrives', () => acknowledged.every(arrived))
      assert.ok(performance.now() - worksAt < TAKEN_UP_MS_MAX, `${performance.now() - worksAt} ms`)
      await eventually('it is ready', async () => (await service.request('GET', '/readyz')).ok)
    })
  }
})

/** The server and the processes that it has started. */
function processesOf(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return [pid, ...children.filter((one) => one !== '').map(Number)]
}
