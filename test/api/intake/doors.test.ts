import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { makeToken } from '../../support/app/make-token.ts'
import { startApp, type TestApp } from '../../support/app/start-app.ts'

describe('other doors of the intake', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({
      settings: {
        TOCSIN_BASE_PATH: '/pem',
        TOCSIN_CLOUDEVENTS_ORIGINS: 'eventgrid.azure.net, events.example.com',
        TOCSIN_CLOUDEVENTS_RATE: '120',
      },
    })
  })
  after(() => app.stop())

  const alert = { labels: { alertname: 'Lag' } }

  it('has the API v1 of Alertmanager, with its own answers', async () => {
    const path = '/pem/intake/prometheus/api/v1/alerts'
    const taken = await app.call('POST', path, [alert])
    assert.deepEqual([taken.status, taken.json], [200, { status: 'success' }])

    const refused = await app.call('POST', path, [{ labels: {} }, { labels: { alertname: 'Other' } }])
    assert.deepEqual(
      [refused.status, refused.json],
      [
        400,
        {
          status: 'error',
          errorType: 'bad_data',
          error: 'alert 0: labels must have at least one pair with a value',
        },
      ],
    )
    const { json } = await app.call('GET', '/pem/v1/alerts?source=prometheus')
    assert.deepEqual(json.items.map(({ name }: { name: string }) => name).toSorted(), ['Lag', 'Other'])
  })

  it('takes slashes that stand twice for one', async () => {
    for (const path of [
      '//pem//intake/prometheus//api/v2/alerts',
      '/pem/intake//prometheus/api/v2/alerts/',
      '/pem//intake///alertmanager?a=//b',
    ]) {
      const body = path.includes('alertmanager') ? { version: '4', alerts: [] } : [alert]
      assert.equal((await app.call('POST', path, body)).status, 200, path)
    }
    const secret = await makeToken(
      { ...app, call: (method, path, body) => app.call(method, `/pem${path}`, body) },
      ['events:write'],
    )
    const inPath = await app.call('POST', `/pem//intake//${secret}//prometheus/api/v2/alerts`, [alert], {
      'x-auth-token': '',
    })
    assert.equal(inPath.status, 200, inPath.text)
    assertProblem(await app.call('GET', '/pem/v1//nothing'), 404)
  })

  it('answers a sender of CloudEvents who asks whether it may send', async () => {
    const ask = (origin?: string, headers = {}) =>
      app.call('OPTIONS', '/pem/intake/cloudevents', undefined, {
        ...(origin !== undefined && { 'webhook-request-origin': origin }),
        'webhook-request-rate': '1000',
        ...headers,
      })

    const allowed = await ask('EventGrid.azure.net')
    assert.equal(allowed.status, 200)
    assert.partialDeepStrictEqual(allowed.headers, {
      'webhook-allowed-origin': 'EventGrid.azure.net',
      'webhook-allowed-rate': '120',
      allow: 'OPTIONS, POST',
    })
    assert.match(
      assertProblem(await ask('evil.example.com'), 403).join() || (await ask('evil.example.com')).json.detail,
      /evil\.example\.com may not send CloudEvents here; TOCSIN_CLOUDEVENTS_ORIGINS names those that may/,
    )
    assertProblem(await ask(), 400)
    assertProblem(await ask('a b\u00e4'), 400)
    assertProblem(await ask('eventgrid.azure.net', { 'x-auth-token': '' }), 401)
  })

  it('tells how a body that is not UTF-8 can be sent', async () => {
    const refused = await app.call('POST', '/pem/v1/alerts', Buffer.from('{"key":"\xe4"}', 'latin1'))

    assert.match(refused.json.detail, /not valid UTF-8\. Send it as UTF-8: Windows PowerShell does with/)
    assert.equal(refused.status, 400)
  })
})
