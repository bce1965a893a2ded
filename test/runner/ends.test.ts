import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { LIMITS, runProcess } from '../../scripts/jobs/run-process.ts'
import { readTally } from '../../scripts/jobs/tally.ts'
import { testOptions } from '../../scripts/steps.ts'

const files = join(import.meta.dirname, '../fixtures/files-of-tests')

interface RunOptions {
  readonly limits?: typeof LIMITS
  readonly environment?: Readonly<Record<string, string>>
}

async function run(
  names: string | readonly string[],
  { limits = LIMITS, environment = {} }: RunOptions = {},
) {
  const { isGood, output } = await runProcess({
    arguments: [...testOptions(), ...[names].flat().map((name) => join(files, name))],
    environment,
    limits,
  })
  return { isGood, output, tally: readTally(output, isGood) }
}

// A minute is much for a test that shows what happens after it.
const SHORT = { TOCSIN_TEST_END_MS_MAX: '300' }

describe('a word behind the command', () => {
  for (const script of ['scripts/test.ts', 'scripts/check.ts']) {
    it(`that names nothing is a failure, and nothing is run (${script})`, async () => {
      const { isGood, output } = await runProcess({
        arguments: [script, 'no-such-file-of-tests'],
        environment: {},
        limits: LIMITS,
      })

      assert.equal(isGood, false)
      assert.match(
        output,
        /No step and no file of tests here has "no-such-file-of-tests" in its name, so nothing was run\. The steps are: format, words, lint,/,
      )
    })
  }

  it('may name a file of unit tests', async () => {
    const { isGood, output } = await runProcess({
      arguments: ['scripts/test.ts', 'classify-result'],
      environment: {},
      limits: LIMITS,
    })

    assert.ok(isGood, output)
    assert.match(output, /unit tests: classify-result \(1 files\): [1-9]\d* passed/)
  })
})

describe('a file of tests', () => {
  it('that ends is good, and its tests are counted', async () => {
    const { isGood, tally } = await run('passes.ts')
    assert.deepEqual({ isGood, tally }, { isGood: true, tally: { passed: 1, failed: 0, skipped: 1 } })
  })

  it('shares its process with others, and its hooks with none', async () => {
    const { isGood, tally } = await run(['hooks.ts', 'passes.ts', 'hooks-too.ts'])
    assert.deepEqual({ isGood, tally }, { isGood: true, tally: { passed: 3, failed: 0, skipped: 1 } })
  })

  it('that cannot be loaded fails, and the others run', async () => {
    const { isGood, tally } = await run(['cannot-be-loaded.ts', 'passes.ts'])
    assert.deepEqual([isGood, tally.passed], [false, 1])
  })

  it('fails with one of its tests', async () => {
    const { isGood, output, tally } = await run('fails.ts')
    assert.deepEqual({ isGood, tally }, { isGood: false, tally: { passed: 1, failed: 1, skipped: 0 } })
    assert.match(output, /a fault of its own/)
  })

  for (const [name, what] of [
    ['leaves-a-timer.ts', 'Timeout'],
    ['leaves-a-listener.ts', 'TCPServerWrap'],
  ] as const) {
    it(`that ${name.slice(0, -3).replaceAll('-', ' ')} is ended, named, and fails`, async () => {
      const { isGood, output, tally } = await run(name, { environment: SHORT })
      assert.deepEqual([isGood, tally.failed], [false, 1])
      assert.match(
        output,
        new RegExp(`${name} did not end within 0.3 s after the last test. Still open: .*${what}`),
      )
    })

    it(`that ${name.slice(0, -3).replaceAll('-', ' ')} is found among others`, async () => {
      const { isGood, output } = await run(['passes.ts', name], { environment: SHORT })
      assert.equal(isGood, false)
      assert.match(output, /2 files of tests did not end within 0.3 s/)
      const openAfter = (file: string) => output.split('\n').find((line) => line.includes(`after ${file}`))
      assert.ok(!openAfter(join(files, 'passes.ts'))?.includes(what), output)
      assert.ok(openAfter(join(files, name))?.includes(what), output)
    })
  }

  it('that never comes back is ended, named, and fails', async () => {
    const { isGood, output } = await run('spins.ts', { limits: { ...LIMITS, runMs: 3_000 } })
    assert.equal(isGood, false)
    assert.match(output, /spins\.ts did not end within 3 s, and was ended\./)
  })

  it('that leaves a process behind fails, and the process ends too', async () => {
    const { isGood, output } = await run('leaves-a-process.ts', { limits: { ...LIMITS, closeMs: 300 } })
    assert.equal(isGood, false)
    assert.match(output, /leaves-a-process\.ts left a process behind/)
  })

  it('has a minute or more for whatever only guards against hanging', () => {
    for (const limit of Object.values(LIMITS)) assert.ok(limit >= 60_000)
  })
})
