import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { backlog } from '../../../../test/support/build.ts'
import { eventually } from '../../../../test/support/time/eventually.ts'
import { FakeClock } from '../../../../test/support/time/fake-clock.ts'
import { readLiveEvents, type LiveEvent } from '../../../../test/support/app/live-events.ts'
import { emptyActivity, MINUTE_MS } from '../../../domain/overview/activity.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Reader } from './live-stream.ts'
import { WAITING_BYTES_MAX, LISTENERS_MAX, LISTENERS_PER_PRINCIPAL_MAX, LiveStream } from './live-stream.ts'
import type { Overview } from './overview-reader.ts'

const NOW = Date.parse('2026-09-14T03:00:00Z')
const MINUTES = [emptyActivity(NOW - MINUTE_MS), emptyActivity(NOW)] as const

const OVERVIEW: Overview = {
  at: NOW,
  state: 'healthy',
  explanation: 'All is well.',
  backlog: backlog(),
  lastHour: emptyActivity(NOW),
  webhooks: {
    total: 1,
    enabled: 1,
    disabled: 0,
    failing: 0,
    rejecting: 0,
    rejectedLast: 0,
    paused: 0,
    neverCalled: 0,
    disabledByReceiver: 0,
    blockedForHigh: 0,
  },
  failing: [],
  alerts: { low: 0, medium: 0, high: 0, stale: 0 },
  notifiedNobody: 0,
  nodes: { total: 1, delivering: 1 },
  openNotifications: { count: 0, max: 5 },
  watermarks: { events: 1, jobRuns: 1, deliveries: 1, webhooks: 1 },
  minutes: MINUTES,
}

function streaming() {
  const clock = new FakeClock(NOW)
  const stopping = new AbortController()
  let overview: Overview | Error = OVERVIEW
  let readCount = 0
  const live = new LiveStream({
    readOverview: async () => {
      readCount += 1
      if (overview instanceof Error) throw overview
      return overview
    },
    clock,
    stopping: stopping.signal,
  })
  const listen = ({ principal = 'user 1', authorize = async () => undefined }: Partial<Reader> = {}) => {
    const stream = live.listen({ principal, authorize })
    const texts: string[] = []
    stream.on('data', (chunk) => texts.push(String(chunk)))
    return {
      stream,
      text: () => texts.join(''),
      notified: () => readLiveEvents(texts.join('')),
    }
  }
  /** Waits until so many readings were made, moving on a second for each. */
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round += 1) {
      const before = readCount
      await eventually('the next reading', () => {
        clock.advance(readCount === before ? 1_000 : 0)
        return readCount > before
      })
      await settled()
    }
  }
  return {
    clock,
    live,
    stopping,
    listen,
    rounds,
    readCount: () => readCount,
    show: (next: Partial<Overview> | Error) => {
      overview = next instanceof Error ? next : { ...OVERVIEW, ...next }
    },
  }
}

