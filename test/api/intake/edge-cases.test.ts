import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { formatInstant } from '../../../src/domain/instant.ts'
import { eventually } from '../../support/time/eventually.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { sourceBody } from '../../support/sources/source-reading.ts'
import { startApp, type CallResponse, type TestApp } from '../../support/app/start-app.ts'

/**
 * What goes wrong between monitors and a receiver of theirs, for those that tell of alerts one by one or in groups. Of
 * Prometheus: intake-prometheus.test.ts; packed bodies and their types: sources.test.ts; one alert of several:
 * source-variants.test.ts; what a shell and a script make of hostile texts: source-nagios.test.ts, source-zabbix.test.ts.
 */

const MINUTE = 60_000
const NOW = Date.parse('2026-09-14T06:00:00Z')

const started: TestApp[] = []
after(() => Promise.all(started.map((app) => app.stop())))

async function start(
  options: { listen?: boolean } = {},
): Promise<{ readonly app: TestApp; readonly clock: FakeClock }> {
  const clock = new FakeClock(NOW)
  const app = await startApp({ clock, ...options })
  started.push(app)
  return { app, clock }
}

const resultsOf = ({ status, json }: CallResponse): readonly [number, readonly string[]] => [
  status,
  json.results.map(({ result }: { result: string }) => result),
]

async function notified(app: TestApp): Promise<readonly string[]> {
  const events = await app.store.listEvents({}, { limit: 100 })
  return events
    .toReversed()
    .map((event) => (event.kind === 'alert' ? `${event.oldState} > ${event.newState}` : ''))
}

for (const dialect of ['alertmanager', 'grafana']) {
  const group = sourceBody(dialect)
  const [alert] = group.alerts
  const at = (ms: number) => formatInstant(NOW + ms)
  const over = (endsAt: string) => ({ ...alert, status: 'resolved', endsAt })

  describe(`edge cases of ${dialect}`, () => {
    const begin = async () => {
      const { app, clock } = await start()
      const send = (alerts: readonly unknown[], members: object = {}) =>
        app.call('POST', `/intake/${dialect}`, { ...group, ...members, alerts })
      const shown = async () => (await app.call('GET', '/v1/alerts')).json.items
      return { app, clock, send, shown }
    }

    it('alert array with one invalid element', async () => {
      const { send, shown } = await begin()
      const { status, json } = await send([{ ...alert, startsAt: 'yesterday' }, alert])

      assert.equal(status, 400)
      assert.match(json.detail, /alert 0: startsAt must be a time.*The other one of the request is taken in/)
      assert.equal((await shown()).length, 1)
    })

    it('empty array', async () => {
      const { send } = await begin()

      assert.deepEqual(resultsOf(await send([])), [200, []])
    })

    it('same alert twice in one batch', async () => {
      const { app, send } = await begin()

      assert.deepEqual(resultsOf(await send([alert, alert])), [200, ['raised', 'refreshed']])
      assert.equal((await notified(app)).length, 1)
    })

    it('resolved for an unknown alert', async () => {
      const { app, send, shown } = await begin()

      assert.deepEqual(resultsOf(await send([over(at(-MINUTE))])), [200, ['ignored']])
      assert.deepEqual([await notified(app), await shown()], [[], []])
    })

    it('endsAt before startsAt', async () => {
      const { send } = await begin()
      await send([{ ...alert, startsAt: at(-MINUTE) }])

      assert.deepEqual(resultsOf(await send([{ ...over(at(-2 * MINUTE)), startsAt: at(-MINUTE) }])), [
        200,
        ['cleared'],
      ])
    })

    it('endsAt zero time, of what fires and of what is resolved', async () => {
      const { send, shown } = await begin()
      const zero = '0001-01-01T00:00:00Z'
      await send([{ ...alert, endsAt: zero }])
      assert.equal((await shown())[0].expires_at, null)

      await send([over(zero)])
      assert.deepEqual([(await shown())[0].state, (await shown())[0].since], ['cleared', at(0)])
    })

    it('nanosecond and +02:00 timestamps', async () => {
      const { send, shown } = await begin()
      await send([{ ...alert, startsAt: '2026-09-14T07:59:59.123456789+02:00' }])

      assert.equal((await shown())[0].since, '2026-09-14T05:59:59.123Z')
    })

    it('label value with quotes, newlines, 64 KB', async () => {
      const { send, shown } = await begin()
      const text = `"quotes" \\ \n\t\0 <b> 🐘 ${'ü'.repeat(60_000)}`
      await send([{ ...alert, labels: { ...alert.labels, query: text } }])

      const [{ labels }] = await shown()
      assert.equal(labels.query.length, text.length)
      assert.match(labels.query, /^"quotes" \\ \n\t. <b> 🐘 ü+$/)
    })

    it('clock skew of ± 5 min', async () => {
      for (const skew of [-5 * MINUTE, 5 * MINUTE]) {
        const { app, clock, send } = await begin()
        await send([{ ...alert, startsAt: at(skew) }])
        clock.advance(MINUTE)
        await send([{ ...over(at(skew + MINUTE)), startsAt: at(skew) }])

        assert.equal((await notified(app)).length, 2, `${skew}`)
        const events = await app.store.listEvents({}, { limit: 10 })
        assert.ok(events.every((event) => event.at <= clock.now()))
      }
    })

    it('group message with mixed firing and resolved', async () => {
      const { send, shown } = await begin()
      const other = { ...alert, fingerprint: 'another', labels: { ...alert.labels, instance: 'another' } }
      await send([alert, other])
      await send([over(at(-1)), other], { status: 'firing' })

      assert.deepEqual(
        (await shown()).map(({ state }: { state: string }) => state === 'cleared').toSorted(),
        [false, true],
      )
    })

    it('truncatedAlerts > 0', async () => {
      const { send, shown } = await begin()
      await send([alert], { truncatedAlerts: 12, status: 'resolved' })

      const [{ state, warnings }] = await shown()
      assert.notEqual(state, 'cleared')
      assert.match(warnings[0], /left 12 alerts out of this group/)
    })

    it('receiver name with backslash', async () => {
      const { send } = await begin()

      assert.deepEqual(resultsOf(await send([alert], { receiver: 'web\\.hook "x"' })), [200, ['raised']])
    })

    it('replays of the identical body', async () => {
      const { app, send } = await begin()
      for (let i = 0; i < 3; i++) await send([alert])
      await send([over(at(-MINUTE))])
      for (let i = 0; i < 3; i++) await send([over(at(-MINUTE))])

      assert.equal((await notified(app)).length, 2)
    })

    it('the same startsAt again, after the end', async () => {
      const { app, clock, send } = await begin()
      await send([alert])
      await send([over(at(-MINUTE))])
      const atOnce = resultsOf(await send([alert]))
      clock.advance(MINUTE)
      const again = resultsOf(await send([alert]))
      const late = resultsOf(await send([over(at(-MINUTE))]))

      assert.deepEqual([atOnce[1], again[1], late[1]], [['raised'], ['refreshed'], ['cleared']])
      assert.equal((await notified(app)).length, 4)
    })

    it('HA pair with different startsAt', async () => {
      const { app, send, shown } = await begin()
      await send([{ ...alert, startsAt: at(-MINUTE) }])
      await send([{ ...alert, startsAt: at(-2 * MINUTE) }])

      assert.equal((await notified(app)).length, 1)
      assert.equal((await shown())[0].since, at(-2 * MINUTE))
    })
  })
}

