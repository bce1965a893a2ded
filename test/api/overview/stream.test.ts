import assert from 'node:assert/strict'
import { request, type IncomingMessage } from 'node:http'
import { after, afterEach, before, describe, it } from 'node:test'
import { LISTENERS_PER_PRINCIPAL_MAX } from '../../../src/api/v1/overview/live-stream.ts'
import { assertProblem } from '../../support/app/assert-refused.ts'
import { eventually } from '../../support/time/eventually.ts'
import { readLiveEvents } from '../../support/app/live-events.ts'
import { asTokenWith } from '../../support/app/make-token.ts'
import { patientClock } from '../../support/time/patient-clock.ts'
import { Receiver } from '../../support/network/receiver.ts'
import { ADMIN_TOKEN, startApp, type TestApp } from '../../support/app/start-app.ts'

interface Listening {
  readonly response: IncomingMessage
  readonly text: () => string
  readonly isEnded: () => boolean
  readonly leave: () => void
}

function listen(url: string, method = 'GET', headers: Record<string, string> = {}): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/stream`, { method, headers: { 'x-auth-token': ADMIN_TOKEN, ...headers } })
    sent.once('error', reject)
    sent.once('response', (response) => {
      let text = ''
      let isEnded = false
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('close', () => (isEnded = true))
      resolve({ response, text: () => text, isEnded: () => isEnded, leave: () => sent.destroy() })
    })
    sent.end()
  })
}

describe('/v1/stream', () => {
  let receiver: Receiver
  let app: TestApp
  before(async () => {
    receiver = await Receiver.start()
    app = await startApp({ listen: true })
  })
  const open: Listening[] = []
  let joinCount = 0
  afterEach(() => {
    const left = open.splice(0)
    for (const { leave } of left) leave()
    for (const { text } of left) readLiveEvents(text())
  })
  after(async () => {
    await app.stop()
    await receiver.stop()
  })
  const join = async (method?: string, headers?: Record<string, string>) => {
    const listening = await listen(app.url, method, headers)
    joinCount += 1
    open.push(listening)
    return listening
  }
  const endedRequests = () =>
    app.lines.filter(({ event, route }) => event === 'request.completed' && route === '/v1/stream').length

  it('is an event stream that nobody keeps or holds back', async () => {
    const { response, text } = await join()

    assert.equal(response.statusCode, 200)
    assert.partialDeepStrictEqual(response.headers, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    await eventually('the overview arrives', () => text().includes('event: overview\ndata: {"at":"'))
    assert.ok(text().startsWith('retry: 3000\n\n'))
  })

  it('tells what happens: lists that change, deliveries in the minute, and how it goes', async () => {
    const { text } = await join()
    await eventually('the overview arrives', () => text().includes('event: overview'))
    await app.call('POST', '/v1/webhooks', { name: 'a', url: receiver.url })
    await app.call('POST', '/v1/alerts', { key: 'k', name: 'Lag', state: 'high' })

    await eventually('a hint for each list', () => {
      const kinds = new Set(
        [...text().matchAll(/^event: changed\ndata: (.*)\n/gm)].flatMap(
          ([, data = '']) => JSON.parse(data).kinds,
        ),
      )
      return kinds.has('alerts') && kinds.has('deliveries') && kinds.has('webhooks')
    })
    await eventually('the overview has the alert', () => /"alerts":\{"high":1,/.test(text()))
    await eventually('the minute has the delivery', () =>
      /^event: activity\ndata: .*"delivered":1,/m.test(text()),
    )
  })

  it('is forgotten when its reader goes away, and leaves nothing open', async () => {
    const { leave } = await join()
    await eventually('those of the tests before have ended', () => endedRequests() === joinCount - 1)
    leave()
    await eventually('the request has ended', () => endedRequests() === joinCount)
  })

  it('has no body for HEAD, and ends with it', async () => {
    const { response, isEnded } = await join('HEAD')

    assert.equal(response.statusCode, 200)
    assert.match(String(response.headers['content-type']), /^text\/event-stream/)
    response.resume()
    await eventually('it has ended', isEnded)
    // As many as there may be listeners; nobody of these listens.
    for (let index = 0; index < 100; index += 1) (await join('HEAD')).response.resume()
    assert.equal((await join()).response.statusCode, 200)
  })

  it('one caller does not take all: the next is refused with the moment to come again, others are not', async () => {
    const as = async () => ({ 'x-auth-token': '', ...(await asTokenWith(app, 'deliveries:read')) })
    const [viewer, other] = [await as(), await as()]
    for (let index = 0; index < LISTENERS_PER_PRINCIPAL_MAX; index += 1) {
      assert.equal((await join('GET', viewer)).response.statusCode, 200)
    }

    const refused = await app.call('GET', '/v1/stream', undefined, viewer)
    assertProblem(refused, 429)
    assert.equal(refused.headers['retry-after'], '30')
    assert.equal((await join('GET', other)).response.statusCode, 200)
  })

  it('does not hold up the stop of the service', async () => {
    // It would wait for them for some seconds.
    const stopping = await startApp({ listen: true, clock: patientClock })
    const listeners = await Promise.all([1, 2, 3].map(() => listen(stopping.url)))
    open.push(...listeners)

    await stopping.stop()

    await eventually('all have ended', () => listeners.every(({ isEnded }) => isEnded()))
  })
})
