import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { newWebhook, NOW } from '../../support/build.ts'
import { FakeClock } from '../../support/time/fake-clock.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

describe('the list of webhooks, for people', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ clock: new FakeClock(NOW) })
    const make = (given: Parameters<typeof newWebhook>[0]) => app.store.createWebhook(newWebhook(given), NOW)
    await make({ name: 'dba', headers: [{ key: 'X', value: 'secret' }] })
    await make({ name: 'jobs', payloadType: 'JOB', tags: { env: 'prod', team: 'night' } })
    await make({ name: 'off', enabled: false, url: 'https://hooks.slack.com/services/T0/B1/abcdef' })
  })
  after(() => app.stop())

  const list = async (query: string) => (await app.call('GET', `/v1/webhooks?${query}`)).json
  const names = async (query: string) => (await list(query)).items.map(({ name }: { name: string }) => name)

  it('takes filters, alone and together, and goes on page by page with them', async () => {
    assert.deepEqual(await names('search=DBA'), ['dba'])
    assert.deepEqual(await names('search=hooks.slack.com'), ['off'])
    assert.deepEqual(await names('enabled=true'), ['dba', 'jobs'])
    assert.deepEqual(await names('payload_type=JOB&enabled=true'), ['jobs'])
    assert.deepEqual(await names('health=disabled'), ['off'])
    assert.deepEqual(await names('health=healthy&search=x'), [])
    assert.deepEqual(await names('tag=team=night'), ['jobs'])
    assert.deepEqual(await names('tag=team=night&tag=env=test'), [])
    assert.deepEqual(await names('search=team=NIG'), ['jobs'])
    const first = await list('enabled=true&limit=1')
    const second = await list(`enabled=true&limit=1&cursor=${first.next}`)
    assert.deepEqual([first.items[0].name, second.items[0].name, second.next], ['dba', 'jobs', null])
  })

  it('refuses the former name of a parameter with the one of today', async () => {
    const { status, json } = await app.call('GET', '/v1/webhooks?label=team=night')

    assert.deepEqual([status, json.errors], [400, [{ path: 'label', message: 'is called tag' }]])
  })

  it('is brief when asked: what a list shows, with the health of each, and no secrets', async () => {
    const { items } = await list('view=brief&enabled=false')

    assert.deepEqual(items, [
      {
        id: 3,
        name: 'off',
        description: '',
        tags: null,
        url: 'https://hooks.slack.com/services/***',
        enabled: false,
        method: 'POST',
        payload_type: 'ALERT',
        low_alert: true,
        med_alert: true,
        high_alert: true,
        cleared_alert: true,
        match: null,
        mode: 'every_change',
        signed: false,
        fallback_webhook_id: null,
        disabled_reason: null,
        health: {
          state: 'disabled',
          explanation: 'It is disabled: nothing is sent, and unfinished deliveries wait until it is enabled.',
          failures: 0,
          failing_since: null,
          paused_until: null,
          rejections: 0,
          rejecting_since: null,
          reject_reason: null,
          first_accepted_at: null,
          late_since: null,
        },
        last_called_at: null,
        last_accepted_at: null,
        unfinished: 0,
        recent_calls: {
          attempts: 0,
          accepted: 0,
          mean_ms: null,
          hourly: Array.from({ length: 24 }, () => NONE),
        },
        warning_count: 1,
        revision: 1,
        updated_at: '2026-09-14T03:00:00.000Z',
      },
    ])
    assert.equal((await list('search=dba')).items[0].http_headers[0].http_header_value, '***')
  })

  it('is ordered by what is wrong, and knows what was not called', async () => {
    const hour = { at: NOW - (NOW % 3_600_000), attempts: 4, accepted: 1, acceptedMs: 30 }
    await app.store.addCalls([{ webhookId: 2, lastCalledAt: NOW, lastAcceptedAt: NOW, hours: [hour] }])

    assert.deepEqual(await names('order=last_accepted'), ['dba', 'off', 'jobs'])
    assert.deepEqual(await names('order=failures'), ['jobs', 'dba', 'off'])
    assert.deepEqual(await names('order=worst'), ['dba', 'jobs', 'off'])
    assert.deepEqual(await names('not_called_for=30d'), ['dba', 'off'])
    assert.deepEqual(await names('not_called_for=30d&limit=1'), ['dba'])
    const [jobs] = (await list('view=brief&search=jobs')).items
    const { hourly, ...sums } = jobs.recent_calls
    assert.deepEqual(sums, { attempts: 4, accepted: 1, mean_ms: 30 })
    assert.deepEqual(hourly.at(-1), { attempts: 4, accepted: 1 })
    assert.equal(jobs.last_accepted_at, '2026-09-14T03:00:00.000Z')
  })

  it('refuses what no filter knows', async () => {
    assert.deepEqual(assertProblem(await app.call('GET', '/v1/webhooks?health=bad&enabled=1'), 400), [
      'enabled: must be true or false',
      'health: is "bad", but must be one of healthy, never_called, late, rejecting, failing, paused, disabled',
    ])
  })
})

const NONE = { attempts: 0, accepted: 0 }
