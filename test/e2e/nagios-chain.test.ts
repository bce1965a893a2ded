import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { eventually } from '../support/time/eventually.ts'
import { Nagios, NAGIOS_COMMAND } from '../support/sources/nagios.ts'
import { makeTokenOf } from '../support/app/make-token.ts'
import { Receiver } from '../support/network/receiver.ts'
import { startService } from '../support/app/service.ts'

const isMissing = spawnSync(NAGIOS_COMMAND, ['--help']).error !== undefined
const isRequired = process.env['TOCSIN_TEST_REQUIRE_NAGIOS'] === '1'
const skip =
  isMissing && !isRequired ? `${NAGIOS_COMMAND} not found; .ci/run unpacks it (Debian: nagios4-core)` : false

/** The page shows commands to be pasted: here as the reader has them before putting in their own token. */
const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'sources-nagios.md'), 'utf8')
const [, section = ''] = /^## Nagios and Naemon\n([\s\S]*?)^## /m.exec(page) ?? []
const [commands = '', handlers = ''] = [...section.matchAll(/^```\n([\s\S]*?)^```/gm)].map(
  ([, shown]) => shown,
)

/** A host and its services, each notified of by the contact of the page, and by nothing else. */
const OBJECTS = `
define timeperiod {
  timeperiod_name 24x7
  alias           always
  sunday          00:00-24:00
  monday          00:00-24:00
  tuesday         00:00-24:00
  wednesday       00:00-24:00
  thursday        00:00-24:00
  friday          00:00-24:00
  saturday        00:00-24:00
}

define command {
  command_name never-run
  command_line /bin/false
}

define host {
  host_name              pg-1
  address                10.20.4.11
  check_command          never-run
  active_checks_enabled  0
  max_check_attempts     1
  contacts               tocsin
}

define service {
  host_name              pg-1
  service_description    Rückstand: Replikation
  check_command          never-run
  active_checks_enabled  0
  max_check_attempts     1
  contacts               tocsin
}
`
const SERVICE = 'Rückstand: Replikation'

const cleanups: (() => Promise<unknown>)[] = []
after(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp()
})

describe('a real Nagios, configured as its page says', { skip }, () => {
  it('raises, changes and clears, whatever the output holds', async () => {
    const { nagios, receiver } = await startChain()

    await nagios.checkService(
      'pg-1',
      SERVICE,
      1,
      `WARNING - "late" it's 90% & ü|lag=412s;300\nslot <b>\nsince 03:12`,
    )
    await receiver.received(1)
    await nagios.checkService('pg-1', SERVICE, 2, 'CRITICAL')
    await receiver.received(2)
    await nagios.checkService('pg-1', SERVICE, 0, 'OK')
    const notifications = await receiver.received(3)

    const about = { alert: SERVICE, object: 'pg-1' }
    assert.deepEqual(
      notifications.map(({ body }) => JSON.parse(body)),
      [
        {
          ...about,
          state: 'Medium',
          before: 'Cleared',
          value: 'WARNING - late its 90%  ü',
          info: 'slot b\nsince 03:12',
        },
        { ...about, state: 'High', before: 'Medium', value: 'CRITICAL', info: 'CRITICAL' },
        { ...about, state: 'Cleared', before: 'High', value: 'OK', info: 'OK' },
      ],
    )
  })

  it('clears what recovers while its host is down, of which Nagios notifies nobody', async () => {
    const { nagios, receiver } = await startChain()

    await nagios.checkService('pg-1', SERVICE, 2, 'CRITICAL')
    await receiver.received(1)
    await nagios.checkHost('pg-1', 1, 'no ping')
    await receiver.received(2)
    await nagios.checkService('pg-1', SERVICE, 0, 'OK')
    await receiver.received(3)
    await nagios.checkHost('pg-1', 0, 'ping')
    const notifications = await receiver.received(4)

    assert.deepEqual(
      notifications.map(({ body }) => JSON.parse(body)).map(({ alert, state }) => [alert, state]),
      [
        [SERVICE, 'High'],
        ['Host', 'High'],
        [SERVICE, 'Cleared'],
        ['Host', 'Cleared'],
      ],
    )
  })

  it('says in its log what Tocsin refuses', async () => {
    const { nagios } = await startChain('tcn_wrong')

    await nagios.checkService('pg-1', SERVICE, 2, 'CRITICAL')

    await eventually('the log says so', async () =>
      /curl: \(22\) The requested URL returned error: 401/.test(await nagios.log()),
    )
  })
})

interface Chain {
  readonly nagios: Nagios
  readonly receiver: Receiver
}

async function startChain(token?: string): Promise<Chain> {
  assert.ok(!isMissing, `TOCSIN_TEST_REQUIRE_NAGIOS=1 asks for ${NAGIOS_COMMAND}`)
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-nagios-chain-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const receiver = await Receiver.start()
  cleanups.push(() => receiver.stop())
  const service = await startService({ folder })
  cleanups.push(() => service.stop())
  const made = await service.request('POST', '/api/v15/webhook/', {
    name: 'chain',
    url: receiver.url,
    payload_template:
      '{"alert": "%AlertName%", "object": "%ObjectName%", "state": "%CurrentState%", "before": "%OldState%", "value": "%CurrentValue%", "info": "%AlertInfo%"}',
  })
  assert.equal(made.status, 200)
  const header = join(folder, 'tocsin-header')
  await writeFile(header, `X-Auth-Token: ${token ?? (await makeTokenOf(service, ['events:write']))}\n`, {
    mode: 0o600,
  })
  const pasted = commands
    .replaceAll('https://tocsin.example.com', service.url)
    .replaceAll('/etc/nagios/tocsin-header', header)
  const nagios = await Nagios.start({ objects: `${OBJECTS}\n${pasted}`, settings: handlers })
  cleanups.push(() => nagios.stop())
  return { nagios, receiver }
}
