import createClient, { type Middleware } from 'openapi-fetch'
import { noResponse, toProblem } from './problem.ts'
import type { paths } from './schema.ts'

/** The console's address without a final slash: `http://127.0.0.1:8480` or `https://host/pem`. */
export const BASE_URL = document.baseURI.replace(/\/$/, '')

/** Its path, `` or `/pem`. */
export const BASE_PATH = new URL(document.baseURI).pathname.replace(/\/$/, '')

let csrfToken: string | null = null
const listeners = new Set<() => void>()

/** Sent with every change of the session (docs/security.md). */
export function rememberCsrfToken(token: string | null): void {
  csrfToken = token
}

/** Called when a response says that nobody is signed in. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** For requests that do not use `api`. */
export function announceSignedOut(): void {
  for (const listener of listeners) listener()
}

const SAFE = new Set(['GET', 'HEAD'])

const middleware: Middleware = {
  onRequest({ request }) {
    if (csrfToken !== null && !SAFE.has(request.method)) request.headers.set('x-csrf-token', csrfToken)
    return request
  },
  onResponse({ response, schemaPath }) {
    // // A wrong password is no lost session.
    if (response.status === 401 && !OPEN.has(schemaPath)) announceSignedOut()
    return response
  },
  onError() {
    return noResponse()
  },
}

const OPEN: ReadonlySet<string> = new Set(['/v1/session', '/v1/invitations/check', '/v1/invitations/accept'])

/** The public API, typed by openapi/v1.json: the console's only way to the service. */
export const api = createClient<paths>({ baseUrl: BASE_URL })
api.use(middleware)

interface Result<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** Returns the body; throws a Problem for a refusal, or without a body. */
export async function take<Data>(result: Promise<Result<Data>>): Promise<Data> {
  return (await takeWithEtag(result)).data
}

/** Returns the data with the ETag for `If-Match`. */
export async function takeWithEtag<Data>(
  result: Promise<Result<Data>>,
): Promise<{ readonly data: Data; readonly etag: string | null }> {
  const { data, error, response } = await result
  if (!response.ok) throw toProblem(response.status, error)
  // A response without a body has no data, and nobody expects any.
  return { data: data as Data, etag: response.headers.get('etag') }
}

/** Rejects if nothing responds. */
export async function isServiceThere(): Promise<boolean> {
  return (await fetch(`${BASE_URL}/healthz`)).ok
}
