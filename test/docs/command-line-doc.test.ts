import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createProgram } from '../../src/commands/program.ts'
import { allCommands, fullName } from '../../cli/program/root-command.ts'
import { SILENT_CONTEXT } from '../../src/commands/silent-context.ts'
import { runTool } from '../cli/run-tool.ts'
import { Receiver } from '../support/network/receiver.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'

const DOC = await readFile('docs/command-line.md', 'utf8')

/** The command lines of the page, without the name of the tool, remarks and where their output goes. */
const LINES = [...DOC.matchAll(/^```sh\n(.*?)^```/gms)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .map((line) => line.replace(/ +#.*| > .*/, '').replace(/^tocsin /, ''))

describe('docs/command-line.md', () => {
  let app: TestApp
  let receiver: Receiver
  let folder: string
  before(async () => {
    app = await startApp({ listen: true })
    receiver = await Receiver.start()
    folder = await mkdtemp(join(tmpdir(), 'tocsin-command-line-'))
    await app.call('POST', '/v1/webhooks', { name: 'log', url: receiver.url, mode: 'every_change' })
    await app.call('POST', '/v1/alerts', { key: 'lag', name: 'Lag', state: 'high', server: { name: 'pg-2' } })
    await receiver.received(1)
  })
  after(async () => {
    await Promise.all([app.stop(), receiver.stop()])
    await rm(folder, { recursive: true })
  })

  it('has command lines that do what they are there for', async () => {
    assert.ok(LINES.length > 20)
    const environment = { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN, TOCSIN_CONFIG: join(folder, 'c') }
    for (const line of LINES) {
      const argv = [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)]
        .map(([, double, single, bare]) => double ?? single ?? bare ?? '')
        .map((word) => (word === 'webhooks.yaml' ? join(folder, word) : word))
      // The job of the page is a statement for a server.
      const own = argv.includes('--') ? [...argv.slice(0, argv.indexOf('--') + 1), 'true'] : argv
      const { code, err } = await runTool(own, { environment, input: `${ADMIN_TOKEN}\n` })
      assert.equal(code, 0, `${line}\n${err}`)
    }
  })

  it('names only commands that there are', async () => {
    const names = new Set(allCommands(await createProgram(SILENT_CONTEXT)).map(fullName))
    for (const line of LINES) assert.ok(names.has(`tocsin ${line.split(' ', 1)[0]}`), line)
  })

  it('has every exit code of the tool', () => {
    assert.match(DOC, /\| 0 .*\n\| 1 .*\n\| 2 .*\n\| 3 /)
  })
})
