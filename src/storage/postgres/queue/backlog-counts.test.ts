import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BACKLOG_AGE_MS_MAX } from '../../store.ts'
import { BacklogCounts } from './backlog-counts.ts'

/** A database in which something more waits at each reading. */
function setup(tookMs: number) {
  let readings = 0
  let fault: Error | undefined
  const read = async <Row>(): Promise<readonly Row[]> => {
    readings += 1
    const waiting = readings
    await Promise.resolve()
    if (fault) throw fault
    // The rows are whatever the caller asks for; here it is this one.
    return [{ waiting, pending: 0, sending: 0, tookMs }] as readonly unknown[] as readonly Row[]
  }
  return {
    counts: new BacklogCounts({ read }),
    break: (error: Error | undefined) => (fault = error),
  }
}

describe('BacklogCounts', () => {
  it('reads each time while that is cheap', async () => {
    const { counts } = setup(1)

    const notified = [await counts.get(0), await counts.get(0), await counts.get(1)]

    assert.deepEqual(
      notified.map(({ waiting }) => waiting),
      [1, 2, 3],
    )
  })

  it('tells a dear reading again for twenty times what it took', async () => {
    const { counts } = setup(100)

    const notified = []
    for (const now of [0, 1_999, 2_000, 1_999]) notified.push((await counts.get(now)).waiting)

    assert.deepEqual(notified, [1, 1, 2, 3], 'and reads anew when the clock was set back')
  })

  it('never tells one that is too old, however dear it was', async () => {
    const { counts } = setup(60_000)

    const notified = []
    for (const now of [0, BACKLOG_AGE_MS_MAX - 1, BACKLOG_AGE_MS_MAX])
      notified.push((await counts.get(now)).waiting)

    assert.deepEqual(notified, [1, 1, 2])
  })

  it('shares one query among concurrent callers; a failure rejects all of them and is not kept', async () => {
    const { counts, ...database } = setup(1)
    database.break(new Error('away'))

    const failed = await Promise.allSettled([counts.get(0), counts.get(0)])
    database.break(undefined)
    const notified = await Promise.all([counts.get(0), counts.get(0)])

    assert.deepEqual(
      failed.map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    assert.deepEqual(
      notified.map(({ waiting }) => waiting),
      [2, 2],
    )
  })
})
