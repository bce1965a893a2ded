import assert from 'node:assert/strict'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../test/support/time/eventually.ts'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { systemClock, type Clock } from '../runtime/clock.ts'
import { LogSink } from './log-sink.ts'

describe('LogSink', () => {
  let folder = ''
  let fileCount = 0
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tocsin-log-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  function setup({ gatherMax = 1000, clock = systemClock }: { gatherMax?: number; clock?: Clock } = {}) {
    const file = join(folder, `${(fileCount += 1)}.log`)
    const fd = openSync(file, 'w')
    const describeLoss = (count: number) => `lost ${count}\n`
    const sink = new LogSink({ fd, gatherMax, gatherMs: 1000, describeLoss, clock })
    return { sink, written: () => readFileSync(file, 'utf8'), close: () => closeSync(fd) }
  }

  it('gathers lines until there are enough of them', async () => {
    const { sink, written, close } = setup({ gatherMax: 10, clock: new FakeClock() })

    sink.write('12345\n')
    await new Promise(setImmediate)
    const early = written()
    sink.write('67890\n')
    await eventually('both lines', () => written() !== '')
    close()

    assert.equal(early, '')
    assert.equal(written(), '12345\n67890\n')
  })

  it('does not keep a line for longer than the limit', async () => {
    const clock = new FakeClock()
    const { sink, written, close } = setup({ clock })

    sink.write('late\n')
    clock.advance(1000)
    await eventually('the line', () => written() === 'late\n')

    close()
  })

  it('gathers what comes during a write like what comes before one', async () => {
    const clock = new FakeClock()
    const { sink, written, close } = setup({ gatherMax: 10, clock })

    sink.write('1234567890\n')
    sink.write('next\n')
    await eventually('the first line', () => written() !== '')
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
    const early = written()
    clock.advance(1000)
    await eventually('the next line', () => written() === '1234567890\nnext\n')
    close()

    assert.equal(early, '1234567890\n')
  })

  it('writes a line whose time comes during a write right after that', async () => {
    const clock = new FakeClock()
    const { sink, written, close } = setup({ gatherMax: 10, clock })

    sink.write('1234567890\n')
    sink.write('next\n')
    clock.advance(1000)
    await eventually('both lines', () => written() === '1234567890\nnext\n')

    close()
  })

  it('flush: everything is written then, in order, whatever came during a write', async () => {
    const { sink, written, close } = setup()
    const lines = Array.from({ length: 2000 }, (_, index) => `line ${index} ${'é'.repeat(index % 50)}\n`)

    for (const [index, line] of lines.entries()) {
      sink.write(line)
      if (index % 100 === 0) await new Promise(setImmediate)
    }
    await sink.flush()
    close()

    assert.equal(written(), lines.join(''))
  })

  it('a reader that stalls costs lines, not memory, and the log says how many', async () => {
    const { sink, written, close } = setup()
    const line = `${'x'.repeat(1023)}\n`

    for (let index = 0; index < 3000; index += 1) sink.write(line)
    await sink.flush()
    sink.write('on again\n')
    await sink.flush()
    close()

    const lost = Number(/^lost (\d+)\non again\n$/m.exec(written())?.[1])
    assert.ok(lost > 1900 && lost < 2000, `${lost}`)
    assert.equal(written().match(/^x+$/gm)?.length, 3000 - lost)
  })

  it('a full disk costs the log and nothing else', { skip: !existsSync('/dev/full') }, async () => {
    const fd = openSync('/dev/full', 'w')
    // No wait ends by this clock: what is not given up at once would hang.
    const clock = new FakeClock()
    const sink = new LogSink({ fd, gatherMax: 1, gatherMs: 1000, describeLoss: String, clock })

    sink.write('one\n')
    await assert.doesNotReject(() => sink.flush())
    sink.write('two\n')
    sink.write('three\n')
    assert.doesNotThrow(() => sink.flushSync())

    closeSync(fd)
  })
})
