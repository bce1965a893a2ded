import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Service, type Arrival } from '../../../test/senders/service.ts'
import { describeEnding } from './reporter-list.ts'

const NOW = Date.parse('2026-09-14T03:16:40Z')
const MINUTE = 60
const HOUR = 3600

interface Said {
  readonly at: number
  readonly by: Pick<Arrival, 'token' | 'url' | 'address'>
  readonly startsAt: number
  readonly endsAt: number | undefined
}

/** A Prometheus; `a` and `b` are a pair. */
const a = { token: 't', url: 'http://prom-1:9090', address: '10.0.0.1' }
const b = { token: 't', url: 'http://prom-2:9090', address: '10.0.0.2' }
const script = (address: string) => ({ token: 's', url: undefined, address })

/** A push at a time in seconds, with its start, and its end: four minutes ahead if it fires. */
const fires = (at: number, by: Said['by'], startsAt: number, endsAt = at + 4 * MINUTE): Said => {
  return { at, by, startsAt, endsAt }
}
const ends = (at: number, by: Said['by'], startsAt: number, endsAt = at): Said => {
  return { at, by, startsAt, endsAt }
}

const raisedUntil = (end: number): Story['changes'] => [
  [0, 'raised'],
  [end, 'cleared'],
]

interface Story {
  readonly what: string
  readonly said: readonly Said[]
  readonly keeps?: true
  /** Whether it is raised after each of these times; nothing else may change. */
  readonly changes: readonly [at: number, state: 'raised' | 'cleared'][]
  readonly endedBy?: 'monitor' | 'expired'
}

function tell({ said, keeps }: Pick<Story, 'said' | 'keeps'>, until = 48 * HOUR): Service {
  const service = new Service(undefined, { keeps: keeps === true })
  for (const { at, by, startsAt, endsAt } of said) {
    service.take({
      ...by,
      at: NOW + at * 1000,
      startsAt: NOW + startsAt * 1000,
      endsAt: endsAt === undefined ? undefined : NOW + endsAt * 1000,
    })
  }
  service.passUntil(NOW + until * 1000)
  return service
}

