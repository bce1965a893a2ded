import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that systems give to connections (from 32768 on Linux): nobody is given one of these in the meantime. */
const PORTS = { min: 22_000, max: 32_000 } as const
const TRIES_MAX = 100

/** A port of 127.0.0.1 that was free a moment ago, and is likely to stay free. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = randomInt(PORTS.min, PORTS.max)
    if (await isFree(port)) return port
  }
  throw new Error(`none of ${TRIES_MAX} ports from ${PORTS.min} to ${PORTS.max} is free`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