describe('edge cases of Grafana alone', () => {
  it('Grafana test notification: it is raised, and cleared by itself', async () => {
    const { app, clock } = await start({ listen: true })
    const group = sourceBody('grafana')
    const labels = { alertname: 'TestAlert', instance: 'Grafana' }
    const body = {
      ...group,
      receiver: 'test',
      alerts: [{ ...group.alerts[0], labels, startsAt: formatInstant(NOW) }],
    }

    const { json } = await app.call('POST', '/intake/grafana', body)
    assert.match(json.note, /test notification/)
    assert.equal(json.results[0].result, 'raised')
    clock.advance(6 * MINUTE)
    await eventually('the test to end', async () => {
      clock.advance(1_000)
      return (await notified(app)).length === 2
    })
    // Pressed once more.
    const again = { ...body, alerts: [{ ...body.alerts[0], startsAt: formatInstant(clock.now()) }] }
    assert.deepEqual(resultsOf(await app.call('POST', '/intake/grafana', again)), [200, ['raised']])
  })

  it('legacy alerting, and a custom payload, are refused with a remedy', async () => {
    const { app } = await start()
    const legacy = { state: 'alerting', ruleId: 1, evalMatches: [], title: 'x' }
    const responses = [
      await app.call('POST', '/intake/grafana', legacy),
      await app.call('POST', '/intake/grafana', { summary: 'of my own design' }),
    ]

    assert.deepEqual(
      responses.map(({ status }) => status),
      [400, 400],
    )
    assert.match(responses[0]?.json.detail, /legacy alerting of Grafana 8.*Nothing was taken in/)
    assert.match(
      responses[1]?.text ?? '',
      /not as Grafana \(webhook\) sends it.*a source of the dialect json/,
    )
  })

  it('the two kinds of groups name each other when they are at the wrong address', async () => {
    const { app } = await start()
    const response = await app.call('POST', '/intake/alertmanager', sourceBody('grafana'))

    assert.equal(response.status, 400)
    assert.match(
      response.json.detail,
      /this is what Grafana \(webhook\) sends: its address is \/intake\/grafana\./,
    )
  })
})

