import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { Receiver } from '../../support/network/receiver.ts'
import { eventually } from '../../support/time/eventually.ts'

export interface InstalledService {
  readonly url: string
  readonly output: () => string
  request(method: string, path: string, body?: unknown): Promise<Response>
  stop(): Promise<void>
}

export const ADMIN_TOKEN = 'package-test-token-0123456789'

/** Starts a service by a command line of its own, and waits until it is ready. It must take `TOCSIN_LISTEN` from `env`. */
export async function startInstalled(
  t: TestContext,
  [file = '', ...argv]: readonly string[],
  { env, cwd }: { readonly env: NodeJS.ProcessEnv; readonly cwd?: string },
): Promise<InstalledService> {
  const child = spawn(file, argv, {
    env: { TOCSIN_LISTEN: '127.0.0.1:0', TOCSIN_ADMIN_TOKEN: ADMIN_TOKEN, ...env },
    ...(cwd !== undefined && { cwd }),
  })
  const { output, exited } = watch(child)
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  t.after(stop)
  const url = await eventually(
    () => `the service listens:\n${output()}`,
    () => {
      if (child.exitCode !== null) throw new Error(`the service ended at its start:\n${output()}`)
      // A sentence, or a line of the log where there are no sentences.
      return /(?:Tocsin listens on |"address":")(http[^;"]+)(?:;|","event":"service\.started")/.exec(
        output(),
      )?.[1]
    },
  )
  await eventually('it is ready', async () => (await fetch(`${url}/readyz`)).ok)
  return {
    url,
    output,
    stop,
    request: (method, path, body) =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          'x-auth-token': ADMIN_TOKEN,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}

function watch(child: ChildProcess) {
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  return { output: () => Buffer.concat(output).toString('utf8'), exited: once(child, 'exit') }
}

/** Creates a webhook, reports an alert, and waits until the receiver has been called. */
export async function deliverOne(t: TestContext, service: InstalledService, name: string): Promise<void> {
  const receiver = await Receiver.start()
  t.after(() => receiver.stop())
  const created = await service.request('POST', '/v1/webhooks', { name, url: receiver.url })
  if (created.status !== 201) throw new Error(`the webhook was not created: ${await created.text()}`)
  await service.request('POST', '/v1/alerts', { key: name, name: 'Lag', state: 'high' })
  await receiver.received(1)
}

/** The names of the webhooks that the service has. */
export async function webhookNames(service: InstalledService): Promise<readonly string[]> {
  const response = await service.request('GET', '/v1/webhooks')
  const { items } = (await response.json()) as { readonly items: readonly { readonly name: string }[] }
  return items.map(({ name }) => name).sort()
}
