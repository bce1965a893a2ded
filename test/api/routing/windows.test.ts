import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { asTokenWith } from '../../support/app/make-token.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'
import { newWebhook, observation } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'

const HOUR_MS = 3_600_000
/** A Friday. */
const FRIDAY = Date.parse('2027-03-26T12:00:00Z')

const WEEKLY = {
  name: 'Sunday patching',
  match: 'server="db-1"',
  zone: 'Europe/Berlin',
  begins: '22:00',
  for: '4h',
  repeat: 'FREQ=WEEKLY;BYDAY=SU',
  reason: 'patches of the week',
}

describe('/v1/windows', () => {
  let app: TestApp
  let clock: FakeClock
  before(async () => {
    clock = new FakeClock(FRIDAY)
    app = await startApp({ clock })
    await app.store.createWebhook(newWebhook({ name: 'teams' }), FRIDAY)
  })
  after(() => app.stop())

  const add = (body: object) => app.call('POST', '/v1/windows', { ...WEEKLY, ...body })

  it('is under way at once also if it began on an earlier day', async (t) => {
    const atNight = await startApp({ clock: new FakeClock(Date.parse('2027-03-27T02:00:00Z')) })
    t.after(() => atNight.stop())
    const nightly = { ...WEEKLY, name: 'nights', for: '8h', repeat: 'FREQ=DAILY' }
    const preview = await atNight.call('POST', '/v1/windows/preview', nightly)
    const { json } = await atNight.call('POST', '/v1/windows', nightly)
    const later = { ...nightly, name: 'later', from: '2027-03-27' }
    const from = await atNight.call('POST', '/v1/windows', later)

    assert.equal(json.from, '2027-03-26')
    assert.deepEqual(json.next, preview.json.next)
    assert.equal(json.next[0].begins_at, '2027-03-26T21:00:00.000Z')
    assert.deepEqual([json.state, from.json.state], ['active', 'pending'])
  })

  it('creates, changes and deletes one, and lists its next five occurrences in its zone and in UTC', async () => {
    const made = await add({})
    const { id } = made.json

    assert.equal(made.status, 201)
    assert.equal(made.headers['location'], `/v1/windows/${id}`)
    const { next, ...rest } = made.json
    assert.deepEqual(rest, {
      id,
      ...WEEKLY,
      everything: false,
      webhook_ids: null,
      days: null,
      from: '2027-03-26',
      except: [],
      jobs: 'hold',
      state: 'pending',
      silence_id: null,
      created_by: 'admin token',
      created_at: '2027-03-26T12:00:00.000Z',
      updated_at: '2027-03-26T12:00:00.000Z',
      warnings: [],
    })
    assert.equal(next.length, 5)
    assert.deepEqual(next[0], {
      begins_at: '2027-03-28T20:00:00.000Z',
      day: '2027-03-28',
      cancelled: false,
      ends_at: '2027-03-29T00:00:00.000Z',
      begins_local: '2027-03-28 22:00 +02:00',
      ends_local: '2027-03-29 02:00 +02:00',
    })

    const days = { days: ['2027-06-30', '2027-03-31'], begins: '02:00', jobs: 'notify_failures' }
    const changed = await app.call('PATCH', `/v1/windows/${id}`, days)
    assert.deepEqual(
      [changed.status, changed.json.repeat, changed.json.days, changed.json.jobs],
      [200, null, ['2027-03-31', '2027-06-30'], 'notify_failures'],
    )
    assert.equal(changed.json.next.length, 2)
    const back = await app.call('PATCH', `/v1/windows/${id}`, { repeat: 'rrule:freq=daily' })
    assert.deepEqual([back.json.repeat, back.json.days], ['FREQ=DAILY', null])
    assert.deepEqual((await app.call('GET', `/v1/windows/${id}`)).json, back.json)
    assert.deepEqual((await app.call('GET', '/v1/windows')).json, { items: [back.json], next: null })

    assert.equal((await app.call('DELETE', `/v1/windows/${id}`)).status, 204)
    for (const method of ['GET', 'DELETE'] as const)
      assertProblem(await app.call(method, `/v1/windows/${id}`), 404)
    assertProblem(await app.call('PATCH', `/v1/windows/${id}`, { name: 'x' }), 404)
  })

  it('cancels one occurrence, and says so', async () => {
    const { id } = (await add({ name: 'with exceptions' })).json
    const cancelled = async () => {
      const { next } = (await app.call('GET', `/v1/windows/${id}`)).json
      return next.map((one: { cancelled: boolean }) => one.cancelled)
    }
    const skipped = await app.call('POST', `/v1/windows/${id}/skip`, { day: '2027-04-11' })
    assert.deepEqual([skipped.status, skipped.json.except], [200, ['2027-04-11']])
    assert.deepEqual(await cancelled(), [false, false, true, false, false])
    const unknown = await app.call('POST', `/v1/windows/${id}/skip`, { day: '2027-04-12' })
    assertProblem(unknown, 400)
    assert.match(
      unknown.text,
      /is \\"2027-04-12\\", on which it does not begin; it begins next on 2027-03-28/,
    )
    await app.call('POST', `/v1/windows/${id}/restore`, { day: '2027-04-11' })
    assert.deepEqual(await cancelled(), [false, false, false, false, false])

    const file = await app.call('PATCH', `/v1/windows/${id}`, { except: ['2027-04-04', '2027-03-28'] })
    assert.deepEqual(file.json.except, ['2027-03-28', '2027-04-04'])
    assertProblem(await app.call('PATCH', `/v1/windows/${id}`, { except: ['soon'] }), 400)
    const token = await asTokenWith(app, 'silences:write')
    const { status } = await app.call('POST', `/v1/windows/${id}/restore`, { day: '2027-03-28' }, token)
    assert.equal(status, 200)
    await app.call('DELETE', `/v1/windows/${id}`)
  })

  it('says that an occurrence is cancelled whose silence was ended', async () => {
    const { id } = (await add({ name: 'ended', repeat: 'FREQ=DAILY' })).json
    const { items } = (await app.call('GET', '/v1/silences?state=pending')).json
    const silence = items.find((one: { window_id: number }) => one.window_id === id)
    assert.equal((await app.call('DELETE', `/v1/silences/${silence.id}`)).status, 204)

    const { next, state } = (await app.call('GET', `/v1/windows/${id}`)).json

    assert.deepEqual([next[0].cancelled, next[1].cancelled, state], [true, false, 'pending'])
    await app.call('DELETE', `/v1/windows/${id}`)
  })

  it('says what is wrong, and creates nothing', async () => {
    const table: readonly [body: object, says: RegExp][] = [
      [{ zone: 'Europe/Berln' }, /zone.*is "Europe\/Berln", which is no time zone; write an IANA name/],
      [{ repeat: 'FREQ=YEARLY' }, /FREQ must be DAILY, WEEKLY or MONTHLY/],
      [{ repeat: 'FREQ=WEEKLY;BYSETPOS=1' }, /has BYSETPOS, which is not supported; known are FREQ/],
      [{ repeat: 'FREQ=DAILY;UNTIL=20270101' }, /never occurs after now, 2027-03-26 13:00 in Europe\/Berlin/],
      [{ repeat: undefined }, /repeat.*is missing; give a rule such as FREQ=WEEKLY;BYDAY=SU, or `days`/],
      [{ days: ['2027-04-01'] }, /days.*does not go with `repeat`/],
      [{ for: '4 hours' }, /for.*not a duration such as/],
      [{ for: '8d' }, /for.*must be whole minutes, from 1m to 7d/],
      [{ begins: '22h' }, /begins.*not a time of day such as 22:00/],
      [{ match: '' }, /match.*is empty; say which alerts to silence/],
      [{ match: 'name=~".*"' }, /match.*would silence everything: none of its matchers needs a value/],
      [{ everything: true }, /everything.*is true, but not everything meets these matchers/],
      [{ reason: ' ' }, /reason.*is missing; say why/],
      [{ webhook_ids: [99] }, /webhook_ids.*names 99; GET \/v1\/webhooks lists/],
      [{ jobs: 'some' }, /jobs.*must be one of "hold", "notify_failures"/],
      [{ until: 'x' }, /until/],
    ]
    for (const [body, says] of table) {
      const { status, json } = await add(body)
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(JSON.stringify(json).replaceAll('\\"', '"'), says)
    }
    await add({})
    const again = await add({})
    assertProblem(again, 409)
    assert.match(again.json.detail, /has the name "Sunday patching" already/)
    assert.equal((await app.call('GET', '/v1/windows')).json.items.length, 1)
  })

  it('previews when it would occur', async () => {
    const { zone, begins, for: term, repeat } = WEEKLY
    const schedule = { zone, begins, for: term, repeat }
    const { json } = await app.call('POST', '/v1/windows/preview', {
      ...schedule,
      repeat: 'FREQ=MONTHLY;BYDAY=-1SU',
    })

    assert.deepEqual(
      json.next.map(({ begins_local: local }: { begins_local: string }) => local.slice(0, 16)),
      ['2027-03-28', '2027-04-25', '2027-05-30', '2027-06-27', '2027-07-25'].map((day) => `${day} 22:00`),
    )
    const wrong = await app.call('POST', '/v1/windows/preview', { ...schedule, zone: 'Mars' })
    assertProblem(wrong, 400)
  })

  it('silences by itself, names the window, and explains it', async () => {
    const { json: window } = await add({
      name: 'under way',
      match: 'server="db-2"',
      days: ['2027-03-26'],
      repeat: null,
      begins: '12:30',
    })

    assert.deepEqual([window.state, typeof window.silence_id], ['active', 'number'])
    const { json: silence } = await app.call('GET', `/v1/silences/${window.silence_id}`)
    assert.deepEqual(
      [silence.state, silence.window_id, silence.created_by, silence.starts_at, silence.ends_at],
      [
        'active',
        window.id,
        'maintenance window under way',
        '2027-03-26T12:00:00.000Z',
        '2027-03-26T15:30:00.000Z',
      ],
    )
    const { json: reported } = await app.call('POST', '/v1/alerts', {
      key: 'k',
      name: 'Lag',
      state: 'high',
      server: { name: 'db-2' },
    })
    const { event_id: eventId } = reported.results[0]
    const { json: explained } = await app.call('GET', `/v1/events/${eventId}/explain`)
    assert.match(JSON.stringify(explained), new RegExp(`"reason":"silenced"[^}]*"silence_id":${silence.id}`))

    clock.advance(4 * HOUR_MS)
    const { json: over } = await app.call('GET', `/v1/windows/${window.id}`)
    assert.deepEqual([over.state, over.silence_id, over.next], ['expired', null, []])
  })

  it('a preview of a silence leaves out the alerts of windows, which no silence holds', async () => {
    const own = observation({ source: 'tocsin', key: 'window 9', name: 'Maintenance window x', state: 'low' })
    await app.store.acceptObservations([own], clock.now())
    const { json } = await app.call('POST', '/v1/silences/preview', { match: 'source="tocsin"' })

    assert.deepEqual([json.active_alerts, json.alerts], [0, []])
  })
})
