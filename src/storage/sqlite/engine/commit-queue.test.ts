import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Observation } from '../../../domain/alert/alert.ts'
import type { PackedAttempt } from '../../rows/attempt-row.ts'
import type { ClaimRequest } from '../../../domain/flow/claim-plan.ts'
import { CommitQueue } from './commit-queue.ts'
import type { Call, CallResult } from './group-commit.ts'

const CLAIM = {} as ClaimRequest
const ATTEMPT = {} as PackedAttempt
const OBSERVATION = {} as Observation
const NOTHING = { claims: [], unreadable: [], nextAt: null }

function open(results: Partial<Record<Call['method'], unknown>> = {}) {
  const batches: string[][] = []
  const answered: string[] = []
  let flushes: ((error: Error | null) => void)[] = []
  let timers: { readonly ms: number; readonly callback: () => void }[] = []
  const givenBack: number[] = []
  const state = {
    flushCount: 0,
    mends: 0,
    canMend: true,
    rowsOfReport: 0,
    callsMax: Infinity,
    writeCount: 0,
    writesNothing: false,
  }
  const queue = new CommitQueue({
    carryOut: (calls) => {
      batches.push(calls.map(({ method }) => method))
      if (!state.writesNothing) state.writeCount += 1
      const carriedOut = calls.slice(0, state.callsMax)
      return carriedOut.map(({ id, method }): CallResult => ({ id, value: results[method] }))
    },
    writeCount: () => state.writeCount,
    flush: (done) => {
      state.flushCount += 1
      flushes.push(done)
    },
    mend: () => {
      state.mends += 1
      return state.canMend
    },
    giveBack: (claims) => void givenBack.push(...claims.map(({ deliveryId }) => deliveryId)),
    after: (ms, callback) => void timers.push({ ms, callback }),
    rowsBesides: () => ({ report: state.rowsOfReport, review: 0 }),
    onCommit: () => undefined,
  })
  const note = (name: string, result: Promise<unknown>) =>
    void result.then(
      () => answered.push(name),
      (error: { code?: string }) => answered.push(`${name}: ${error.code}`),
    )
  return {
    queue,
    batches,
    answered,
    state,
    accept: (name: string, count = 0) =>
      note(name, queue.call('acceptObservations', [Array.from({ length: count }, () => OBSERVATION), 0])),
    claim: (name: string) => note(name, queue.call('claimDue', [CLAIM])),
    finish: (name: string, count = 1) =>
      note(name, queue.call('finishAttempts', [Array.from({ length: count }, () => ATTEMPT), 0])),
    read: (name: string) => note(name, queue.call('listTokens', [])),
    endFlush: async (error: Error | null = null) => {
      const [first, ...others] = flushes
      flushes = others
      first?.(error)
      await nextTurn()
    },
    givenBack,
    pass: (msMax = Infinity) => {
      const due = timers.filter(({ ms }) => ms <= msMax)
      timers = timers.filter(({ ms }) => ms > msMax)
      for (const { callback } of due) callback()
    },
  }
}

