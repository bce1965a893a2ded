import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contractOf } from './contract.ts'
import { startService, SERVICE_TOKEN, type ServiceOptions } from './service.ts'
import type { CallableApp, CallResponse } from './start-app.ts'

export interface ServedApp extends CallableApp {
  /** What the service wrote so far. */
  output(): string
  /** SIGSTOP: it does nothing any more, and does not know it; SIGCONT: it goes on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
}

export interface ServedOptions extends Partial<
  Pick<ServiceOptions, 'folder' | 'database' | 'settings' | 'preload'>
> {
  /** Responses are not held against the OpenAPI documents, as those of services with sources of their own. */
  readonly isUnchecked?: boolean
}

/** `tocsin serve` in a process of its own, on a database of its own unless a folder is given; `stop` removes that. */
export async function serveApp({
  folder,
  isUnchecked = false,
  ...options
}: ServedOptions = {}): Promise<ServedApp> {
  const place = folder ?? (await mkdtemp(join(tmpdir(), 'tocsin-served-')))
  const service = await startService({ ...options, folder: place })
  const { origin } = new URL(service.url)
  return {
    url: service.url,
    output: service.output,
    signal: service.signal,
    async call(method, path, body, headers = {}) {
      const response = await call(origin, { method, path, body, headers })
      if (!isUnchecked) contractOf([])({ method, path }, response)
      return response
    },
    async stop() {
      await service.stop()
      if (folder === undefined) await rm(place, { recursive: true, force: true })
    },
  }
}

interface Call {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

async function call(origin: string, { method, path, body, headers }: Call): Promise<CallResponse> {
  const response = await fetch(`${origin}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      'x-auth-token': SERVICE_TOKEN,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    json: parseJson(text),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