/** Waits until everything that began in this tick is done. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const eventsOf = ({ notified }: { notified: () => readonly LiveEvent[] }) =>
  notified()
    .map(({ event }) => event)
    .filter((event) => event !== 'heartbeat')

describe('the stream', () => {
  it('begins with the overview and the last minutes, and then only lives while nothing changes', async () => {
    const { listen, rounds, show } = streaming()
    const one = listen()
    await rounds(2)
    show({ at: NOW + 9_000 })
    await rounds(1)

    assert.match(
      one.text(),
      /^retry: 3000\n\nevent: overview\ndata: \{"at":"2026-09-14T03:00:00.000Z","state":"healthy"/,
    )
    assert.deepEqual(eventsOf(one), ['overview', 'activity', 'activity'])
    assert.deepEqual(
      one
        .notified()
        .filter(({ event }) => event === 'activity')
        .map(({ data }) => data.at),
      ['2026-09-14T02:59:00.000Z', '2026-09-14T03:00:00.000Z'],
    )
    one.stream.destroy()
  })

  it('tells a change to all, and once', async () => {
    const { listen, rounds, show } = streaming()
    const [one, other] = [listen(), listen()]
    await rounds(1)
    show({ state: 'degraded' })
    await rounds(3)

    for (const { notified, stream } of [one, other]) {
      const overviews = notified().filter(({ event }) => event === 'overview')
      assert.deepEqual(
        overviews.map(({ data }) => data.state),
        ['healthy', 'degraded'],
      )
      stream.destroy()
    }
  })

  it('names the lists that may have changed', async () => {
    const { listen, rounds, show } = streaming()
    const one = listen()
    const { watermarks, backlog, webhooks } = OVERVIEW
    const busy = [MINUTES[0], { ...MINUTES[1], attempts: 1 }]
    for (const change of [
      {},
      { alerts: { low: 1, medium: 0, high: 0, stale: 0 } },
      { watermarks: { ...watermarks, events: 2, deliveries: 2 } },
      { watermarks: { ...watermarks, jobRuns: 2 } },
      { watermarks: { ...watermarks, webhooks: 2 } },
      { webhooks: { ...webhooks, paused: 1 } },
      { backlog: { ...backlog, sending: 1 } },
      { minutes: busy },
      { minutes: [busy[1]!, emptyActivity(NOW + MINUTE_MS)] },
    ]) {
      show(change)
      await rounds(1)
      show({})
      await rounds(1)
    }
    const hints = one.notified().filter(({ event }) => event === 'changed')
    one.stream.destroy()

    const kinds = hints.map(({ data }) => data.kinds.join())
    assert.deepEqual(
      kinds.filter((_, index) => index % 2 === 0),
      [
        'alerts',
        'alerts,deliveries',
        'job-runs',
        'webhooks,silences,windows',
        'webhooks',
        'deliveries',
        'deliveries',
        'deliveries',
      ],
    )
  })

  it('tells of activity every two seconds at most, and what came late to the minute before', async () => {
    const { listen, rounds, show } = streaming()
    const one = listen()
    await rounds(1)
    for (let attempts = 1; attempts <= 6; attempts += 1) {
      show({ minutes: [MINUTES[0], { ...MINUTES[1], attempts }] })
      await rounds(1)
    }
    const during = one.notified().filter(({ event }) => event === 'activity').length
    const next = emptyActivity(NOW + MINUTE_MS)
    show({ minutes: [{ ...MINUTES[1], attempts: 9 }, next] })
    await rounds(2)
    const after = one.notified().filter(({ event }) => event === 'activity')
    one.stream.destroy()

    assert.ok(during >= 4 && during <= 6, `${during} points`)
    assert.deepEqual(
      after.slice(-2).map(({ data }) => [data.at, data.attempts]),
      [
        ['2026-09-14T03:00:00.000Z', 9],
        ['2026-09-14T03:01:00.000Z', 0],
      ],
    )
  })

  it('reads once for all listeners, and not at all when the last has gone', async () => {
    const { live, listen, rounds, readCount, clock } = streaming()
    assert.equal(readCount(), 0)
    const all = Array.from({ length: 20 }, (_, index) => listen({ principal: `user ${index % 2}` }))
    await settled()
    const greeting = readCount()
    await rounds(3)
    const perRound = (readCount() - greeting) / 3
    for (const { stream } of all) stream.destroy()
    await settled()
    assert.equal(live.listenerCount, 0)
    clock.advance(1_000)
    await settled()
    const before = readCount()
    clock.advance(60_000)
    await settled()

    assert.deepEqual([perRound, readCount()], [1, before])
    const again = listen()
    await eventually('the overview arrives', () => eventsOf(again).includes('overview'))
    again.stream.destroy()
  })

  it('says every two seconds that it lives', async () => {
    const { listen, rounds } = streaming()
    const one = listen()
    await rounds(9)
    one.stream.destroy()

    const heartbeats = one.notified().filter(({ event }) => event === 'heartbeat').length
    assert.ok(heartbeats >= 3 && heartbeats <= 4, `${heartbeats} heartbeats`)
  })

  it('says once that it cannot be read, and tells everything again when it can', async () => {
    const { listen, rounds, show } = streaming()
    const one = listen()
    await rounds(1)
    show(new AppError('unavailable', 'The database is away.'))
    await rounds(3)
    show({})
    await rounds(1)
    one.stream.destroy()

    assert.deepEqual(
      one.notified().filter(({ event }) => !['activity', 'heartbeat'].includes(event)),
      [
        { event: 'overview', data: one.notified()[0]?.data },
        { event: 'problem', data: { message: 'The database is away.' } },
        { event: 'overview', data: one.notified()[0]?.data },
      ],
    )
  })

  it('looks every minute whether its reader still may, and ends if not; no database is no reason', async () => {
    const { live, listen, rounds, clock } = streaming()
    const looks: number[] = []
    let refusal: AppError | undefined = new AppError('unavailable', 'away')
    const authorize = async () => {
      looks.push(clock.now())
      if (refusal) throw refusal
    }
    const one = listen({ authorize })
    let isEnded = false
    one.stream.on('end', () => {
      isEnded = true
    })
    let checkedAt = clock.now()
    const untilNextCheck = async () => {
      const before = looks.length
      while (looks.length === before) await rounds(1)
      const passedMs = clock.now() - checkedAt
      checkedAt = clock.now()
      assert.ok(passedMs >= 58_000 && passedMs <= 66_000, `${passedMs} ms`)
      await settled()
      return [isEnded, live.listenerCount]
    }

    assert.deepEqual(await untilNextCheck(), [false, 1])
    refusal = undefined
    assert.deepEqual(await untilNextCheck(), [false, 1])
    refusal = new AppError('unauthorized', 'The token has been revoked.')
    assert.deepEqual(await untilNextCheck(), [true, 0])
  })

  it('cuts off a reader that does not read, and no other', async () => {
    const { live, listen, rounds, show } = streaming()
    const quick = listen()
    const slow = live.listen({ principal: 'user 1', authorize: async () => undefined })
    let isGone = false
    slow.once('close', () => {
      isGone = true
    })
    const explanation = 'x'.repeat(WAITING_BYTES_MAX / 8)
    for (let round = 0; round < 12; round += 1) {
      show({ explanation: `${explanation}${round}` })
      await rounds(1)
    }

    assert.deepEqual([isGone, live.listenerCount, quick.stream.destroyed], [true, 1, false])
    quick.stream.destroy()
  })

  it('takes so many listeners and no more', async () => {
    const { listen } = streaming()
    const all = Array.from({ length: LISTENERS_MAX }, (_, index) =>
      listen({ principal: `user ${Math.floor(index / LISTENERS_PER_PRINCIPAL_MAX)}` }),
    )

    assert.throws(() => listen({ principal: 'token 1' }), { code: 'unavailable', message: /100 listeners/ })
    all[0]?.stream.destroy()
    await settled()
    listen({ principal: 'token 1' }).stream.destroy()
    for (const { stream } of all) stream.destroy()
  })

  it('takes some of each caller and no more, so that there is room for others', async () => {
    const { listen } = streaming()
    const all = Array.from({ length: LISTENERS_PER_PRINCIPAL_MAX }, () => listen())

    assert.throws(() => listen(), {
      code: 'too_many_requests',
      retryAfterMs: 30_000,
      message: /10 listeners/,
    })
    all.push(listen({ principal: 'token 1' }))
    all[0]?.stream.destroy()
    await settled()
    all.push(listen())
    for (const { stream } of all) stream.destroy()
  })

  it('ends at the stop, at once, and takes nobody afterwards', async () => {
    const { live, listen, stopping } = streaming()
    const ended: number[] = []
    const one = listen()
    one.stream.on('end', () => ended.push(1))
    await settled()
    stopping.abort()
    const late = listen()
    late.stream.on('end', () => ended.push(2))
    await settled()
    await settled()

    assert.deepEqual([ended.toSorted(), live.listenerCount], [[1, 2], 0])
  })
})
