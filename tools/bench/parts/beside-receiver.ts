// The receiver of all contenders, a process of its own: it knows an alert by its name, whatever stands around it.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monotonicMs } from './reports.ts'
import { serveParent } from './serve-parent.ts'

export type BesideReceiverMethods = typeof methods

/** The names of the alerts that are sent, in any body. */
const NAME = /bench-\w+-\d+/

/** When the first notification of each came. */
let arrivals = new Map<string, number>()
let lastAt = 0
let awaited: { readonly hasCome: () => boolean; readonly resolve: () => void } | undefined

/** Without an arrival for so long, nothing more will come. */
const STILL_MS = 10_000

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    response.end()
    const name = NAME.exec(Buffer.concat(chunks).toString())?.[0]
    if (name === undefined || arrivals.has(name)) return
    lastAt = monotonicMs()
    arrivals.set(name, lastAt)
    if (awaited?.hasCome()) awaited.resolve()
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1')

const methods = {
  port: async () => {
    if (!server.listening) await once(server, 'listening')
    return (server.address() as AddressInfo).port
  },
  /** Forgets what has come. */
  reset: () => {
    arrivals = new Map()
  },
  /** The moment at which so many had come since the last reset, or at which the last came if no more do. */
  awaitCount: async (count: number): Promise<number> => {
    await untilCome(() => arrivals.size >= count)
    return lastAt
  },
  /** How many of these have not come, when no more do. */
  countMissing: async (names: readonly string[]): Promise<number> => {
    const missing = new Set(names)
    const hasCome = () => {
      for (const name of missing) {
        if (!arrivals.has(name)) return false
        missing.delete(name)
      }
      return true
    }
    await untilCome(hasCome)
    return missing.size === 0 ? 0 : names.filter((name) => !arrivals.has(name)).length
  },
}

serveParent(methods)

async function untilCome(hasCome: () => boolean): Promise<void> {
  if (hasCome()) return
  const { promise, resolve } = Promise.withResolvers<void>()
  awaited = { hasCome, resolve }
  lastAt = monotonicMs()
  const timer = setInterval(() => {
    if (monotonicMs() - lastAt > STILL_MS) resolve()
  }, 100)
  await promise
  clearInterval(timer)
  awaited = undefined
}
