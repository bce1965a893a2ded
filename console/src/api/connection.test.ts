import assert from 'node:assert/strict'
import { describe, it, afterEach, beforeEach, mock } from 'node:test'
import { Connection } from './connection.ts'
import { isShort } from './refetch.ts'

describe('what follows every hint', () => {
  it('is whatever is no list, and a list of a few pages', () => {
    for (const data of [undefined, null, 'text', { id: 1 }, { pages: [] }, { pages: Array(4).fill(0) }]) {
      assert.equal(isShort(data), true)
    }
  })

  it('is not a list that somebody has unrolled far', () => {
    assert.equal(isShort({ pages: Array(5).fill(0) }), false)
  })
})

/** The other end, as a browser shows it. */
class FakeSource extends EventTarget {
  static readonly OPEN = 1
  static readonly CLOSED = 2
  readyState = 0

  open(): void {
    this.readyState = FakeSource.OPEN
    this.dispatchEvent(new Event('open'))
  }

  /** A browser reports an end once. */
  fail(): void {
    if (this.readyState === FakeSource.CLOSED) return
    this.readyState = FakeSource.CLOSED
    this.dispatchEvent(new Event('error'))
  }

  close(): void {
    this.readyState = FakeSource.CLOSED
  }
}

describe('the live connection', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
    Object.assign(globalThis, { EventSource: FakeSource })
  })
  afterEach(() => mock.timers.reset())

  function connecting() {
    const sources: FakeSource[] = []
    const states: string[] = []
    let readCount = 0
    let emit = () => {}
    const connection = new Connection({
      listen: (onEvent) => {
        emit = onEvent
        const source = new FakeSource()
        sources.push(source)
        return source as unknown as EventSource
      },
      onState: (state) => void (states.at(-1) === state || states.push(state)),
      refetch: () => (readCount += 1),
    })
    connection.open()
    return { connection, sources, states, readCount: () => readCount, emit: () => emit() }
  }

  it('is lost five seconds after nothing comes any more, whether the connection ends, hangs or is refused', () => {
    const ways: readonly ((source: FakeSource | undefined) => void)[] = [
      () => undefined,
      (source) => source?.fail(),
      (source) => source?.dispatchEvent(new Event('error')),
    ]
    for (const end of ways) {
      const { connection, sources, states } = connecting()
      sources[0]?.open()
      mock.timers.tick(1_000)
      end(sources[0])
      for (let second = 0; second < 5; second += 1) {
        mock.timers.tick(1_000)
        // Whoever refuses goes on to refuse.
        if (sources.length > 1) sources.at(-1)?.fail()
      }

      assert.deepEqual(states, ['live', 'lost'])
      connection.close()
    }
  })

  it('is lost where it never comes about', () => {
    const { connection, states } = connecting()
    mock.timers.tick(5_000)

    assert.deepEqual(states, ['lost'])
    connection.close()
  })

  it('tries again until it is back, and reads lists then, and now and again before', () => {
    const { connection, sources, states, readCount } = connecting()
    sources[0]?.open()
    sources[0]?.fail()
    for (let second = 0; second < 60; second += 1) {
      mock.timers.tick(1_000)
      sources.at(-1)?.fail()
    }
    assert.ok(sources.length >= 15, `${sources.length} tries`)
    const before = readCount()
    assert.ok(before >= 4 && before <= 5, `${before} times`)
    mock.timers.tick(3_000)
    sources.at(-1)?.open()

    assert.deepEqual([states, readCount()], [['live', 'lost', 'live'], before + 1])
    connection.close()
  })

  it('lives as long as something is heard', () => {
    const { connection, sources, states, emit } = connecting()
    sources[0]?.open()
    for (let second = 0; second < 30; second += 2) {
      mock.timers.tick(2_000)
      emit()
    }

    assert.deepEqual([states, sources.length], [['live'], 1])
    connection.close()
    mock.timers.tick(60_000)
    assert.equal(sources.length, 1)
  })
})