describe('CommitQueue', () => {
  it('commits the calls of a turn together, and answers them when the disk has them', async () => {
    const { batches, answered, accept, read, endFlush } = open()
    accept('one')
    accept('two')
    read('three')
    await nextTurn()
    assert.deepEqual(batches, [['acceptObservations', 'acceptObservations', 'listTokens']])
    assert.deepEqual(answered, [])

    await endFlush()

    assert.deepEqual(answered, ['one', 'two', 'three'])
  })

  it('answers at once, and flushes nothing, where nothing was written', async () => {
    const { answered, state, accept, claim, pass } = open({ claimDue: NOTHING })
    state.writesNothing = true
    accept('one')
    claim('two')
    await nextTurn()
    pass()
    await nextTurn()

    assert.deepEqual([answered, state.flushCount], [['two', 'one'], 0])
  })

  it('commits what comes while the disk is waited for, and flushes all of it together', async () => {
    const { batches, answered, state, accept, finish, endFlush } = open()
    accept('one')
    await nextTurn()
    accept('two')
    await nextTurn()
    accept('three')
    finish('attempt')
    await nextTurn()
    assert.deepEqual([batches.length, state.flushCount, answered], [3, 1, []])

    await endFlush()
    assert.deepEqual([answered, state.flushCount], [['one'], 2])
    await endFlush()

    assert.deepEqual([answered, state.flushCount], [['one', 'two', 'three', 'attempt'], 2])
  })

  it('answers with the flush under way where nothing was written since it began', async () => {
    const { answered, state, accept, read, endFlush } = open()
    accept('raised')
    await nextTurn()
    state.writesNothing = true
    accept('raised again')
    await nextTurn()
    read('list')
    await nextTurn()
    assert.deepEqual(answered, ['list'])

    await endFlush()

    assert.deepEqual([answered, state.flushCount], [['list', 'raised', 'raised again'], 1])
  })

  it('refuses what was committed while a flush failed, too', async () => {
    const { answered, state, accept, endFlush, pass } = open()
    accept('one')
    await nextTurn()
    accept('two')
    await nextTurn()

    await endFlush(new Error('EIO'))
    assert.deepEqual([answered, state.flushCount], [['one: unavailable', 'two: unavailable'], 1])
    pass(200)
    await nextTurn()

    assert.equal(state.mends, 1)
  })

  it('answers a finished attempt and a read at once, and has the record flushed by the next or after a moment', async () => {
    const { answered, state, finish, read, accept, endFlush, pass } = open()
    finish('one')
    read('two')
    await nextTurn()
    assert.deepEqual([answered, state.flushCount], [['one', 'two'], 0])

    pass()
    await nextTurn()
    assert.equal(state.flushCount, 1)
    await endFlush()
    pass()
    await nextTurn()
    assert.equal(state.flushCount, 1, 'nothing is left to be flushed')

    finish('three')
    accept('four')
    await nextTurn()
    await endFlush()
    assert.deepEqual(answered, ['one', 'two', 'three', 'four'])
    pass()
    await nextTurn()
    assert.equal(state.flushCount, 2, 'the other took it along')
  })

  it('gives out nothing to be sent before all that was committed is on the disk', async () => {
    const { answered, state, finish, claim, endFlush } = open({
      claimDue: { ...NOTHING, claims: [{ deliveryId: 1 }] },
    })
    finish('attempt')
    await nextTurn()
    claim('claim')
    await nextTurn()
    assert.deepEqual([answered, state.flushCount], [['attempt'], 1])

    await endFlush()

    assert.deepEqual(answered, ['attempt', 'claim'])
  })

  it('gives out what was claimed before it answers the others, so that it leaves first', async () => {
    const { answered, accept, claim, endFlush } = open({
      claimDue: { ...NOTHING, claims: [{ deliveryId: 1 }] },
    })
    accept('report')
    claim('claim')
    await nextTurn()

    await endFlush()
    await nextTurn()
    assert.deepEqual(answered, ['claim'])
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()

    assert.deepEqual(answered, ['claim', 'report'])
  })

  it('waits for nothing where nothing was claimed', async () => {
    const { answered, state, claim } = open({ claimDue: NOTHING })
    claim('claim')
    await nextTurn()
    assert.deepEqual([answered, state.flushCount], [['claim'], 0])
  })

  it('takes only so much into one commit, and the rest in the next turn', async () => {
    const { batches, finish } = open()
    finish('one', 300)
    finish('two', 300)
    finish('three', 900)
    for (let turn = 0; turn < 4; turn += 1) await nextTurn()

    assert.deepEqual(
      batches.map((batch) => batch.length),
      [1, 1, 1],
    )
  })

  const CLAIMED = { claims: [{ deliveryId: 7, attempt: 1, leasedBy: null }], unreadable: [], nextAt: null }

  it('keeps a claim whose flush failed, and gives it out when the disk has it, though nobody asks for anything', async () => {
    const { answered, claim, accept, endFlush, pass, state, givenBack } = open({ claimDue: CLAIMED })
    accept('report')
    claim('claim')
    await nextTurn()
    await endFlush(new Error('EIO'))
    assert.deepEqual(answered, ['report: unavailable'])
    state.canMend = false
    pass(200)
    await nextTurn()
    assert.deepEqual(answered, ['report: unavailable'])

    state.canMend = true
    pass(200)
    await nextTurn()
    await nextTurn()

    assert.deepEqual([answered, givenBack], [['report: unavailable', 'claim'], []])
  })

  it('gives a claim back that nobody waits for any more', async () => {
    const { answered, claim, endFlush, pass, state, givenBack } = open({ claimDue: CLAIMED })
    claim('claim')
    await nextTurn()
    state.canMend = false
    await endFlush(new Error('EIO'))
    pass()
    await nextTurn()
    assert.deepEqual([answered, givenBack], [['claim: unavailable'], []])

    state.canMend = true
    pass()
    await nextTurn()

    assert.deepEqual([answered, givenBack], [['claim: unavailable'], [7]])
  })

  it('counts reports times what patterns take for each', async () => {
    const { batches, accept, state } = open()
    state.rowsOfReport = 98
    for (const name of ['one', 'two', 'three']) accept(name, 2)
    await nextTurn()

    assert.deepEqual(batches[0]?.length, 2)
  })

  it('carries out with the next commit, in order, what a commit has left', async () => {
    const { answered, batches, accept, endFlush, state } = open()
    state.callsMax = 1
    for (const name of ['one', 'two', 'three']) accept(name)
    await nextTurn()
    accept('four')
    state.callsMax = 2
    for (let turn = 0; turn < 4; turn += 1) {
      await nextTurn()
      await endFlush()
    }

    assert.deepEqual(answered, ['one', 'two', 'three', 'four'])
    assert.deepEqual(
      batches.map(({ length }) => length),
      [3, 3, 1],
    )
  })

  it('refuses what was committed when the disk fails, and everything until it has it all', async () => {
    const { answered, batches, state, accept, endFlush } = open()
    accept('one')
    await nextTurn()
    state.canMend = false
    await endFlush(new Error('EIO'))
    assert.deepEqual(answered, ['one: unavailable'])

    accept('two')
    await nextTurn()
    assert.deepEqual(answered, ['one: unavailable', 'two: unavailable'])
    assert.equal(batches.length, 1, 'nothing more was written')

    state.canMend = true
    accept('three')
    await nextTurn()
    await endFlush()
    assert.deepEqual(answered.slice(2), ['three'])
    assert.equal(state.mends, 2)
  })

  it('commits nothing while it is held', async () => {
    const { queue, batches, finish } = open()
    const release = queue.hold()
    finish('one')
    await nextTurn()
    assert.deepEqual(batches, [])

    release()
    release()
    await nextTurn()

    assert.equal(batches.length, 1)
  })

  it('answers everything before it is closed, and refuses what comes later', async () => {
    const { queue, answered, accept, endFlush } = open()
    accept('one')
    let isClosed = false
    const closed = queue.close().then(() => (isClosed = true))
    accept('two')
    await nextTurn()
    assert.deepEqual([answered, isClosed], [['two: unavailable'], false])

    await endFlush()
    await closed

    assert.deepEqual(answered, ['two: unavailable', 'one'])
  })

  it('does nothing after it is closed, though a finished attempt was not flushed', async () => {
    const { queue, answered, state, finish, pass } = open()
    finish('attempt')
    await nextTurn()
    await queue.close()

    pass()
    await nextTurn()

    assert.deepEqual([answered, state.flushCount], [['attempt'], 0])
  })
})
