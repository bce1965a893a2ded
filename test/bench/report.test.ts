import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decadesOf } from '../../tools/bench/plots/latency.ts'
import { Progress } from '../../tools/bench/progress.ts'
import { parseStat } from '../../tools/bench/process-usage.ts'
import { demandOf } from '../../tools/bench/report/capacity.ts'
import { replaceBlock } from '../../tools/bench/documents.ts'
import type { MeasuredFigure } from '../../tools/bench/report/report.ts'
import { describeAim, describeFigure } from '../../tools/bench/report/table.ts'
import { readSettings } from '../../tools/bench/settings.ts'
import { median, percentiles } from '../../tools/bench/statistics.ts'

const FIGURE: MeasuredFigure = {
  id: 'fanout3.rate',
  engine: 'sqlite',
  title: 'deliveries/s sustained, fan-out 3',
  unit: '/s',
  better: 'more',
  median: 6_612,
  min: 6_480,
  max: 6_701,
  rounds: [6_480, 6_612, 6_701],
  aim: 6_500,
  isReached: true,
}

describe('figures of the bench', () => {
  it('percentiles are nearest ranks', () => {
    const values = Array.from({ length: 1_000 }, (_, index) => 1_000 - index)

    assert.deepEqual(percentiles(values), { p50: 500, p90: 900, p95: 950, p99: 990, p999: 999, max: 1_000 })
    assert.deepEqual(percentiles([7]), { p50: 7, p90: 7, p95: 7, p99: 7, p999: 7, max: 7 })
    assert.equal(percentiles([]).p99, 0)
  })

  it('the median of an even number lies between the two in the middle', () => {
    assert.equal(median([9, 1, 3]), 3)
    assert.equal(median([9, 1, 3, 4]), 3.5)
  })

  it('are shown with their spread', () => {
    assert.equal(describeFigure(FIGURE), '6,612/s (6,480–6,701)')
    assert.equal(describeFigure({ ...FIGURE, unit: 'ms', median: 2.31, rounds: [2.31] }), '2.31 ms')
  })

  it('say how far they are from their aims', () => {
    assert.equal(describeAim(FIGURE), '6,500: reached')
    assert.equal(describeAim({ ...FIGURE, median: 5_850, isReached: false }), '6,500: 10 % short')
    assert.equal(
      describeAim({ ...FIGURE, better: 'less', median: 50, aim: 40, isReached: false }),
      '40: 25 % over',
    )
    assert.equal(describeAim({ ...FIGURE, median: 6_499, isReached: false }), '6,500: 1 % short')
    assert.equal(describeAim({ ...FIGURE, aim: null, isReached: null }), '')
  })

  it('on a logarithmic scale the values lie between whole powers of ten', () => {
    assert.deepEqual(decadesOf([2, 40, 380]), [1, 10, 100, 1_000])
    assert.deepEqual(decadesOf([0.4]), [0.1, 1, 10])
    assert.deepEqual(decadesOf([]), [1, 10])
  })

  it('processor time is found behind any name of a process', () => {
    const fields = ['S', '17', ...Array.from({ length: 9 }, () => '0'), '250', '50', '30', '20']
    const stat = parseStat(`4711 (post) gres ( 1) ${fields.join(' ')} 0 0`)

    assert.deepEqual(stat, { parent: 17, ownSeconds: 3, endedChildrenSeconds: 0.5 })
  })

  it('make the arithmetic of capacity', () => {
    const demand = demandOf(
      {
        serviceMainUs: 140,
        serviceOtherUs: 70,
        databaseUs: 70,
        walBytes: 1_500,
        writtenBytes: 0,
        storedBytes: 1_000,
        networkBytes: 500,
      },
      10_000,
    )

    assert.equal(demand.nodes, 2)
    assert.equal(Math.round(demand.serviceCores * 10) / 10, 3)
    assert.equal(Math.round(demand.databaseCores * 10) / 10, 1)
    assert.equal(demand.walMbPerSecond, 15)
    assert.equal(demand.storedGbPerDay, 864)
    assert.equal(demand.networkMbitPerSecond, 40)
  })
})

describe('the bench', () => {
  it('writes only between the marks of a document', () => {
    const blockOf = (options: string, block: string) =>
      ['begin', block, 'end']
        .map((part) =>
          part === block ? part : `<!-- written by \`npm run bench -- ${options}\`: ${part} -->`,
        )
        .join('\n\n')
    const text = `before\n\n${blockOf('--a', 'old')}\n\n${blockOf('--b --a', 'other')}\n\nafter\n`
    const given = { options: '--a', block: 'new' }

    const written = replaceBlock(text, given)

    assert.equal(written, text.replace('old', 'new'))
    assert.equal(replaceBlock(written, given), written)
    assert.throws(() => replaceBlock('no marks', given), /has no block/)
  })

  it('reckons the time left by what such steps have taken', () => {
    const lines: string[] = []
    const steps = ['a', 'b', 'a', 'b'].map((kind) => ({ kind, seconds: 100 }))
    const progress = new Progress(steps, (line) => lines.push(line))

    progress.begin(0, 'first')
    progress.end(0)
    progress.begin(1, 'second')

    assert.equal(lines[0], '[1/4, about 7 min left] first')
    assert.equal(lines[1], '[2/4, about 3 min left] second')
  })

  it('measures shorter, and warms up shorter, when asked for less', () => {
    const settings = readSettings(['--quick', '--seconds', '0.5', '--engine', 'sqlite'])

    assert.equal(settings.measureMs, 500)
    assert.equal(settings.warmUpMs, 250)
    assert.deepEqual(settings.engines, ['sqlite'])
    assert.throws(() => readSettings(['--engine', 'oracle']), /--engine must be/)
    assert.throws(() => readSettings(['--rounds', '0']), /--rounds must be a number above 0/)
    assert.throws(() => readSettings(['--sconds', '3']), /sconds/)
  })
})
