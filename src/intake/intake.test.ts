import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ALWAYS_OPEN } from '../domain/open-time.ts'
import { AppError } from '../domain/errors.ts'
import type { ObservationAccepted } from '../storage/store.ts'
import { observation } from '../../test/support/build.ts'
import { FakeClock } from '../../test/support/time/fake-clock.ts'
import { Intake, type IntakeDeps, BatchSizes } from './intake.ts'
import { WRITES_MAX } from '../domain/write-weight.ts'

const raised: ObservationAccepted = {
  result: 'raised',
  alertId: 1,
  eventId: 1,
  deliveryCount: 1,
  notifiedNobody: false,
}
const refreshed: ObservationAccepted = {
  result: 'refreshed',
  alertId: 1,
  eventId: null,
  deliveryCount: 0,
  notifiedNobody: false,
}

function setup(
  given: Partial<IntakeDeps> & {
    readonly accept: () => Promise<readonly ObservationAccepted[]>
    readonly claimsSeeWrites?: boolean
  },
) {
  const calls: string[] = []
  /** How many calls there were before each write. */
  const writes: number[] = []
  const intake = new Intake({
    store: {
      acceptObservations: given.accept,
      acceptJobRuns: () => Promise.resolve([]),
      claimsSeeWrites: given.claimsSeeWrites ?? false,
    },
    clock: new FakeClock(),
    openIntake: { openTime: ALWAYS_OPEN, begin: () => undefined },
    pendingMax: 3,
    memoryRefusal: () => undefined,
    wake: () => calls.push('wake'),
    onWriting: () => writes.push(calls.length),
    onAccepted: ({ result }) => calls.push(result),
    onRejected: (reason) => calls.push(`rejected: ${reason}`),
    ...given,
  })
  return { intake, calls, writes }
}

describe('Intake', () => {
  it('wakes the dispatcher after the commit, and only if there is something to deliver', async () => {
    const responses = [[raised], [refreshed]]
    const { intake, calls } = setup({ accept: () => Promise.resolve(responses.shift() ?? []) })

    await intake.acceptObservations([observation()])
    await intake.acceptObservations([observation()])

    assert.deepEqual(calls, ['wake', 'raised', 'refreshed'])
  })

  it('says in the turn of the write that there is one, and says no more where what is claimed sees it', async () => {
    const { intake, calls, writes } = setup({
      accept: () => Promise.resolve([raised]),
      claimsSeeWrites: true,
    })

    const accepted = intake.acceptObservations([observation()])

    assert.deepEqual([writes, calls], [[0], []])
    await accepted
    assert.deepEqual([writes, calls], [[0], ['raised']])
  })

  it('refuses what is over the limit at once with a time to come back, and takes in again when there is room', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly ObservationAccepted[]>()
    const { intake, calls } = setup({ accept: () => promise })
    const two = [observation(), observation({ key: 'b' })]
    const first = intake.acceptObservations(two)

    await assert.rejects(intake.acceptObservations(two), (error) => {
      assert.ok(error instanceof AppError)
      assert.deepEqual([error.code, error.retryAfterMs], ['unavailable', 1_000])
      return true
    })
    resolve([refreshed, refreshed])
    await first
    await intake.acceptObservations(two)

    assert.deepEqual(
      calls.filter((call) => call.startsWith('rejected')),
      ['rejected: overloaded'],
    )
  })

  it('refuses while memory is short, and says so', async () => {
    let refusal: AppError | undefined = new AppError('unavailable', 'too little memory')
    const { intake, calls } = setup({
      accept: () => Promise.resolve([refreshed]),
      memoryRefusal: () => refusal,
    })

    await assert.rejects(intake.acceptObservations([observation()]), refusal)
    refusal = undefined
    await intake.acceptObservations([observation()])

    assert.deepEqual(calls, ['rejected: memory', 'refreshed'])
  })

  it('refuses what is too much to hold, however few reports it is', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly []>()
    const { intake, calls } = setup({ accept: () => promise, pendingMax: 1_000 })
    const labels = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [index, 'x'.repeat(4_000)]))
    const large = Array.from({ length: 50 }, (_, index) =>
      observation({ key: `${index}`, details: { labels } }),
    )

    const first = intake.acceptObservations(large)
    await assert.rejects(intake.acceptObservations(large), { code: 'unavailable', retryAfterMs: 1_000 })
    assert.deepEqual(calls, ['rejected: overloaded'])
    const small = intake.acceptObservations([observation()])
    resolve([])
    await Promise.all([first, small])
    await intake.acceptObservations(large)
  })

  it('lets a batch larger than the limit pass when it is alone', async () => {
    const five = Array.from({ length: 5 }, () => observation())
    const { intake, calls } = setup({ accept: () => Promise.resolve(five.map(() => refreshed)) })

    const accepted = await intake.acceptObservations(five)

    assert.equal(accepted.length, 5)
    assert.deepEqual(new Set(calls), new Set(['refreshed']))
  })

  it('gives room back when the store fails, and passes the failure on', async () => {
    const { intake, calls } = setup({ accept: () => Promise.reject(new AppError('unavailable', 'full')) })

    for (let index = 0; index < 5; index += 1) {
      await assert.rejects(intake.acceptObservations([observation(), observation()]), { message: 'full' })
    }

    assert.deepEqual(new Set(calls), new Set(['rejected: unavailable']))
  })

  it('has nothing to do for an empty batch', async () => {
    const { intake, calls } = setup({ accept: () => Promise.reject(new Error('never called')) })

    assert.deepEqual(await intake.acceptObservations([]), [])
    assert.deepEqual(calls, [])
  })
})

describe('BatchSizes', () => {
  it('are small where much comes of each report, at once', () => {
    const sizes = new BatchSizes()
    sizes.note(10, 1_000)

    assert.equal(sizes.next(), Math.floor(WRITES_MAX / 101))
    sizes.note(1, 5_000)
    assert.equal(sizes.next(), 1)
  })

  it('are small where patterns take as long for each report as many rows', () => {
    const sizes = new BatchSizes()
    sizes.note(300, 0)
    for (let count = 0; count < 40; count += 1) sizes.note(300, 0)

    assert.equal(sizes.next({ webhooks: 50, silences: 48 }), 3)
    assert.equal(sizes.next({ webhooks: 1_000, silences: 0 }), 1)
  })

  it('grow where little comes of them, and forget slowly what came before', () => {
    const sizes = new BatchSizes()
    sizes.note(1, 100)
    sizes.note(300, 0)
    assert.ok(sizes.next() < 10, `${sizes.next()}`)
    for (let count = 0; count < 40; count += 1) sizes.note(300, 0)

    assert.ok(sizes.next() > WRITES_MAX * 0.9, `${sizes.next()}`)
  })
})
