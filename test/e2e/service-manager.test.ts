import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { startService, type ServiceOptions } from '../support/app/service.ts'
import { eventually } from '../support/time/eventually.ts'

/** Stands for systemd-notify(1): writes down its messages. */
const NOTIFY = `#!/bin/sh
echo "$@" >> "$NOTIFIED"
`

/** Starts a service that such a manager has started, and returns the lines that the manager was sent. */
async function startManaged(t: TestContext, options: Omit<ServiceOptions, 'folder'> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-notify-'))
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const notified = join(folder, 'notified')
  writeFileSync(notified, '')
  writeFileSync(join(folder, 'systemd-notify'), NOTIFY, { mode: 0o755 })
  const service = await startService({
    ...options,
    folder,
    settings: {
      NOTIFY_SOCKET: '/run/systemd/notify',
      NOTIFIED: notified,
      PATH: `${folder}:${process.env['PATH']}`,
      ...options.settings,
    },
  })
  t.after(() => service.stop())
  return { service, lines: () => readFileSync(notified, 'utf8').split('\n').slice(0, -1) }
}

describe('a service that systemd runs', () => {
  it('says that it is ready, that it lives, and that it stops', async (t) => {
    const { service, lines } = await startManaged(t, { settings: { WATCHDOG_USEC: '200000' } })
    const aliveCount = () => lines().filter((line) => line === 'WATCHDOG=1').length

    await eventually('it is ready', () => lines().includes(`READY=1 STATUS=Listens on ${service.url}`))
    await eventually('it lives', () => aliveCount() >= 5)
    await service.stop()
    await eventually('it stops', () => lines().includes('STOPPING=1'))
  })

  it('is ready while it waits for its database, and says why', async (t) => {
    const { lines } = await startManaged(t, {
      database: 'postgres://nobody@127.0.0.1:9/nothing',
      isWaiting: true,
    })

    await eventually('it says so', () =>
      lines().some((line) => line.startsWith('READY=1 STATUS=Waiting until it can start: ')),
    )
    assert.ok(!lines().includes('WATCHDOG=1'))
  })
})
