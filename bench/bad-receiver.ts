// Receivers that one should not have, a process of its own: what each path does is its name.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const BEHAVIOURS: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
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

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))

// The bench that asked for it is gone.
process.on('disconnect', () => process.exit())