const STORIES: readonly Story[] = [
  {
    what: 'an end clears at once what one server fires',
    said: [fires(0, a, 0), fires(75, a, 0), ends(100, a, 0)],
    changes: raisedUntil(100),
    endedBy: 'monitor',
  },
  {
    what: 'what nobody ends expires with its promise and the grace',
    said: [fires(0, a, 0), fires(75, a, 0)],
    changes: raisedUntil(75 + 5 * MINUTE),
    endedBy: 'expired',
  },
  {
    what: 'a pair at an interval of a minute does not flap: the other one repeats itself after 120 s',
    said: [fires(0, a, 0), fires(0, b, 0), ends(119.9, a, 0), fires(120, b, 0), ends(180, b, 0)],
    changes: raisedUntil(180),
  },
  {
    what: 'after an end, who repeats itself has its own promise again, and nobody else has theirs',
    said: [
      fires(0, a, 0, HOUR),
      fires(0, b, 0),
      fires(0, script('10.0.1.1'), 0),
      ends(60, script('10.0.1.1'), 60),
      fires(75, b, 0),
    ],
    changes: raisedUntil(75 + 5 * MINUTE),
    endedBy: 'expired',
  },
  {
    what: 'after an end, who does not repeat itself counts for as long as it lives, if that is longer than a promise',
    said: [
      fires(0, a, 0, HOUR),
      fires(0, b, 0, 60),
      fires(0, script('10.0.1.1'), 0),
      ends(60, script('10.0.1.1'), 60),
      fires(75, b, 0, 135),
    ],
    changes: raisedUntil(330),
  },
  {
    what: 'what was promised ran out before an end was said, and nobody lives longer than that',
    said: [fires(0, script('10.0.1.1'), 0), fires(10, a, 0, 15), ends(100, script('10.0.1.1'), 100)],
    changes: raisedUntil(100),
    endedBy: 'monitor',
  },
  {
    what: 'a clock an hour ahead ends at once, by the lead that its start had when it was first named',
    said: [
      fires(0, a, HOUR, HOUR + 240),
      fires(30 * MINUTE, a, HOUR, HOUR + 30 * MINUTE + 240),
      ends(31 * MINUTE, a, HOUR, HOUR + 31 * MINUTE),
      ends(32 * MINUTE, a, HOUR, HOUR + 31 * MINUTE),
    ],
    changes: [
      [0, 'raised'],
      [300, 'cleared'],
      [30 * MINUTE, 'raised'],
      [31 * MINUTE, 'cleared'],
    ],
    endedBy: 'monitor',
  },
  {
    what: 'a clock that was a day ahead ends with the first end after a restart, however long its promise',
    said: [fires(0, a, 24 * HOUR, 24 * HOUR + 240), fires(60, a, 50), ends(90, a, 50, 89)],
    changes: raisedUntil(90),
  },
  {
    what: 'a script that raises from one host ends from another',
    said: [fires(0, script('10.0.1.1'), 0, HOUR), ends(10 * MINUTE, script('10.0.1.2'), 10 * MINUTE)],
    changes: raisedUntil(10 * MINUTE),
  },
  {
    what: 'a script that names a new start each time, and ends the first one',
    said: [
      fires(0, script('10.0.1.1'), 0, HOUR),
      fires(60, script('10.0.1.2'), 60, HOUR + 60),
      ends(120, script('10.0.1.3'), 0),
    ],
    changes: raisedUntil(120),
  },
  {
    what: 'a late copy of a push through another node does not raise again',
    said: [fires(0, a, 0), ends(40, a, 0), fires(41, a, 0, 240), ends(42, a, 0, 40)],
    changes: raisedUntil(40),
  },
  {
    what: 'an end by a clock that is ahead counts though it arrives faster than the first push did',
    said: [fires(0.4, a, 5, 245), fires(75.1, a, 5, 320), ends(150.1, a, 5, 155)],
    changes: [
      [0.4, 'raised'],
      [150.1, 'cleared'],
    ],
    endedBy: 'monitor',
  },
  {
    what: 'an end by a clock that is ahead counts though the first push that was heard was not the first',
    said: [fires(75, a, HOUR, HOUR + 315), fires(150, a, HOUR, HOUR + 390), ends(200, a, HOUR, HOUR + 200)],
    changes: [
      [75, 'raised'],
      [200, 'cleared'],
    ],
    endedBy: 'monitor',
  },
  {
    what: 'a late copy of an end by a clock that is ahead does not raise again after the next raise',
    said: [
      fires(0, a, HOUR, HOUR + 240),
      ends(40, a, HOUR, HOUR + 40),
      fires(60, a, HOUR + 60, HOUR + 300),
      ends(70, a, HOUR, HOUR + 40),
      ends(100, a, HOUR + 60, HOUR + 100),
    ],
    changes: [
      [0, 'raised'],
      [40, 'cleared'],
      [60, 'raised'],
      [100, 'cleared'],
    ],
  },
  {
    what: 'an end at the very moment that a push before promised is an end',
    said: [fires(0, a, 0), fires(120, a, 0), fires(239, a, 0), ends(240, a, 0)],
    changes: raisedUntil(240),
  },
  {
    what: 'a late copy of an end does not end the next firing',
    said: [fires(0, a, 0), ends(40, a, 0), fires(60, a, 60), ends(70, a, 0, 40), ends(100, a, 60)],
    changes: [
      [0, 'raised'],
      [40, 'cleared'],
      [60, 'raised'],
      [100, 'cleared'],
    ],
  },
  {
    what: 'the same body raises again when five minutes have passed since its end',
    said: [fires(0, a, 0, HOUR), ends(40, a, 0), fires(41 + 5 * MINUTE, a, 0, HOUR), ends(400, a, 0)],
    changes: [
      [0, 'raised'],
      [40, 'cleared'],
      [341, 'raised'],
      [400, 'cleared'],
    ],
  },
  {
    what: 'a pair behind one URL and address is told apart by its starts',
    said: [
      fires(0, a, 0),
      fires(10, a, 10),
      fires(75, a, 0),
      fires(85, a, 10),
      ends(90, a, 0),
      fires(160, a, 10),
      ends(165, a, 0, 90),
      ends(200, a, 10),
    ],
    changes: raisedUntil(200),
  },
  {
    what: 'of such a pair the second one is only cut when the first one ends before it is named again',
    said: [fires(0, a, 0), fires(10, a, 10), ends(60, a, 0), fires(85, a, 10), ends(100, a, 10)],
    changes: raisedUntil(100),
  },
  {
    what: 'a promise of ten years by somebody else holds nothing up',
    said: [
      fires(0, a, 0),
      fires(10, { token: 'x', url: 'http://evil', address: '10.9.9.9' }, 0, 10 * 365 * 24 * HOUR),
      ...[75, 150, 225, 300, 375].map((at) => fires(at, a, 0)),
      ends(400, a, 0),
    ],
    changes: raisedUntil(400),
  },
  {
    what: 'nobody crowds out the reporter of another token, nor ends what that one fires',
    said: [
      fires(0, a, 0),
      ...Array.from({ length: 9 }, (_, index) =>
        fires(10, { token: 'x', url: `http://evil-${index}`, address: '10.9.9.9' }, index),
      ),
      ...Array.from({ length: 9 }, (_, index) =>
        ends(20, { token: 'x', url: `http://evil-${index}`, address: '10.9.9.9' }, index),
      ),
      fires(75, a, 0),
      ends(100, a, 0),
    ],
    changes: raisedUntil(100),
  },
  {
    what: 'an end of a token that reported nothing of it ends nothing',
    said: [fires(0, a, 0), ends(30, { ...b, token: 'x' }, 0), ends(60, a, 0)],
    changes: raisedUntil(60),
  },
  {
    what: 'an end that is said once cuts the promise of a server that is gone: a timer clears, by its word',
    said: [fires(0, b, 0), fires(30, a, 30), ends(60, a, 30)],
    changes: raisedUntil(150),
    endedBy: 'monitor',
  },
  {
    what: 'that holds where silence ends nothing (on_expiry: keep)',
    keeps: true,
    said: [fires(0, b, 0), fires(30, a, 30), ends(60, a, 30)],
    changes: raisedUntil(150),
    endedBy: 'monitor',
  },
  {
    what: 'who repeats itself after the end of another one has its promise again',
    said: [fires(0, b, 0), fires(30, a, 30), ends(60, a, 30), fires(120, b, 0)],
    changes: raisedUntil(120 + 5 * MINUTE),
    endedBy: 'expired',
  },
  {
    what: 'the end of the one that is left clears at once when the others do not live any more',
    said: [fires(0, b, 0, HOUR), ...[0, 75, 150, 225, 300].map((at) => fires(at, a, 0)), ends(340, a, 0)],
    changes: raisedUntil(340),
  },
  {
    what: 'a server that is restarted at its address replaces its former start',
    said: [fires(0, a, 0), fires(75, a, 70), ends(100, a, 70)],
    changes: raisedUntil(100),
  },
  {
    what: 'a promise may become shorter',
    said: [fires(0, script('10.0.1.1'), 0, HOUR), fires(60, script('10.0.1.1'), 60, 120)],
    changes: raisedUntil(180),
    endedBy: 'expired',
  },
  {
    what: 'without an end, a push is good for five minutes',
    said: [{ at: 0, by: script('10.0.1.1'), startsAt: 0, endsAt: undefined }],
    changes: raisedUntil(360),
    endedBy: 'expired',
  },
]

