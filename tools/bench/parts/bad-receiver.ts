// Receivers that one should not have, a process of its own: what each path does is its name.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveParent } from './serve-parent.ts'

const SLOW_MS = 5_000

const BEHAVIOURS: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  '/slow': (_request, response) => {
    const timer = setTimeout(() => response.end(), SLOW_MS)
    response.on('close', () => clearTimeout(timer))
  },
  '/hang': () => undefined,
  '/drip': (_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write('.'), 200)
    response.on('close', () => clearInterval(timer))
  },
  '/reset': (request) => request.socket.resetAndDestroy(),
  '/500': (_request, response) => void response.writeHead(500).end(),
  '/429': (_request, response) => void response.writeHead(429, { 'retry-after': '1' }).end(),
}

const server = createServer((request, response) => {
  request.resume()
  request.on('error', () => undefined)
  const behave = BEHAVIOURS[request.url ?? '']
  request.on('end', () => (behave ? behave(request, response) : response.writeHead(404).end()))
})

server.listen(0, '127.0.0.1')

export type BadReceiverMethods = typeof methods

const methods = {
  /** Where it listens. */
  port: async () => {
    if (!server.listening) await once(server, 'listening')
    return (server.address() as AddressInfo).port
  },
}
serveParent(methods)
