import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { formatInstant } from '../../../src/domain/instant.ts'
import { eventually } from '../../support/time/eventually.ts'
import { sourceBody } from '../../support/sources/source-reading.ts'
import { at, DIALECTS, GROUPS, MINUTE, pgdashAt, SCRIPTS, seconds, type Json } from './edge-case-dialects.ts'
import { SourceWorlds } from './source-world.ts'

/** Tries what only some dialects can send: sequences of reports, refusals, and what a vendor does in a way of its own. */

const worlds = new SourceWorlds()
after(() => worlds.stop())

const pganalyze = sourceBody('pganalyze')
const datadog = sourceBody('datadog')
const nagios = sourceBody('nagios')
const bodyOf = (source: string) => DIALECTS.find((dialect) => dialect.source === source)?.problem() ?? {}

const issue = (type: string, minutes: number, severity: string) => ({
  ...pganalyze,
  type: `issue.${type}`,
  timestamp: at(minutes * MINUTE),
  data: { issue: { ...pganalyze.data.issue, severity } },
})
const transition = (name: string, after: number) => ({
  ...datadog,
  transition: name,
  date: String(Number(datadog.date) + after * 1_000),
})
const ofGroup = (alert: Json) => ({
  ...alert,
  ends: (endsAt: string, members: object = {}) => ({ ...alert, status: 'resolved', endsAt, ...members }),
})

interface Sequence {
  readonly title: string
  readonly source: string
  readonly bodies: readonly object[]
  readonly results: readonly string[]
  readonly changes?: readonly string[]
  /** How many events there are in the end, if they are not the same at every dialect. */
  readonly eventCount?: number
}

const SEQUENCES: readonly Sequence[] = [
  {
    title: 'goes from raise to clear, sent once each, however often and late it is reported',
    source: 'pganalyze',
    bodies: [
      issue('triggered', -9, 'warning'),
      issue('escalated', -8, 'critical'),
      issue('triggered', -9, 'warning'),
      issue('downgraded', -7, 'info'),
      issue('resolved', -6, 'info'),
      issue('escalated', -8, 'critical'),
      issue('resolved', -6, 'info'),
      issue('reopened', -5, 'critical'),
    ],
    results: ['raised', 'changed', 'stale', 'changed', 'cleared', 'stale', 'refreshed', 'raised'],
  },
  {
    title: 'a reminder of an alert without data leaves it as it is',
    source: 'datadog',
    bodies: [
      transition('No Data', 1),
      transition('Renotify', 2),
      transition('Re-No Data', 3),
      transition('Triggered', 4),
      transition('Re-Triggered', 5),
      transition('Recovered', 6),
      transition('Triggered', 5),
    ],
    results: ['raised', 'refreshed', 'refreshed', 'changed', 'refreshed', 'cleared', 'stale'],
  },
  {
    title: 'what recovers while it flaps is cleared all the same',
    source: 'nagios',
    bodies: [
      nagios,
      { ...nagios, type: 'FLAPPINGSTART' },
      { ...nagios, type: 'FLAPPINGSTOP', state: 'OK', t: seconds(0) },
    ],
    results: ['raised', 'cleared'],
    changes: ['cleared > high', 'high > cleared'],
  },
  {
    title: 'a problem with a text too long for a key is cleared as well',
    source: 'pgdash',
    bodies: [
      DIALECTS.find(({ source }) => source === 'pgdash')?.hostile('x'.repeat(65_536)) ?? {},
      pgdashAt(MINUTE, { alerts: [] }),
    ],
    results: ['raised', 'cleared'],
  },
  ...GROUPS.flatMap(({ source, group, alert }) => {
    const of = (...alerts: readonly object[]) => ({ ...group, alerts })
    const { ends } = ofGroup(alert)
    const began = { startsAt: at(-MINUTE) }
    return [
      { title: 'empty array', source, bodies: [of()], results: [], eventCount: 0 },
      {
        title: 'same alert twice in one batch',
        source,
        bodies: [of(alert, alert)],
        results: ['raised', 'refreshed'],
        eventCount: 1,
      },
      {
        title: 'endsAt before startsAt',
        source,
        bodies: [of({ ...alert, ...began }), of(ends(at(-2 * MINUTE), began))],
        results: ['raised', 'cleared'],
      },
      {
        title: 'receiver name with backslash',
        source,
        bodies: [{ ...of(alert), receiver: 'web\\.hook "x"' }],
        results: ['raised'],
      },
    ]
  }),
]

describe('sequences of reports', () => {
  for (const { title, source, bodies, results, changes, eventCount } of SEQUENCES)
    it(`${source}: ${title}`, async () => {
      const { report, events } = await worlds.start()
      const seen: string[] = []
      for (const body of bodies) seen.push(...(await report(source, body)))

      assert.deepEqual(seen, results)
      if (eventCount !== undefined) assert.equal((await events()).length, eventCount)
      if (changes)
        assert.deepEqual(
          (await events())
            .toReversed()
            .map((event) => event.kind === 'alert' && `${event.oldState} > ${event.newState}`),
          changes,
        )
    })
})

