import createClient, { type Middleware } from 'openapi-fetch'
import { noResponse, toProblem } from './problem.ts'
import type { paths } from './schema.ts'

/** Where the console is mounted, without a slash at the end: `http://127.0.0.1:8480` or `https://host/pem`. */
export const BASE_URL = document.baseURI.replace(/\/$/, '')

/** The path part of it, `` or `/pem`. */
export const BASE_PATH = new URL(document.baseURI).pathname.replace(/\/$/, '')

let csrfToken: string | null = null
const listeners = new Set<() => void>()

/** Every change that the session asks for carries this (docs/security.md). */
export function rememberCsrfToken(token: string | null): void {
  csrfToken = token
}

/** Called when a response says that nobody is signed in (any more). */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says so, for what does not ask through `api`. */
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
    // Whoever signs in with a wrong password was not signed out.
    if (response.status === 401 && !OPEN.has(schemaPath)) announceSignedOut()
    return response
  },
  onError() {
    return noResponse()
  },
}

const OPEN: ReadonlySet<string> = new Set(['/v1/session', '/v1/invitations/check', '/v1/invitations/accept'])

/** The public API, typed by openapi/v1.json: there is no other way from the console to the service. */
export const api = createClient<paths>({ baseUrl: BASE_URL })
api.use(middleware)

interface Result<Data> {
  readonly data?: Data
  readonly error?: unknown
  readonly response: Response
}

/** The body of the response; throws a Problem if it is a refusal, or if it has none. */
export async function take<Data>(result: Promise<Result<Data>>): Promise<Data> {
  return (await takeWithEtag(result)).data
}

/** Returns the data with the ETag that a change names in `If-Match`. */
export async function takeWithEtag<Data>(
  result: Promise<Result<Data>>,
): Promise<{ readonly data: Data; readonly etag: string | null }> {
  const { data, error, response } = await result
  if (!response.ok) throw toProblem(response.status, error)
  // Returns without a body have no data, and nobody expects any.
  return { data: data as Data, etag: response.headers.get('etag') }
}

/** Tells whether the service is alive; rejects if nothing responds. */
export async function isServiceThere(): Promise<boolean> {
  return (await fetch(`${BASE_URL}/healthz`)).ok
}
