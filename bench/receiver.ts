// The receiver of the bench, a process of its own. Each body carries a sequence number and the moment its report was
// sent (CLOCK_MONOTONIC, the same for all processes of a machine), so that loss, repeats and latency can be counted here.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { percentiles } from './figures.ts'

export interface Received {
  readonly count: number
  readonly distinct: number
  /** From the first to the last request. */
  readonly spanMs: number
  /** From sending the report to the arrival of the notice. */
  readonly latencyMs: {
    readonly p50: number
    readonly p95: number
    readonly p99: number
    readonly max: number
  }
}

let count = 0
let latencies: number[] = []
let ids = new Set<string>()
let firstAt = 0
let lastAt = 0

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    response.end()
    const now = Number(process.hrtime.bigint()) / 1e6
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { sent?: number }
    if (count === 0) firstAt = now
    lastAt = now
    count += 1
    if (typeof body.sent === 'number') latencies.push(now - body.sent)
    ids.add(String(request.headers['webhook-id'] ?? count))
  })
})
server.keepAliveTimeout = 60_000

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

process.on('message', (message) => {
  if (message === 'count') process.send?.({ count })
  if (message !== 'report') return
  const received: Received = {
    count,
    distinct: ids.size,
    spanMs: lastAt - firstAt,
    latencyMs: percentiles(latencies),
  }
  count = 0
  latencies = []
  ids = new Set()
  process.send?.(received)
})

// The bench that asked for it is gone.
process.on('disconnect', () => process.exit())
