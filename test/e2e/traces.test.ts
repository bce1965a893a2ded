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
  readonly kind: number
  readonly traceState?: string
  readonly status: { readonly code?: number; readonly message?: string }
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
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
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

function attributesOf({ attributes }: Span): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value['stringValue'] ?? value['intValue']]),
  )
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
      for (const [index, request] of named('POST').entries()) {
        const claim = claims.find(({ spanId }) => spanId === request.parentSpanId)
        assert.equal(claim?.parentSpanId, reported.spanId)
        assert.equal(requests[index]?.headers['traceparent'], `00-${request.traceId}-${request.spanId}-01`)
        assert.ok(BigInt(request.endTimeUnixNano) >= BigInt(request.startTimeUnixNano))
        assert.deepEqual(attributesOf(request), {
          'http.request.method': 'POST',
          'url.full': `${receiver.url}/`,
          'server.address': '127.0.0.1',
          'server.port': Number(new URL(receiver.url).port),
          'network.protocol.version': '1.1',
          ...(index === 0
            ? { 'http.response.status_code': 503, 'error.type': '503', 'tocsin.outcome': 'retry' }
            : {
                'http.response.status_code': 200,
                'http.request.resend_count': 1,
                'tocsin.outcome': 'accept',
              }),
        })
        assert.deepEqual([request.kind, request.status.code ?? 0], [3, index === 0 ? 2 : 0])
        if (index === 0) assert.match(request.status.message ?? '', /503/)
      }
      assert.ok(collector.services.has('tocsin') && collector.services.has(VERSION))
    })
  }

  for (const engine of ['sqlite', 'postgres'] as const) {
    it(`go on with that of a sender whose token may, on ${engine}`, async (t) => {
      const collector = await startCollector(t)
      const database = engine === 'postgres' ? await createTestDatabase() : undefined
      const { service, receiver } = await startTraced(t, collector.url, database)
      const jobs = { name: 'jobs', url: receiver.url, payload_type: 'JOB' }
      assert.equal((await service.request('POST', '/v1/webhooks', jobs)).status, 201)
      const tokenWith = async (...scopes: readonly string[]) => {
        const made = await service.request('POST', '/v1/tokens', { name: scopes.join(' '), scopes })
        return ((await made.json()) as { readonly token: string }).token
      }
      const may = await tokenWith('events:write', 'traces:write')
      const mayNot = await tokenWith('events:write')
      const traceId = (letter: string) => letter.repeat(32)
      const span = 'b7ad6b7169203331'
      const send = async (path: string, body: unknown, token: string, headers: Record<string, string>) => {
        const all = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers }
        const response = await fetch(service.url + path, {
          method: 'POST',
          headers: all,
          body: JSON.stringify(body),
        })
        assert.equal(response.status, 200, await response.text())
      }
      const stateTooLong = `a=${'v'.repeat(256)},b=${'v'.repeat(256)}`
      const alert = (key: string) => ({ ...report, key })
      const run = {
        job_id: '1',
        run_id: '1',
        name: 'Backup',
        status: 'failure',
        ended_at: '2026-11-28T09:00:00Z',
      }
      const problem = [{ labels: { alertname: 'Lag' }, startsAt: new Date().toISOString() }]
      const named = (letter: string, flags = '01') => ({
        traceparent: `00-${traceId(letter)}-${span}-${flags}`,
      })
      await send('/v1/alerts', alert('followed'), may, { ...named('a'), tracestate: 'rojo=1' })
      await send('/v1/job-runs', run, may, { ...named('b'), tracestate: stateTooLong })
      await send('/intake/prometheus/api/v2/alerts', problem, may, named('c'))
      await send('/v1/alerts', alert('unsampled'), may, named('d', '00'))
      await send('/v1/alerts', alert('malformed'), may, { traceparent: `00-${traceId('e')}-${span}-01-x` })
      await send('/v1/alerts', alert('not allowed'), mayNot, named('f'))
      const requests = await receiver.received(6)
      await service.stop()

      const sent = requests.map(({ headers }) => String(headers['traceparent']))
      const letters = sent.map((traceparent) => traceparent.slice(3, 35)).filter((id) => /^(.)\1+$/.test(id))
      assert.deepEqual(letters.map((id) => id[0]).toSorted(), ['a', 'b', 'c', 'd'])
      const states = requests.flatMap(({ headers }) => headers['tracestate'] ?? [])
      assert.deepEqual(states, ['rojo=1'])
      assert.equal(sent.find((traceparent) => traceparent.startsWith('00-d'))?.slice(-3), '-00')
      for (const letter of ['a', 'b', 'c']) {
        const spans = collector.spans.filter((each) => each.traceId === traceId(letter))
        const reported = spans.find(({ name }) => name === 'report')
        assert.equal(reported?.parentSpanId, span)
        assert.deepEqual(spans.map(({ name }) => name).toSorted(), ['POST', 'claim', 'commit', 'report'])
        const claim = spans.find(({ name }) => name === 'claim')
        assert.equal(claim?.parentSpanId, reported.spanId)
        assert.ok(spans.every(({ traceState = '' }) => traceState === (letter === 'a' ? 'rojo=1' : '')))
      }
      const own = collector.spans.filter(
        ({ name, parentSpanId = '' }) => name === 'report' && parentSpanId === '',
      )
      assert.equal(own.length, 2)
      assert.ok(!collector.spans.some((each) => each.traceId === traceId('d')))
    })
  }

  it('do not keep anything from being delivered while the collector is away or refuses', async (t) => {
    const refusing = await startCollector(t, 500)
    for (const url of ['http://127.0.0.1:9/v1/traces', refusing.url]) {
      const { service, receiver } = await startTraced(t, url)
      await service.request('POST', '/v1/alerts', report)
      await receiver.received(1)
      await eventually('it is said', () => service.output().includes('traces.export_failed'))
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
