import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describeSummary, findFileTimes, type JobEnd } from './summary.ts'

const SLOW = end('test/slow', 30, 9)
const ENDS = [end('test/quick', 1, 2), SLOW, ...Array.from({ length: 10 }, (_, n) => end(`test/${n}`, 10, 1))]

function end(name: string, seconds: number, usedSeconds: number): JobEnd {
  const files = [{ name: `${name}.test.ts`, seconds }]
  const tally = { passed: 1, failed: 0, skipped: 0 }
  return {
    job: { step: 'wider tests', name, arguments: [] },
    isGood: true,
    seconds,
    usedSeconds,
    tally,
    files,
  }
}

function summary(options: { readonly processorSecondsMax?: number; readonly showsTimes?: boolean }): string {
  return describeSummary({ ends: ENDS, seconds: 60, serverSeconds: 4, showsTimes: false, ...options })
}

describe('the end of a run', () => {
  it('has the sum of the processor time, the server included, and says whether the aim was reached', () => {
    assert.match(summary({}), /^All of it took 60 s\. Processor time: 25 s\.$/m)
    assert.match(summary({ processorSecondsMax: 25 }), /Processor time: 25 s of at most 25 s\.$/m)
    assert.match(
      summary({ processorSecondsMax: 20 }),
      /Processor time: 25 s\. THE AIM IS MISSED: at most 20 s, so 5 s too much\.$/m,
    )
  })

  it('names the ten slowest, and with --times all and their files', () => {
    assert.match(summary({}), /^ {2}30 \(9 of a processor\) {2}wider tests: test\/slow$/m)
    assert.doesNotMatch(summary({}), /test\/quick|slow\.test\.ts/)
    assert.match(summary({ showsTimes: true }), /test\/quick\n {7}1\.0 {2}test\/quick\.test\.ts$/m)
  })

  it('ends with the count, for machines', () => {
    assert.equal(summary({}).split('\n').at(-2), '12 passed, 0 failed')
  })
})

describe('findFileTimes', () => {
  it('finds the files among the suites, the slowest first', () => {
    const output =
      '▶ test/a.test.ts\n  ✔ a test (1.2ms)\n✔ test/a.test.ts (300.1ms)\n✖ test/b.test.ts (4000ms)\n'

    assert.deepEqual(findFileTimes(output), [
      { name: 'test/b.test.ts', seconds: 4 },
      { name: 'test/a.test.ts', seconds: 0.3 },
    ])
  })
})
