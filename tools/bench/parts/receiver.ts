// The receiver of the bench, a process of its own, well and fast. Each body carries the sequence number of its report
// and the moment for which that was scheduled (CLOCK_MONOTONIC, the same for all processes of a machine), so that loss,
// repeats, order and latency are counted here.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { percentiles, type Percentiles } from '../statistics.ts'
import { monotonicMs } from './reports.ts'
import { serveParent, sendParent } from './serve-parent.ts'

export interface Expectation {
  /** The first of the sequence numbers that each path should have got, except `notAccepted`. */
  readonly from: number
  readonly until: number
  readonly notAccepted: readonly number[]
  readonly paths: readonly string[]
}

export interface Received {
  readonly arrived: number
  readonly lost: number
  /** Requests that came once more. */
  readonly repeated: number
  /** Notifications of an alert that came after a later one of the same alert, to the same path. */
  readonly disordered: number
  /** From the first to the last request. */
  readonly periodMs: number
  /** From the scheduled moment of the report to the arrival of the notification. */
  readonly latencyMs: Percentiles
  /** The bytes that came over the network for one request, headers included. */
  readonly bytesPerRequest: number
}

export type ReceiverMethods = typeof methods

const NEWS_EVERY_MS = 10

/** The requests of a path. */
interface Path {
  seen: Uint8Array
  /** The last sequence number of each alert. */
  readonly lastOf: Int32Array
}

let alertCount = 1
let paths = new Map<string, Path>()
let latencies: number[] = []
let arrived = 0
let repeated = 0
let disordered = 0
let firstAt = 0
let lastAt = 0
let bytes = 0
let notified = 0

const methods = {
  /** Where it listens. */
  port: async () => {
    if (!server.listening) await once(server, 'listening')
    return (server.address() as AddressInfo).port
  },
  /** Forgets what has come. */
  reset: (given: { readonly alertCount: number }) => {
    alertCount = given.alertCount
    paths = new Map()
    latencies = []
    arrived = repeated = disordered = bytes = notified = 0
  },
  /** How many have arrived for the first time. */
  count: () => arrived,
  report,
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    response.end()
    const now = monotonicMs()
    const { sequence, sent } = JSON.parse(Buffer.concat(chunks).toString()) as {
      readonly sequence?: number
      readonly sent?: number
    }
    // Of the bare loop, or the sample for filling databases.
    if (sequence === undefined || !request.url?.startsWith('/hook/')) return
    bytes += request.socket.bytesRead - (counted.get(request.socket) ?? 0)
    counted.set(request.socket, request.socket.bytesRead)
    take(pathOf(request.url), sequence, now)
    // Those that were not reported but written into the database carry no moment.
    if (sent) latencies.push(now - sent)
  })
})
const counted = new WeakMap<object, number>()
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1')

setInterval(() => {
  if (notified === arrived) return
  notified = arrived
  sendParent({ arrived })
}, NEWS_EVERY_MS)

serveParent(methods)

function pathOf(url: string): Path {
  let path = paths.get(url)
  if (!path) {
    path = { seen: new Uint8Array(1 << 16), lastOf: new Int32Array(alertCount).fill(-1) }
    paths.set(url, path)
  }
  return path
}

function take(path: Path, sequence: number, now: number): void {
  if (arrived === 0) firstAt = now
  lastAt = now
  if (sequence >= path.seen.length) {
    const wider = new Uint8Array(2 ** Math.ceil(Math.log2(sequence + 1)))
    wider.set(path.seen)
    path.seen = wider
  }
  if (path.seen[sequence] === 1) {
    repeated += 1
    return
  }
  path.seen[sequence] = 1
  arrived += 1
  const alert = sequence % alertCount
  if ((path.lastOf[alert] ?? -1) > sequence) disordered += 1
  else path.lastOf[alert] = sequence
}

function report({ from, until, notAccepted, paths: wanted }: Expectation): Received {
  const excused = new Set(notAccepted)
  let lost = 0
  for (const url of wanted) {
    const { seen } = pathOf(url)
    for (let sequence = from; sequence < until; sequence += 1) {
      if (seen[sequence] !== 1 && !excused.has(sequence)) lost += 1
    }
  }
  return {
    arrived,
    lost,
    repeated,
    disordered,
    periodMs: lastAt - firstAt,
    latencyMs: percentiles(latencies),
    bytesPerRequest: arrived === 0 ? 0 : bytes / (arrived + repeated),
  }
}
