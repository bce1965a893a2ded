// The limit of a service that is durable: takes a report in over HTTP, appends it to a file, makes one fdatasync
// for all that came together, responds, and sends a signed POST for each. It has no rules, no database and no
// retries.
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { fdatasync, openSync, writevSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent } from 'undici'
import { serveParent } from './serve-parent.ts'

export interface DurableLoop {
  /** The origin of the receiver. */
  readonly receiverUrl: string
  readonly path: string
  /** The file to which reports are appended. */
  readonly file: string
}

export type DurableLoopMethods = typeof methods

const methods = { start }
serveParent(methods)

interface Taken {
  readonly body: Buffer
  readonly response: ServerResponse
}

/** Returns the address that takes in reports. */
async function start({ receiverUrl, path, file: name }: DurableLoop): Promise<string> {
  const file = openSync(name, 'a')
  const agent = new Agent({ connections: 100, pipelining: 1 })
  const key = createSecretKey(randomBytes(32))
  let gathered: Taken[] = []
  let isFlushing = false
  const flush = () => {
    const taken = gathered
    gathered = []
    writevSync(
      file,
      taken.map(({ body }) => body),
    )
    fdatasync(file, () => {
      for (const { body, response } of taken) {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
        void post(agent, { receiverUrl, path, key, body })
      }
      isFlushing = gathered.length > 0
      if (isFlushing) flush()
    })
  }
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      gathered.push({ body, response })
      if (isFlushing) return
      isFlushing = true
      setImmediate(flush)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

let count = 0

async function post(
  agent: Agent,
  {
    receiverUrl,
    path,
    key,
    body,
  }: Omit<DurableLoop, 'file'> & { readonly key: ReturnType<typeof createSecretKey>; readonly body: Buffer },
): Promise<void> {
  const report = JSON.parse(body.toString())
  const notification = JSON.stringify({
    alert: report.name,
    state: report.state,
    object: report.object.name,
    sequence: report.current_value,
    sent: report.threshold_value,
    info: report.info,
  })
  count += 1
  const id = `loop_${count}`
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${notification}`).digest('base64')
  const response = await agent.request({
    origin: receiverUrl,
    path,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body: notification,
  })
  await response.body.dump()
}