describe('reporters', () => {
  for (const { what, changes, endedBy, ...story } of STORIES) {
    it(what, () => {
      const service = tell(story)

      assert.deepEqual(
        service.changes.map(({ at, event }) => [
          // A timer clears a millisecond after its moment.
          Math.floor((at - NOW) / 100) / 10,
          event.newState === 'cleared' ? 'cleared' : 'raised',
        ]),
        changes,
      )
      if (endedBy) assert.equal(service.alert?.endedBy, endedBy)
    })
  }

  it('confirm nothing by an end that clears nothing', () => {
    const service = tell({ said: [fires(0, a, 0), fires(30, b, 0), ends(60, a, 0), ends(70, a, 0, 60)] }, 80)

    assert.equal(service.isRaised, true)
    assert.equal(service.alert?.observedAt, NOW + 30_000)
  })

  it('live longer by the time in which nobody could report', () => {
    const service = tell({ said: [fires(0, b, 0), fires(30, a, 30), ends(60, a, 30)] }, 100)
    service.wasAbsent(NOW + 100_000, NOW + 1000_000)
    service.passUntil(NOW + 1040_000)
    assert.equal(service.isRaised, true)
    service.passUntil(NOW + 1051_000)
    assert.equal(service.isRaised, false)
  })

  it('count an absence before an end once', () => {
    const service = tell({ said: [fires(0, b, 0), fires(5, a, 5)] }, 10)
    service.wasAbsent(NOW + 10_000, NOW + 910_000)
    service.take({ ...a, at: NOW + 920_000, startsAt: NOW + 5000, endsAt: NOW + 920_000 })
    service.passUntil(NOW + 1049_000)
    assert.equal(service.isRaised, true)
    service.passUntil(NOW + 1051_000)
    assert.equal(service.isRaised, false)
  })

  it('tell why the alert cleared', () => {
    const cut = tell({ said: [fires(0, b, 0), fires(30, a, 30), ends(60, a, 30)] })
    const over = tell({
      said: [fires(0, b, 0), ...[0, 75, 150, 225].map((at) => fires(at, a, 0)), ends(240, a, 0)],
    })
    const silent = tell({ said: [fires(0, a, 0)] })

    const endings = [cut, over, silent].map(({ changes }) =>
      describeEnding(changes.at(-1)?.event.ending ?? []),
    )
    assert.deepEqual(endings, [
      'prom-1:9090 (10.0.0.1) said the end; prom-2:9090 (10.0.0.2) not heard for 150 s',
      'prom-1:9090 (10.0.0.1) said the end; prom-2:9090 (10.0.0.2) not heard for 240 s',
      'prom-1:9090 (10.0.0.1) not heard for 300 s',
    ])
  })
})
