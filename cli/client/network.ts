import type { RequestInit } from 'undici'
import { NETWORK_WORDS } from '../../src/domain/target/network-words.ts'

type Fetch = (url: URL, init: RequestInit) => Promise<Response>

interface JsonRequest {
  readonly method: string
  readonly body?: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

export type Send = (url: URL, request: JsonRequest) => Promise<Response>

/** Sends JSON where only these authorities (PEM) vouch for a server; undefined: those of the system. */
export function createSender(ca: string | undefined): Send {
  let fetching: Promise<Fetch> | undefined
  return async (url, { method, body, headers, signal }) => {
    const send = await (fetching ??= fetchTrusting(ca))
    return send(url, {
      method,
      // A token must not travel to an address that nobody named.
      redirect: 'manual',
      signal,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
}

async function fetchTrusting(ca: string | undefined): Promise<Fetch> {
  // The built-in `fetch` takes no authorities; undici is loaded only when needed.
  if (ca === undefined) return fetch as unknown as Fetch
  const undici = await import('undici')
  const dispatcher = new undici.Agent({ connect: { ca, allowPartialTrustChain: true } })
  return (url, init) => undici.fetch(url, { ...init, dispatcher }) as unknown as Promise<Response>
}

/** Returns undefined if the body is larger than `bytesMax`. Rejects if the connection breaks. */
export async function readBody(response: Response, bytesMax: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let byteCount = 0
  for await (const chunk of response.body ?? []) {
    byteCount += chunk.byteLength
    if (byteCount > bytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

/** `fetch` says only "fetch failed"; its causes have the reason. */
export function describeNetworkError(error: unknown): string {
  if (isTimeout(error)) return 'it took too long'
  let reason = error
  for (let depth = 0; depth < 5; depth += 1) {
    if (!(reason instanceof Error) || reason.cause === undefined) break
    reason = reason.cause
  }
  if (!(reason instanceof Error)) return String(reason)
  const code = 'code' in reason && typeof reason.code === 'string' ? reason.code : ''
  return FETCH_WORDS[code] ?? (reason.message || code || reason.name)
}

const NOT_TRUSTED =
  'its certificate was issued by an authority that is not trusted here; name that with --ca-file or TOCSIN_CA_FILE'

const FETCH_WORDS: Readonly<Record<string, string>> = {
  ...NETWORK_WORDS,
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_SOCKET: 'the connection was closed',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS; is it an http:// address?',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS; is it an http:// address?',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}
