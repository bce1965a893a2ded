import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { makeToken } from '../../support/app/make-token.ts'
import { sourceBody } from '../../support/sources/source-reading.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs', 'sources-nagios.md'), 'utf8')
const script = join(root, 'examples', 'nagios', 'notify-tocsin.sh')
const commands = [...page.matchAll(/^ {2}command_line (.*)$/gm)].map(([, line = '']) => line)
const HOSTILE = `"double" \\" & % + = ; # ! | <b> $(echo injected) \`id\` $HOME @file\n\tnext \\`
/** Nagios takes these out of outputs; ours asks for that of the single quote only. */
const SINGLE_QUOTED = `${HOSTILE} 🐘 Ärger`

const folder = mkdtempSync(join(tmpdir(), 'tocsin-nagios-'))
const started: TestApp[] = []
after(async () => {
  await Promise.all(started.map((app) => app.stop()))
  rmSync(folder, { recursive: true })
})

async function start(): Promise<{
  readonly app: TestApp
  readonly headerFile: string
  readonly token: string
}> {
  const app = await startApp({ listen: true })
  started.push(app)
  const token = await makeToken(app, ['events:write'])
  const headerFile = join(folder, `header-${started.length}`)
  writeFileSync(headerFile, `X-Auth-Token: ${token}\n`)
  return { app, headerFile, token }
}

/** As Nagios does: macros are written into the line, which a shell runs. */
async function notify(
  line: string,
  macros: Readonly<Record<string, string>>,
): Promise<{ results?: [{ result: string }] }> {
  const command = line.replaceAll(/\$([A-Z0-9]+)\$/g, (whole, name: string) => macros[name] ?? whole)
  const { stdout } = await run('sh', ['-c', command], { timeout: 120_000 })
  return JSON.parse(stdout)
}

describe('the commands for Nagios, as documented', () => {
  const [service = '', host = ''] = commands

  it('tell of a service, whatever its output holds', async () => {
    const { app, headerFile } = await start()
    const line = service
      .replace('https://tocsin.example.com', app.url)
      .replace('/etc/nagios/tocsin-header', headerFile)
    const macros = {
      ARG1: '',
      NOTIFICATIONTYPE: 'PROBLEM',
      HOSTNAME: 'pg-ledger-1',
      HOSTADDRESS: '10.20.4.11',
      SERVICEDESC: 'PostgreSQL & "friends"',
      SERVICESTATE: 'CRITICAL',
      SERVICESTATETYPE: 'HARD',
      SERVICEOUTPUT: SINGLE_QUOTED,
      LONGSERVICEOUTPUT: `line 1\\nline 2 ${SINGLE_QUOTED}`,
      TIMET: '1789356760',
    }

    const raised = await notify(line, macros)
    const cleared = await notify(line, {
      ...macros,
      NOTIFICATIONTYPE: 'RECOVERY',
      SERVICESTATE: 'OK',
      TIMET: '1789356860',
    })

    assert.deepEqual([raised.results?.[0].result, cleared.results?.[0].result], ['raised', 'cleared'])
    const [alert] = await app.store.listAlerts({ source: 'nagios' }, { limit: 10 })
    assert.equal(alert?.key, 'pg-ledger-1!PostgreSQL & "friends"')
    assert.equal(alert?.details.currentValue, SINGLE_QUOTED.trim())
    assert.equal(alert?.details.info, `line 1\nline 2 ${SINGLE_QUOTED}`.trim())
    assert.deepEqual(alert?.details.labels, { type: 'RECOVERY', state: 'OK' })
  })

  it('tell of a host', async () => {
    const { app, headerFile } = await start()
    const line = host
      .replace('https://tocsin.example.com', app.url)
      .replace('/etc/nagios/tocsin-header', headerFile)

    await notify(line, {
      ARG1: '',
      NOTIFICATIONTYPE: 'PROBLEM',
      HOSTNAME: 'pg-1',
      HOSTSTATE: 'DOWN',
      HOSTOUTPUT: 'no ping',
    })

    const [alert] = await app.store.listAlerts({ source: 'nagios' }, { limit: 10 })
    assert.deepEqual([alert?.key, alert?.state, alert?.details.currentValue], ['pg-1', 'high', 'no ping'])
  })

  it('and those to try it by hand do what they say', async () => {
    const { app, token } = await start()
    const lines = [...page.matchAll(/^curl .*$/gm)].map(([line]) =>
      line.replace('https://tocsin.example.com', app.url).replace('tcn_…', token),
    )

    const responses = []
    for (const line of lines) responses.push(await notify(line, {}))

    assert.deepEqual(
      responses.map(({ results }) => results?.[0].result),
      ['raised', 'cleared'],
    )
  })
})