const PAYLOAD = /Put the payload of docs\/sources-hosted\.md into the field Payload/
const DESIGN = { text: 'of my own design' }

const REFUSALS: readonly (readonly [title: string, source: string, body: object, detail: RegExp])[] = [
  ['unexpanded variables', 'datadog', { ...datadog, transition: '$ALERT_TRANSITION' }, PAYLOAD],
  [
    'the body that Datadog sends without our payload',
    'datadog',
    {
      id: '1',
      title: 'x',
      body: 'y',
      date: '1',
      last_updated: '1',
      event_type: 'z',
      org: { id: '1', name: 'n' },
    },
    PAYLOAD,
  ],
  [
    'legacy alerting',
    'grafana',
    { state: 'alerting', ruleId: 1, evalMatches: [], title: 'x' },
    /legacy alerting of Grafana 8.*Nothing was taken in/,
  ],
  [
    'a custom payload',
    'grafana',
    { summary: 'of my own design' },
    /not as Grafana \(webhook\) sends it.*a source of the dialect json/,
  ],
  ...SCRIPTS.flatMap(({ source, problem, wrong, remedy }) => [
    [
      'a wrong field',
      source,
      { ...problem(0), ...wrong },
      new RegExp(`${remedy.source}.*Nothing was taken in\\.$`),
    ] as const,
    ['a body of another design', source, DESIGN, /media_tocsin\.yaml|sources-nagios\.md/] as const,
  ]),
  ...(
    [
      ['pgdash', 'datadog'],
      ['datadog', 'pganalyze'],
      ['pganalyze', 'cloudevents'],
      ['cloudevents', 'pgdash'],
      ['alertmanager', 'grafana'],
    ] as const
  ).map(
    ([source, sender]) =>
      [
        `what ${sender} sends`,
        source,
        bodyOf(sender),
        new RegExp(`this is what .* sends: its address is /intake/${sender}`),
      ] as const,
  ),
]

describe('refusals, which change nothing', () => {
  for (const [title, source, body, detail] of REFUSALS)
    it(`${source}: ${title}`, async () => {
      const { send, events, shown } = await worlds.start()
      const { status, json } = await send(source, body)

      assert.equal(status, 400)
      assert.match(json.detail, detail)
      assert.deepEqual([await events(), await shown()], [[], []])
    })

  it('prometheus: what CloudEvents sends, in a batch', async () => {
    const { send, events } = await worlds.start()
    const { status, text } = await send('prometheus/api/v2/alerts', [bodyOf('cloudevents')])

    assert.equal(status, 400)
    assert.match(
      JSON.parse(text),
      /this is what CloudEvents 1\.0 sends: its address is \/intake\/cloudevents/,
    )
    assert.deepEqual(await events(), [])
  })
})

for (const { source, group, alert } of GROUPS) {
  const { ends } = ofGroup(alert)

  describe(`groups of ${source}`, () => {
    const begin = async () => {
      const world = await worlds.start()
      const of = (alerts: readonly unknown[], members: object) => ({ ...group, ...members, alerts })
      return {
        ...world,
        send: (alerts: readonly unknown[], members: object = {}) => world.send(source, of(alerts, members)),
        report: (alerts: readonly unknown[], members: object = {}) =>
          world.report(source, of(alerts, members)),
      }
    }

    it('alert array with one invalid element', async () => {
      const { send, shown } = await begin()
      const { status, json } = await send([{ ...alert, startsAt: 'yesterday' }, alert])

      assert.equal(status, 400)
      assert.match(json.detail, /alert 0: startsAt must be a time.*The other one of the request is taken in/)
      assert.equal((await shown()).length, 1)
    })

    it('endsAt zero time, of what fires and of what is resolved', async () => {
      const { report, shown } = await begin()
      const zero = '0001-01-01T00:00:00Z'
      await report([{ ...alert, endsAt: zero }])
      assert.equal((await shown())[0].expires_at, null)

      await report([ends(zero)])
      assert.deepEqual([(await shown())[0].state, (await shown())[0].since], ['cleared', at(0)])
    })

    it('nanosecond and +02:00 timestamps', async () => {
      const { report, shown } = await begin()
      await report([{ ...alert, startsAt: '2026-09-14T07:59:59.123456789+02:00' }])

      assert.equal((await shown())[0].since, '2026-09-14T05:59:59.123Z')
    })

    it('group message with mixed firing and resolved', async () => {
      const { report, shown } = await begin()
      const other = { ...alert, fingerprint: 'another', labels: { ...alert.labels, instance: 'another' } }
      await report([alert, other])
      await report([ends(at(-1)), other], { status: 'firing' })

      const isCleared = (await shown()).map(({ state }: Json) => state === 'cleared')
      assert.deepEqual(isCleared.toSorted(), [false, true])
    })

    it('truncatedAlerts > 0', async () => {
      const { report, shown } = await begin()
      await report([alert], { truncatedAlerts: 12, status: 'resolved' })

      const [{ state, warnings }] = await shown()
      assert.notEqual(state, 'cleared')
      assert.match(warnings[0], /left 12 alerts out of this group/)
    })

    it('the same startsAt again, after the end', async () => {
      const { clock, report, events } = await begin()
      await report([alert])
      await report([ends(at(-MINUTE))])
      const atOnce = await report([alert])
      clock.advance(MINUTE)
      const again = await report([alert])
      const late = await report([ends(at(-MINUTE))])

      assert.deepEqual([...atOnce, ...again, ...late], ['raised', 'refreshed', 'cleared'])
      assert.equal((await events()).length, 4)
    })

    it('HA pair with different startsAt', async () => {
      const { report, events, shown } = await begin()
      await report([{ ...alert, startsAt: at(-MINUTE) }])
      await report([{ ...alert, startsAt: at(-2 * MINUTE) }])

      assert.equal((await events()).length, 1)
      assert.equal((await shown())[0].since, at(-2 * MINUTE))
    })
  })
}

