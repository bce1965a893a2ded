import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { VERSION } from '../../src/runtime/version.ts'
import { startService } from '../support/app/service.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'
import { Receiver } from '../support/network/receiver.ts'
import { eventually } from '../support/time/eventually.ts'

interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
  readonly status: { readonly code?: number }
}

/** A collector of OpenTelemetry: takes spans by OTLP over HTTP with JSON, and keeps them. */
async function startCollector(t: TestContext, status = 200) {
  const spans: Span[] = []
  const services = new Set<unknown>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (status === 200) {
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as {
        readonly resourceSpans: readonly {
          readonly resource: { readonly attributes: Span['attributes'] }
          readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
        }[]
      }
      for (const { resource, scopeSpans } of resourceSpans) {
        for (const { value } of resource.attributes) services.add(value['stringValue'])
        spans.push(...scopeSpans.flatMap((each) => each.spans))
      }
    }
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`, spans, services }
}

async function startTraced(t: TestContext, tracesUrl: string, database?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-traces-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const receiver = await Receiver.start()
  t.after(() => receiver.stop())
  const service = await startService({
    folder,
    ...(database !== undefined && { database }),
    settings: {
      TOCSIN_RETRY_SCHEDULE: '0s,100ms*5',
      ...(tracesUrl !== '' && { TOCSIN_TRACES_URL: tracesUrl }),
    },
  })
  t.after(() => service.stop())
  await service.request('POST', '/v1/webhooks', { name: 'traced', url: receiver.url })
  return { service, receiver }
}

const report = { key: 'k', name: 'Lag', state: 'high' }

describe('traces', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`lead from a report to each request, on ${engine}`, async (t) => {
      const collector = await startCollector(t)
      const database = engine === 'postgres' ? await createTestDatabase() : undefined
      const { service, receiver } = await startTraced(t, collector.url, database)
      receiver.respondsWith(503)
      await service.request('POST', '/v1/alerts', report)
      const requests = await receiver.received(2)
      await service.stop()

      const named = (name: string) => collector.spans.filter((span) => span.name === name)
      const [reported = assert.fail(), ...others] = named('report')
      assert.deepEqual(others, [])
      assert.ok(collector.spans.every(({ traceId }) => traceId === reported.traceId))
      assert.equal(named('commit')[0]?.parentSpanId, reported.spanId)
      const claims = named('claim')
      assert.deepEqual([claims.length, reported.parentSpanId], [2, undefined])
      for (const [index, request] of named('request').entries()) {
        const claim = claims.find(({ spanId }) => spanId === request.parentSpanId)
        assert.equal(claim?.parentSpanId, reported.spanId)
        assert.equal(requests[index]?.headers['traceparent'], `00-${request.traceId}-${request.spanId}-01`)
        assert.ok(BigInt(request.endTimeUnixNano) >= BigInt(request.startTimeUnixNano))
        const status = request.attributes.find(({ key }) => key === 'http.response.status_code')?.value[
          'intValue'
        ]
        assert.deepEqual([status, request.status.code ?? 0], index === 0 ? [503, 2] : [200, 0])
      }
      assert.ok(collector.services.has('tocsin') && collector.services.has(VERSION))
    })
  }

  it('do not keep anything from being delivered while the collector is away or refuses', async (t) => {
    const refusing = await startCollector(t, 500)
    for (const url of ['http://127.0.0.1:9/v1/traces', refusing.url]) {
      const { service, receiver } = await startTraced(t, url)
      await service.request('POST', '/v1/alerts', report)
      await receiver.received(1)
      await eventually('it is said', () => service.output().includes('traces.not_sent'))
      assert.equal(await service.stop(), 0)
    }
  })

  it('leave the header of a webhook alone, and are off unless they are wanted', async (t) => {
    const collector = await startCollector(t)
    const own = await startTraced(t, collector.url)
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const header = { http_header_key: 'Traceparent', http_header_value: traceparent }
    const changed = await own.service.request('PATCH', '/v1/webhooks/1', { http_headers: [header] })
    assert.equal(changed.status, 200)
    const off = await startTraced(t, '')
    for (const { service } of [own, off]) await service.request('POST', '/v1/alerts', report)

    const [first] = await own.receiver.received(1)
    const [second] = await off.receiver.received(1)
    assert.equal(first?.headers['traceparent'], traceparent)
    assert.equal(second?.headers['traceparent'], undefined)
  })
})
