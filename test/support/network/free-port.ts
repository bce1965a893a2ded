import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that Linux gives to whoever names none (32768 and up), for connections too: nobody gets one by chance. */
const FIRST = 12_000
const END = 32_000
const TRIES_MAX = 100

/** A port of 127.0.0.1 that is free, and stays so until somebody asks for this very one. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = randomInt(FIRST, END)
    if (await isFree(port)) return port
  }
  throw new Error(`none of ${TRIES_MAX} ports from ${FIRST} on is free`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}
