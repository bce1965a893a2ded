import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../domain/errors.ts'
import { refusalOf, writeApart } from './write-reports.ts'

const database = Object.assign(new Error('no equivalent in encoding'), { code: '22P05' })

/** Writes in transactions: a batch with one of `bad` is not written at all. */
function setup(bad: readonly number[], fault: Error = database) {
  const stored: number[] = []
  const write = async (batch: readonly number[]) => {
    if (batch.some((one) => bad.includes(one))) throw fault
    stored.push(...batch)
    return batch.map((one) => `stored ${one}`)
  }
  return { stored, write }
}

describe('writeApart', () => {
  it('leaves out the reports that are refused, and keeps the order of the others', async () => {
    const { stored, write } = setup([2, 5])

    const { accepted, refused } = await writeApart([1, 2, 3, 4, 5], write)

    assert.deepEqual(stored, [1, 3, 4])
    assert.deepEqual(accepted, ['stored 1', undefined, 'stored 3', 'stored 4', undefined])
    assert.deepEqual(
      refused.map(({ report }) => report),
      [2, 5],
    )
  })

  it('rejects with the fault itself if every report is refused', async () => {
    await assert.rejects(writeApart([1, 2], setup([1, 2]).write), database)
    await assert.rejects(writeApart([1], setup([1]).write), database)
  })

  it('gives up at twenty refused reports: the fault is not theirs', async () => {
    const all = Array.from({ length: 100 }, (_, index) => index)
    let writeCount = 0
    const { write } = setup(all.slice(1))
    const counting = (batch: readonly number[]) => {
      writeCount += 1
      return write(batch)
    }

    await assert.rejects(writeApart(all, counting), database)
    assert.ok(writeCount < 60, String(writeCount))
  })

  it('tries nothing apart while the database cannot be written', async () => {
    const away = new AppError('unavailable', 'away')
    const { stored, write } = setup([3], away)

    await assert.rejects(writeApart([1, 2, 3], write), away)
    assert.deepEqual(stored, [])
  })
})

describe('refusalOf', () => {
  it('names the reports and the words of the database, but nothing of our inside', () => {
    const refused = [
      { report: { source: 'api', name: 'a' }, error: database },
      { report: { source: 'api', name: 'b' }, error: new TypeError('x is not a function') },
    ]

    const { code, message } = refusalOf(refused, { count: 9, nameOf: ({ name }) => name })

    assert.equal(code, 'internal')
    assert.equal(
      message,
      '2 of 9 reports could not be stored, and the others were: a of api (no equivalent in encoding, 22P05); b of api (a fault of the service; its log has the cause).',
    )
  })
})