describe('the ways of single vendors', () => {
  it('pgDash: the same alert at two sources is two alerts', async () => {
    const { report, shown } = await worlds.start()
    await report('pgdash', pgdashAt(0))
    await report('pgdash-2', pgdashAt(0))
    await report('pgdash', pgdashAt(MINUTE, { alerts: [] }))

    const states = (await shown()).map(({ source, name, state }: Json) => `${source}: ${name}: ${state}`)
    assert.deepEqual(states.toSorted(), [
      'pgdash-2: Number of backends is greater than 180: high',
      'pgdash-2: Table size is greater than 100 GiB: high',
      'pgdash: Number of backends is greater than 180: cleared',
      'pgdash: Table size is greater than 100 GiB: cleared',
    ])
  })

  it('pganalyze: ping and what is unknown are answered with a note, and the latter is logged', async () => {
    const { app, send } = await worlds.start()
    for (const [type, note] of [
      ['ping', /tried out the address/],
      ['issue.acknowledged', /stays as it is/],
      ['issue.snoozed', /is not known/],
    ] as const) {
      const { json } = await send('pganalyze', { ...pganalyze, type })
      assert.deepEqual(json.results, [])
      assert.match(json.note, note)
    }
    const lines = app.lines.filter(({ event }) => event === 'source.not_understood')
    assert.deepEqual(
      lines.map(({ source, level }) => [source, level]),
      [['pganalyze', 'warn']],
    )
  })

  it('Datadog: numbers, and numbers in strings', async () => {
    const { app, report } = await worlds.start()
    const numbers = { ...datadog, date: Number(datadog.date), monitor: Number(datadog.monitor), cycle: 7 }
    await report('datadog', numbers)
    await report('datadog', { ...numbers, cycle: '7', date: datadog.date })

    const alerts = await app.store.listAlerts({ source: 'datadog' }, { limit: 10 })
    assert.deepEqual(
      alerts.map(({ key, changedAt }) => [key, changedAt]),
      [['7', Number(datadog.date)]],
    )
  })

  it('Grafana: a test notification is raised, and cleared by itself', async () => {
    const { report, send, clock, events } = await worlds.start({ listen: true })
    const { group, alert } = GROUPS.find(({ source }) => source === 'grafana') ?? {}
    const labels = { alertname: 'TestAlert', instance: 'Grafana' }
    const begun = (startsAt: string) => ({
      ...group,
      receiver: 'test',
      alerts: [{ ...alert, labels, startsAt }],
    })

    const { json } = await send('grafana', begun(at(0)))
    assert.match(json.note, /test notification/)
    assert.equal(json.results[0].result, 'raised')
    clock.advance(6 * MINUTE)
    await eventually('the test to end', async () => {
      clock.advance(1_000)
      return (await events()).length === 2
    })
    // Pressed once more.
    assert.deepEqual(await report('grafana', begun(formatInstant(clock.now()))), ['raised'])
  })

  it('Nagios: what moves no state is answered 200 with a note, and stores nothing', async () => {
    const { send, shown } = await worlds.start()
    for (const type of ['ACKNOWLEDGEMENT', 'FLAPPINGSTART', 'DOWNTIMESTART', 'CUSTOM']) {
      const { status, json } = await send('nagios', { ...nagios, type })

      assert.equal(status, 200)
      assert.match(json.note, /changes no state: the alert stays as it is/)
    }
    assert.deepEqual(await shown(), [])
  })
})
