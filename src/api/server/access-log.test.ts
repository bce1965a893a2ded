import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LogFields } from '../../telemetry/log.ts'
import { accessLog } from './access-log.ts'
import type { ConnectionEnd } from './connections.ts'

describe('accessLog', () => {
  it('counts every connection that a limit ended, and says so once a minute for each reason', () => {
    const lines: LogFields[] = []
    const counted: string[] = []
    let now = 0
    const { onConnectionEnd } = accessLog({
      metrics: {
        recordRequest: () => undefined,
        countEndedConnection: ({ reason }) => void counted.push(reason),
      },
      log: {
        debug: () => undefined,
        info: () => undefined,
        warn: (fields, event) => void lines.push({ ...fields, event }),
      },
      clock: { monotonic: () => now },
    })
    const end = (reason: ConnectionEnd) => onConnectionEnd?.({ reason, address: '192.0.2.7' })

    end('stalled')
    for (let count = 0; count < 50; count += 1) end('stalled')
    end('too_many')
    now += 60_000
    end('stalled')

    const line = { event: 'connection.ended', address: '192.0.2.7' }
    assert.deepEqual(lines, [
      { ...line, reason: 'stalled', count: 1 },
      { ...line, reason: 'too_many', count: 1 },
      { ...line, reason: 'stalled', count: 51 },
    ])
    assert.equal(counted.length, 53)
  })

  it('logs a probe that succeeds at level debug, under a base path too, and everything else at level info', async () => {
    const lines: string[] = []
    const note = (level: string) => (fields: LogFields) =>
      void lines.push(`${level} ${String(fields['route'])} ${String(fields['status'])}`)
    const { onRequestEnd } = accessLog({
      metrics: { recordRequest: () => undefined, countEndedConnection: () => undefined },
      log: { debug: note('debug'), info: note('info'), warn: note('warn') },
      clock: { monotonic: () => 0 },
    })
    for (const [route, status] of [
      ['/healthz', 200],
      ['/pem/readyz', 200],
      ['/metrics', 200],
      ['/readyz', 503],
      ['/v1/status', 200],
    ] as const)
      onRequestEnd({
        requestId: 'x',
        method: 'GET',
        route,
        status,
        durationMs: 1,
        address: '192.0.2.7',
        tokenId: undefined,
        userId: undefined,
      })
    await new Promise(setImmediate)

    assert.deepEqual(lines, [
      'debug /healthz 200',
      'debug /pem/readyz 200',
      'debug /metrics 200',
      'info /readyz 503',
      'info /v1/status 200',
    ])
  })
})
