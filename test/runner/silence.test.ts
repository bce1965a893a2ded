import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const SILENCE_MS_MAX = 10_000
const root = join(import.meta.dirname, '../..')

describe('who waits for the first start, or for the tests', () => {
  it('hears at once what is being done, and again before ten seconds are over', async () => {
    const script = `import { sayWhile } from './scripts/say-while.mjs'
sayWhile('Building', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${SILENCE_MS_MAX}))`
    const said = await listen(['--input-type=module', '--eval', script])

    assert.match(said, /^Building …\n {2}5 s …\n/)
  })

  it('hears which files are under way', async () => {
    const waiting = {
      step: 'waiting',
      name: 'a long one',
      arguments: ['--eval', `setTimeout(() => {}, ${SILENCE_MS_MAX})`],
    }
    const script = `import { runJobs } from './scripts/jobs/run-jobs.ts'
await runJobs([${JSON.stringify(waiting)}], { concurrency: 1, busyLoops: 0, showsTimes: false })`
    const said = await listen(['--input-type=module-typescript', '--eval', script])

    assert.match(said, /^… 0 of 1 done; under way: a long one\n/)
  })
})

/** Returns what the program said on its outputs. */
async function listen(options: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, options, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk))
  await once(child, 'close')
  return Buffer.concat(said).toString('utf8')
}
