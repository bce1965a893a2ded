import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'

/** Longer than signals count as the same one; see system-context.ts. */
const LATER_MS = 2_300

/** Runs a program that is interrupted once, then does this; returns its exit code. */
function exitCodeAfter(interrupted: string): number | null {
  const program = `
    import { systemContext } from './cli/program/system-context.ts'
    const interrupt = () => process.kill(process.pid, 'SIGINT')
    const block = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    systemContext({ environment: {} }).untilInterrupted().addEventListener('abort', () => { ${interrupted} })
    setTimeout(() => process.exit(1), 60_000)
    interrupt()`
  return spawnSync(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' }).status
}

describe('systemContext: a second Ctrl-C', () => {
  it('is the same one if it arrived while the process was busy with ending', () => {
    const busy = `interrupt(); block(${LATER_MS}); setTimeout(() => process.exit(0), 100)`

    assert.equal(exitCodeAfter(busy), 0)
  })

  it('ends the process at once if somebody sends it later', () => {
    const later = `setTimeout(interrupt, ${LATER_MS})`

    assert.equal(exitCodeAfter(later), 130)
  })
})
