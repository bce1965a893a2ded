import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { makeTokenOf } from '../support/app/make-token.ts'
import { startService, type Service } from '../support/app/service.ts'
import { freePort } from '../support/network/free-port.ts'
import { Icinga, ICINGA_COMMAND } from '../support/sources/icinga.ts'
import { eventually } from '../support/time/eventually.ts'

const isMissing = spawnSync(ICINGA_COMMAND, ['--version']).error !== undefined
const isRequired = process.env['TOCSIN_TEST_REQUIRE_ICINGA'] === '1'
const skip =
  isMissing && !isRequired ? `${ICINGA_COMMAND} not found; .ci/run installs it (Debian: icinga2-bin)` : false

/** What the page shows to be pasted, as the reader has it before putting in their own token. */
const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs', 'sources-nagios.md'), 'utf8')
const [, section = ''] = /^## Icinga 2\n([\s\S]*?)^## /m.exec(page) ?? []
const [, shown = ''] = /^```\n([\s\S]*?)^```/m.exec(section) ?? []
const SERVICES = Array.from({ length: 40 }, (_, index) => `Service ${index + 1}`)
/** Its problem is repeated after a quarter of a minute: curl has given up by then, after 7 seconds. */
const REPEATED = 'Repeated'
const OBJECTS = `
object Host "h1" {
  check_command = "dummy"
  enable_active_checks = false
}
for (name in ${JSON.stringify([...SERVICES, REPEATED])}) {
  object Service name {
    host_name = "h1"
    check_command = "dummy"
    max_check_attempts = 1
    enable_active_checks = false
    notes_url = "https://wiki.example.com/lag"
    vars.database = "orders"
  }
}
`

const cleanups: (() => Promise<unknown>)[] = []
after(async () => {
  for (const cleanUp of cleanups.toReversed()) await cleanUp()
})

interface Shown {
  readonly name: string
  readonly state: string
  readonly info: string
  readonly database: string
  readonly source_link: string
  readonly warnings: readonly string[]
}

describe('a real Icinga 2, configured as its page says', { skip }, () => {
  let folder = ''
  let port = 0
  let service: Service
  let icinga: Icinga
  const start = () => startService({ folder, settings: { TOCSIN_LISTEN: `127.0.0.1:${port}` } })
  before(async () => {
    assert.ok(!isMissing, `TOCSIN_TEST_REQUIRE_ICINGA=1 asks for ${ICINGA_COMMAND}`)
    folder = await mkdtemp(join(tmpdir(), 'tocsin-icinga-chain-'))
    cleanups.push(() => rm(folder, { recursive: true, force: true }))
    port = await freePort()
    service = await start()
    cleanups.push(() => service.stop())
    const header = join(folder, 'tocsin-header')
    const token = await makeTokenOf(service, ['events:write'])
    await writeFile(header, `X-Auth-Token: ${token}\n`, { mode: 0o600 })
    const pasted = shown
      .replaceAll('https://tocsin.example.com', service.url)
      .replace('interval = 30m', `interval = service.name == "${REPEATED}" ? 12s : 30m`)
      .replaceAll('ConfigDir + "/scripts/notify-tocsin.sh"', `"${root}/examples/nagios/notify-tocsin.sh"`)
    icinga = await Icinga.start(`${OBJECTS}\n${pasted}`, { TOCSIN_HEADER_FILE: header })
    cleanups.push(() => icinga.stop())
  })

  const alerts = async (query: string) =>
    (
      (await (await service.request('GET', `/v1/alerts?source=nagios&limit=100${query}`)).json()) as {
        items: readonly Shown[]
      }
    ).items
  const check = (result: 0 | 2, services = SERVICES) =>
    icinga.checkServices(
      'h1',
      services.map((name) => ({ service: name, result, output: 'said' })),
    )
  /** Commands that Icinga has started and that have not ended. */
  const isSending = () =>
    spawnSync('pgrep', ['-f', `^curl .*${service.url}/intake/nagios`])
      .stdout.toString()
      .trim() !== ''
  /** Counts what has come in since the service began, whatever it changed. */
  const reportCount = async () => {
    const metrics = await (await service.request('GET', '/metrics')).text()
    return [...metrics.matchAll(/^tocsin_intake_total\{.*\} (\d+)$/gm)]
      .map(([, count]) => Number(count))
      .reduce((sum, count) => sum + count, 0)
  }

  it('leaves none of 40 services raised that are critical and well within one second', async () => {
    for (const round of [1, 2]) {
      await check(2)
      await check(0)
      // A moment without a command may lie between the problems and the recoveries.
      await eventually(
        'every problem and every recovery has come in',
        async () => (await reportCount()) >= round * 2 * SERVICES.length,
      )
      assert.deepEqual(
        (await alerts('&active=true')).map(({ name }) => name),
        [],
      )
    }
  })

  it('leaves none raised if the service was down meanwhile, either', async () => {
    await service.stop()
    await check(2)
    await check(0)
    await eventually('Icinga has started its commands', isSending)
    service = await start()
    await eventually(
      'all commands have ended, and nothing is raised',
      async () => !isSending() && (await alerts('&active=true')).length === 0,
    )
  })

  it('raises all of them again afterwards, with link, database and an output that was cut between characters', async () => {
    const long = `x${'ä'.repeat(70_000)}`
    const [first = '', ...others] = SERVICES
    await check(2, others)
    await icinga.checkServices('h1', [{ service: first, result: 1, output: long }])
    const active = await eventually('all are raised, one by a warning', async () => {
      const items = await alerts('&active=true')
      return items.length === SERVICES.length && items.some(({ state }) => state === 'medium') && items
    })

    for (const { state, info, database, source_link: link, warnings } of active) {
      const output = state === 'medium' ? `x${'ä'.repeat(14_999)}` : 'said'
      assert.deepEqual(
        [info, database, link, warnings],
        [output, 'orders', 'https://wiki.example.com/lag', []],
      )
    }
    await check(0)
    await eventually('all are over', async () => (await alerts('&active=true')).length === 0)
  })

  it('repairs by its next repeat a problem that was lost in an outage, and notifies nobody again', async () => {
    await service.stop()
    await check(2, [REPEATED])
    await eventually('Icinga has started its command', isSending)
    await eventually('the command has ended', () => !isSending())
    service = await start()
    await eventually('it is raised', async () => (await alerts('&active=true')).length === 1)
    const reports = () =>
      service
        .output()
        .split('\n')
        .filter((line) => line.includes('"route":"/intake/nagios"')).length
    const before = reports()
    await eventually('it was repeated', () => reports() > before)

    const events = (await (await service.request('GET', '/v1/events?source=nagios&limit=100')).json()) as {
      items: readonly { readonly name: string }[]
    }
    assert.equal(events.items.filter(({ name }) => name === REPEATED).length, 1)
  })
})
