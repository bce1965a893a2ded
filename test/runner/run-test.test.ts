import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, it } from 'node:test'

function runTest(...argv: readonly string[]) {
  // Inside a run of tests, node:test would report to its parent instead of the terminal.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run-test.ts', ...argv], {
    encoding: 'utf8',
    env,
  })
  return { status, out: stdout + stderr }
}

describe('npm run t', () => {
  it('runs the file with a part of its path, and of it the tests with a part of their name', () => {
    const all = runTest('retry-after')
    const one = runTest('src/domain/receiver/retry-after.test.ts', 'HTTP')

    assert.deepEqual([all.status, one.status], [0, 0], one.out)
    const passed = ({ out }: { readonly out: string }) => Number(/ℹ pass (\d+)/.exec(out)?.[1])
    assert.ok(passed(one) > 0 && passed(one) < passed(all), `${passed(one)} of ${passed(all)}`)
  })

  it('refuses a word that is in no path, or in several', () => {
    const none = runTest('no-such-file')
    const many = runTest('webhook')

    assert.deepEqual([none.status, many.status], [1, 1])
    assert.match(none.out, /^No file of tests has "no-such-file" in its path\.\n$/)
    assert.match(many.out, /^\d+ files have "webhook" in their paths; name one:\n {2}\S+\.test\.ts\n/)
  })
})
