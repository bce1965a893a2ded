import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SourceWarnings } from './source-warnings.ts'

const HOUR = 60 * 60_000

function setup() {
  let now = 1_000 * HOUR
  const lines: string[] = []
  const kept: string[] = []
  const warnings = new SourceWarnings('monitor')
  const deps = {
    clock: { now: () => now },
    log: { warn: (fields: object) => void lines.push((fields as { warning: string }).warning) },
    store: { noteSourceFailure: async ({ failure }: { failure: string }) => void kept.push(failure) },
  }
  return {
    lines,
    kept,
    note: (...given: readonly string[]) => warnings.note(given, deps as never),
    pass: (ms: number) => (now += ms),
  }
}

describe('SourceWarnings', () => {
  it('tells each warning once an hour, and keeps the first of a report', async () => {
    const { lines, kept, note, pass } = setup()
    await note('a', 'b', 'a')
    await note('b')
    pass(HOUR)
    await note('b')

    assert.deepEqual(
      [lines, kept],
      [
        ['a', 'b', 'b'],
        ['a', 'b'],
      ],
    )
  })

  it('tells at most a hundred within an hour, so that a sender of ever new ones costs nothing', async () => {
    const { lines, kept, note, pass } = setup()
    for (let index = 0; index < 150; index += 1) await note(`state ${index}`)
    assert.deepEqual([lines.length, kept.length], [100, 100])

    pass(HOUR)
    await note('state 200')

    assert.equal(lines.at(-1), 'state 200')
  })
})
