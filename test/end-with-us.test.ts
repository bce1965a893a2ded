import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, it } from 'node:test'
import { eventually } from './support/time/eventually.ts'

const SLEEPER = `
import { spawn } from 'node:child_process'
import { endWithUs } from './test/support/end-with-us.ts'
const child = spawn('sleep', ['600'], { stdio: 'ignore', detached: true })
endWithUs(child, { isGroup: true })
console.log(child.pid)`

const POSTGRES = `
import { PostgresServer } from './test/support/databases/postgres-server.ts'
console.log((await PostgresServer.start()).pid)
setInterval(() => undefined, 1000)`

const BUSY_LOOPS = `
import { BusyLoops } from './scripts/jobs/busy-loops.ts'
console.log(new BusyLoops(2).pids.at(-1))
setInterval(() => undefined, 1000)`

describe('what tests have started', () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
    it(`ends with them when ${signal} ends them`, () => assertEnds(SLEEPER, signal))
  }

  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    it(`ends with them though it is a busy loop (${signal})`, () => assertEnds(BUSY_LOOPS, signal))
  }

  it('ends with them though it is a PostgreSQL', () => assertEnds(POSTGRES, 'SIGTERM'))

  it('ends with them when they end by themselves', async () => {
    const [pid, tests] = await start(`${SLEEPER}\nprocess.stdin.once('data', () => process.exit(0))`)
    tests.stdin.write('end\n')

    await eventually('the program has ended', () => hasEnded(pid))
  })
})

async function assertEnds(script: string, signal: NodeJS.Signals): Promise<void> {
  const [pid, tests] = await start(script)
  assert.equal(hasEnded(pid), false)

  tests.kill(signal)

  await eventually('the program has ended', () => hasEnded(pid))
}

/** Runs a script that starts a program and says its pid. */
async function start(script: string) {
  const tests = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    cwd: new URL('..', import.meta.url),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(tests.stdout), 'line')) as [string]
  return [Number(line), tests] as const
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}
