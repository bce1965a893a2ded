import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FinishedAttempt, RecordedState } from '../domain/delivery/delivery.ts'
import { AppError } from '../domain/errors.ts'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { Recorder } from './recorder.ts'

describe('Recorder', () => {
  it('writes what gathers during one write with the next', async () => {
    const { recorder, batches } = makeRecorder(async (attempts) => attempts.map(() => 'delivered' as const))

    const results = await Promise.all([1, 2, 3, 4].map((id) => recorder.record(finished(id))))

    assert.deepEqual(results, ['delivered', 'delivered', 'delivered', 'delivered'])
    assert.deepEqual(batches, [[1], [2, 3, 4]])
  })

  it('bounds a batch', async () => {
    const { recorder, batches } = makeRecorder(async (attempts) => attempts.map(() => 'delivered' as const))

    await Promise.all(Array.from({ length: 600 }, (_, id) => recorder.record(finished(id))))

    assert.deepEqual(
      batches.map((batch) => batch.length),
      [1, 256, 256, 87],
    )
  })

  it('tells the state of each delivery, and which leases were lost', async () => {
    const { recorder } = makeRecorder(async (attempts) =>
      attempts.map(({ deliveryId }) => (deliveryId === 2 ? null : 'failed')),
    )

    const results = await Promise.all([1, 2, 3].map((id) => recorder.record(finished(id))))

    assert.deepEqual(results, ['failed', 'lease_lost', 'failed'])
  })

  it('does not let an attempt that can never be written hold up the others', async () => {
    const { recorder, batches, lines } = makeRecorder(async (attempts) => {
      if (attempts.some(({ deliveryId }) => deliveryId === 3)) throw new Error('cannot be stored')
      return attempts.map(() => 'delivered' as const)
    })

    const results = await Promise.all([1, 2, 3, 4].map((id) => recorder.record(finished(id))))

    assert.deepEqual(results, ['delivered', 'delivered', 'given_up', 'delivered'])
    assert.deepEqual(batches, [[1], [2, 3, 4], [2], [3], [4]])
    assert.deepEqual(lines, ['error delivery.record_failed'])
  })

  it('tries again at growing intervals while the database is away', async () => {
    let failuresLeft = 3
    const { recorder, clock, batches, lines } = makeRecorder(async (attempts) => {
      if (failuresLeft-- > 0) throw new AppError('unavailable', 'disk full')
      return attempts.map(() => 'delivered' as const)
    })

    const result = recorder.record(finished(1))
    for (const ms of [50, 100, 200]) {
      await turn()
      clock.advance(ms - 1)
      const before = batches.length
      await turn()
      assert.equal(batches.length, before)
      clock.advance(1)
    }

    assert.equal(await result, 'delivered')
    assert.equal(batches.length, 4)
    assert.deepEqual(lines, ['error delivery.recording_stalled', 'info delivery.recording_resumed'])
  })

  it('says why it is stalled, and does so no more when what stalled it could never be written', async () => {
    const failures = [new AppError('unavailable', 'The disk is full.'), new Error('cannot be stored')]
    const { recorder, clock } = makeRecorder(async () => {
      throw failures.shift() ?? new Error('one call too many')
    })

    const result = recorder.record(finished(1))
    await turn()
    assert.equal(recorder.stalledBecause, 'The disk is full.')
    clock.advance(50)

    assert.equal(await result, 'given_up')
    await turn()
    assert.equal(recorder.stalledBecause, undefined)
  })

  it('gives up when it is stopped, even if a write never returns', async () => {
    const { recorder } = makeRecorder(() => new Promise(() => undefined))
    const results = [1, 2].map((id) => recorder.record(finished(id)))

    recorder.giveUp()

    assert.deepEqual(await Promise.all(results), ['given_up', 'given_up'])
    assert.equal(await recorder.record(finished(3)), 'given_up')
  })

  it('has what follows claimed in the same turn where that sees what is written, and only there', async () => {
    for (const claimsSeeWrites of [true, false]) {
      const { recorder, calls } = makeRecorder(async (attempts) => attempts.map(() => 'delivered' as const), {
        claimsSeeWrites,
      })

      void recorder.record(finished(1))

      assert.deepEqual(calls, claimsSeeWrites ? ['finish', 'wake'] : ['finish'])
    }
  })
})

function makeRecorder(
  finishAttempts: (attempts: readonly FinishedAttempt[]) => Promise<readonly (RecordedState | null)[]>,
  { claimsSeeWrites = false } = {},
) {
  const clock = new FakeClock()
  const batches: (readonly number[])[] = []
  const lines: string[] = []
  const calls: string[] = []
  const keep = (level: string) => (_fields: unknown, name: string) => void lines.push(`${level} ${name}`)
  const recorder = new Recorder({
    clock,
    wake: () => calls.push('wake'),
    store: {
      claimsSeeWrites,
      finishAttempts: (attempts) => {
        calls.push('finish')
        batches.push(attempts.map(({ deliveryId }) => deliveryId))
        return finishAttempts(attempts)
      },
    },
    log: { error: keep('error'), warn: keep('warn'), info: keep('info'), debug: keep('debug') },
  })
  return { recorder, clock, batches, lines, calls }
}

function finished(deliveryId: number): FinishedAttempt {
  return {
    deliveryId,
    webhookId: 7,
    attempt: 1,
    leasedBy: null,
    next: { state: 'delivered' },
    startedAt: 0,
    outcome: 'accept',
    reason: 'HTTP 200',
    failure: null,
    request: { method: 'POST', url: 'http://127.0.0.1:9/', headers: [], body: '' },
    response: null,
    receiver: { kind: 'healthy' },
    timing: { totalMs: 1 },
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