const singles = [
  {
    dialect: 'zabbix',
    problem: (ms: number) => ({ ...sourceBody('zabbix'), timestamp: seconds(ms) }),
    end: (ms: number) => ({ ...sourceBody('zabbix'), event_value: '0', recovery_timestamp: seconds(ms) }),
    wrong: { event_value: 'problem' },
    remedy: /event_value must be 1 for a problem or 0 for its end \(\{EVENT\.VALUE\}\)/,
  },
  {
    dialect: 'nagios',
    problem: (ms: number) => ({ ...sourceBody('nagios'), t: seconds(ms) }),
    end: (ms: number) => ({ ...sourceBody('nagios'), type: 'RECOVERY', state: 'OK', t: seconds(ms) }),
    wrong: { host: '' },
    remedy: /host must be given \(\$HOSTNAME\$\)/,
  },
] as const

for (const { dialect, problem, end, wrong, remedy } of singles) {
  describe(`edge cases of ${dialect}`, () => {
    const begin = async () => {
      const { app, clock } = await start()
      return { app, clock, send: (body: object) => app.call('POST', `/intake/${dialect}`, body) }
    }

    it('replays of the identical body', async () => {
      const { app, send } = await begin()
      const bodies = [
        problem(-5 * MINUTE),
        problem(-5 * MINUTE),
        end(-MINUTE),
        end(-MINUTE),
        problem(-5 * MINUTE),
      ]
      const results: string[] = []
      for (const body of bodies) results.push(...resultsOf(await send(body))[1])

      assert.deepEqual(results, ['raised', 'refreshed', 'cleared', 'refreshed', 'stale'])
      assert.deepEqual(await notified(app), ['cleared > high', 'high > cleared'])
    })

    it('resolved for an unknown alert', async () => {
      const { app, send } = await begin()

      assert.deepEqual(resultsOf(await send(end(0))), [200, ['ignored']])
      assert.deepEqual(await notified(app), [])
    })

    it('clock skew of ± 5 min', async () => {
      for (const skew of [-5 * MINUTE, 5 * MINUTE]) {
        const { app, clock, send } = await begin()
        await send(problem(skew))
        clock.advance(MINUTE)
        await send(end(skew + MINUTE))

        assert.deepEqual(await notified(app), ['cleared > high', 'high > cleared'], `${skew}`)
        const events = await app.store.listEvents({}, { limit: 10 })
        assert.ok(events.every((event) => event.at <= clock.now()))
      }
    })

    it('a wrong body is refused with the field and the remedy, and changes nothing', async () => {
      const { app, send } = await begin()
      const { status, json } = await send({ ...problem(0), ...wrong })

      assert.equal(status, 400)
      assert.match(json.detail, remedy)
      assert.match(json.detail, /Nothing was taken in\.$/)
      assert.deepEqual(await app.store.listAlerts({}, { limit: 10 }), [])
    })

    it('a body of another design is reported what to send', async () => {
      const { send } = await begin()
      const { status, text } = await send({ text: 'of my own design' })

      assert.equal(status, 400)
      assert.match(text, /media_tocsin\.yaml|sources-nagios\.md/)
    })

    it('values with quotes, newlines, 64 KB', async () => {
      const { app, send } = await begin()
      const text = `"quotes" \\ \n\t <b> 🐘 ${'ü'.repeat(60_000)}`
      await send({ ...problem(0), message: text, long_output: text })

      const [alert] = await app.store.listAlerts({}, { limit: 10 })
      assert.equal(alert?.details.info, text)
    })

    it('wrong content type', async () => {
      const { app } = await begin()
      const body = JSON.stringify(problem(0))

      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        const { status } = await app.call('POST', `/intake/${dialect}`, body, { 'content-type': type })
        assert.equal(status, 200, type)
      }
    })
  })
}

describe('edge cases of Nagios alone', () => {
  it('what moves no state is answered 200 with a note, and stores nothing', async () => {
    const { app } = await start()
    for (const type of ['ACKNOWLEDGEMENT', 'FLAPPINGSTART', 'DOWNTIMESTART', 'CUSTOM']) {
      const { status, json } = await app.call('POST', '/intake/nagios', { ...sourceBody('nagios'), type })

      assert.equal(status, 200)
      assert.match(json.note, /changes no state: the alert stays as it is/)
    }
    assert.deepEqual(await app.store.listAlerts({}, { limit: 10 }), [])
  })

  it('what recovers while it flaps is cleared all the same', async () => {
    const { app } = await start()
    const body = sourceBody('nagios')
    await app.call('POST', '/intake/nagios', body)
    await app.call('POST', '/intake/nagios', { ...body, type: 'FLAPPINGSTART' })
    await app.call('POST', '/intake/nagios', { ...body, type: 'FLAPPINGSTOP', state: 'OK', t: seconds(0) })

    assert.deepEqual(await notified(app), ['cleared > high', 'high > cleared'])
  })
})

function seconds(ms: number): string {
  return String((NOW + ms) / 1000)
}