describe('the script for Icinga 2', () => {
  it('tells of a service, whatever its output holds', async () => {
    const { app, headerFile } = await start()
    const output = `${HOSTILE} it's 🐘`
    const env = {
      ...process.env,
      TOCSIN_HEADER_FILE: headerFile,
      TOCSIN_URL: `${app.url}/intake/nagios`,
      NOTIFICATION_TYPE: 'PROBLEM',
      HOST_NAME: 'pg-ledger-1',
      SERVICE_NAME: `it's "PostgreSQL"`,
      STATE: 'CRITICAL',
      OUTPUT: output,
      AT: '1789356760',
      DATABASE: 'orders',
      LINK: 'https://wiki.example.com/pg?a=b&c',
    }

    await run('sh', [script], { env, timeout: 120_000 })

    const [alert] = await app.store.listAlerts({ source: 'nagios' }, { limit: 10 })
    assert.deepEqual(
      [alert?.key, alert?.state, alert?.details.info, alert?.changedAt],
      [`pg-ledger-1!it's "PostgreSQL"`, 'high', output, 1_789_356_760_000],
    )
    assert.deepEqual([alert?.details.database, alert?.details.sourceLink], ['orders', env.LINK])
  })

  it('says that it cannot read the token, instead of asking without one', async () => {
    const { app } = await start()
    const env = {
      ...process.env,
      TOCSIN_HEADER_FILE: join(folder, 'missing'),
      TOCSIN_URL: `${app.url}/intake/nagios`,
      HOST_NAME: 'pg-1',
      STATE: 'DOWN',
    }

    await assert.rejects(run('sh', [script], { env, timeout: 120_000 }), {
      code: 1,
      stderr: /^The file with the token, .*missing, cannot be read by \S+\. Put it there, owned by this user/,
    })
    for (const [index, text] of ['', '\n', 'X-Auth-Token: \n'].entries()) {
      const file = join(folder, `empty-${index}`)
      writeFileSync(file, text)
      const empty = { ...env, TOCSIN_HEADER_FILE: file }
      await assert.rejects(run('sh', [script], { env: empty, timeout: 120_000 }), {
        code: 1,
        stderr: /^The file with the token, .*empty-\d, has none\. It needs the line X-Auth-Token/,
      })
    }
  })

  it('reads no variable that its configuration does not set, but for the file with the token', () => {
    const read = new Set(readFileSync(script, 'utf8').match(/(?<=\$\{)[A-Z_]+/g))
    const [service = '', host = ''] = [...page.matchAll(/env = \{([^}]*)\}/g)].map(([, block]) => block)
    const setBy = (block: string) => block.match(/[A-Z_]+(?= = )/g) ?? []

    assert.deepEqual(new Set(['TOCSIN_HEADER_FILE', ...setBy(service)]), read)
    assert.deepEqual(new Set([...setBy(host), 'TOCSIN_HEADER_FILE', 'SERVICE_NAME']), read)
  })
})

describe('Icinga Notifications', () => {
  it('is understood with the body that it sends of itself, and the token in the address', async () => {
    const { app, token } = await start()

    const { status, json } = await app.call(
      'POST',
      `/intake/${token}/nagios`,
      sourceBody('icinga-notifications'),
      { 'x-auth-token': '' },
    )

    assert.deepEqual([status, json.results[0].result], [200, 'raised'])
  })
})
