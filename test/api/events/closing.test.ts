import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Receiver } from '../../support/network/receiver.ts'
import { ADMIN_TOKEN, startApp } from '../../support/app/start-app.ts'
import { eventually } from '../../support/time/eventually.ts'
import { runTool } from '../../cli/run-tool.ts'

const WORDS = 'continues as high, no longer for this receiver'

describe('an alert that is no longer for a receiver', () => {
  it('is closed there in these words by the request, the delivery, the explanation and the receiver state', async (t) => {
    const receiver = await Receiver.start()
    const app = await startApp({ listen: true })
    t.after(() => Promise.all([app.stop(), receiver.stop()]))
    const create = (name: string, given: object) =>
      app.call('POST', '/v1/webhooks', {
        name,
        url: `${receiver.url}/${name}`,
        payload_template: '%CurrentState%, %x.Cause%, %x.Status%',
        ...given,
      })
    const report = async (state: string) =>
      (await app.call('POST', '/v1/alerts', { key: 'k', name: 'Lag', state })).json
    const clear = { method: 'PUT', url: `${receiver.url}/close`, payload_template: 'close: %x.StateText%' }
    await create('first', { match: 'severity=medium' })
    await create('second', { match: 'severity!=high', clear_request: clear })

    await report('medium')
    await receiver.received(2)
    await eventually('both are recorded', async () => {
      const { items } = (await app.call('GET', '/v1/deliveries?state=delivered')).json
      return items.length === 2
    })
    const [{ event_id: id }] = (await report('high')).results
    await receiver.received(4)
    const deliveries = await eventually('all are recorded', async () => {
      const { items } = (await app.call('GET', `/v1/deliveries?event_id=${id}&state=delivered`)).json
      return items.length === 2 && items
    })
    await report('cleared')

    assert.deepEqual(
      receiver.requests
        .slice(2)
        .map(({ path, body }) => `${path} ${body}`)
        .toSorted(),
      [`/close close: C${WORDS.slice(1)}`, `/first C${WORDS.slice(1)}, ${WORDS}, resolved`],
    )
    for (const { last_reason: reason } of deliveries) assert.equal(reason, `HTTP 200, ${WORDS}`)
    const { notified } = (await app.call('GET', `/v1/events/${id}/explain`)).json
    assert.deepEqual(
      notified.map(({ because }: { because: string }) => because),
      ['closing', 'closing'],
    )
    assert.match(
      notified[0].sentence,
      /HTTP 200, continues as high, no longer for this receiver\. Its receiver had been notified before/,
    )
    const tool = await runTool(['event', 'explain', String(id)], {
      environment: { TOCSIN_URL: app.url, TOCSIN_TOKEN: ADMIN_TOKEN },
    })
    assert.match(tool.out, /continues as high, no longer for this receiver/)
    assert.equal(receiver.requests.length, 4, 'its clear goes to nobody')
  })
})
