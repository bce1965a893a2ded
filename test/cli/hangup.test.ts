import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'
import { eventually } from '../support/time/eventually.ts'

const TOOL = join(import.meta.dirname, '../../bin/tocsin.js')
const SILENCE = `silence add --match 'name="x"' --while`
/** Runs until the file `go` is there, and then leaves the file `done`. */
const LONG = `sh -c 'echo ready > ready; until [ -e go ]; do sleep 0.05; done; echo done > done; exit 3'`
/** Leaves the signal that it gets in the file `got`. */
const TRAPPING = `sh -c 'trap "echo HUP > got" HUP; trap "echo QUIT > got" QUIT; echo ready > ready; until [ -e go ]; do sleep 0.05; done; exit 4'`

describe('the command line and a terminal that closes', { timeout: 120_000 }, () => {
  let app: TestApp
  const folders: string[] = []
  const started: ChildProcess[] = []
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(async () => {
    await app.stop()
    // A command of a failed test waits for a file in its folder no longer.
    for (const { pid = 0 } of started) if (isGroup(pid)) process.kill(-pid, 'SIGKILL')
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  /** Starts a line of a shell as a process group of its own; resolves when its command has begun. */
  async function start(line: string) {
    const folder = mkdtempSync(join(tmpdir(), 'tocsin-hangup-'))
    folders.push(folder)
    const child = spawn('/bin/sh', ['-c', line], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        TOCSIN_CONFIG: '/nonexistent',
        TOCSIN_URL: app.url,
        TOCSIN_TOKEN: ADMIN_TOKEN,
      },
    })
    started.push(child)
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const has = (name: string) => existsSync(join(folder, name))
    const ended = once(child, 'close')
    await eventually(`a beginning, not ${said}`, () => has('ready'))
    return {
      child,
      has,
      got: () => has('got') && readFileSync(join(folder, 'got'), 'utf8').trim(),
      go: () => writeFileSync(join(folder, 'go'), ''),
      /** Sends a signal to all of the group, as a terminal does. */
      signal: (signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal),
      end: async () => {
        await ended
        return { code: child.exitCode, said }
      },
    }
  }
  const newestSilence = async () => (await app.call('GET', '/v1/silences?limit=1')).json.items[0]

  for (const command of [SILENCE, 'run --name hangup']) {
    const name = command.split(' ')[0]
    it(`leaves a command under nohup alone (${name}), and ends with it`, async () => {
      const run = await start(`exec nohup ${TOOL} ${command} -- ${LONG}`)
      run.signal('SIGHUP')
      run.go()
      const { code, said } = await run.end()

      assert.deepEqual([code, run.has('done')], [3, true], said)
    })
  }

  it('ignores SIGQUIT too, if it was started so', async () => {
    const run = await start(`trap '' QUIT; exec ${TOOL} run -- ${LONG}`)
    run.signal('SIGQUIT')
    run.go()
    const { code, said } = await run.end()

    assert.deepEqual([code, run.has('done')], [3, true], said)
  })

  for (const signal of ['SIGHUP', 'SIGQUIT'] as const) {
    it(`passes ${signal} on, and keeps the silence until the command ends`, async () => {
      const run = await start(`exec ${TOOL} ${SILENCE} -- ${TRAPPING}`)
      run.child.kill(signal)
      await eventually('the signal', () => run.got() === signal.slice(3))
      assert.equal((await newestSilence()).state, 'active')
      run.go()

      assert.equal((await run.end()).code, 4)
      assert.equal((await newestSilence()).state, 'expired')
    })
  }

  it('ends the silence of a command that the terminal ended', async () => {
    const run = await start(`exec ${TOOL} ${SILENCE} -- ${LONG}`)
    run.signal('SIGHUP')
    const { code } = await run.end()

    assert.deepEqual([code, run.has('done')], [129, false])
    assert.equal((await newestSilence()).state, 'expired')
  })

  it('starts a command with what nohup has set, arguments unread by a shell', async () => {
    const run = await start(
      `exec nohup ${TOOL} run -- sh -c 'echo "<$1>"; echo ready > ready' sh '$HOME "x"'`,
    )
    const { code, said } = await run.end()

    assert.equal(code, 0)
    assert.match(said, /<\$HOME "x">/)
  })

  it('survives a real terminal that goes away', async () => {
    const inner = `nohup ${TOOL} ${SILENCE} -- ${LONG}`
    const run = await start(
      `exec script -qc "$LINE" /dev/null`.replace('$LINE', inner.replaceAll(/["\\$`]/g, '\\$&')),
    )
    run.child.kill('SIGKILL')
    run.go()

    await eventually('its end', () => run.has('done'))
    await eventually('the end of the silence', async () => (await newestSilence()).state === 'expired')
  })
})

function isGroup(pid: number): boolean {
  try {
    return process.kill(-pid, 0)
  } catch {
    return false
  }
}
