import type { Clock } from '../../src/domain/clock.ts'
import { trimEndOf } from '../../src/domain/trim-end.ts'
import { CliError, failure } from '../program/cli-error.ts'
import type { ClientSettings } from './client-settings.ts'
import { DEFAULT_URL } from './client-settings.ts'
import { asObject, asObjects, asText } from '../view/response.ts'
import { createSender, describeNetworkError, isTimeout, readBody, type Send } from './network.ts'

const TIME_LIMIT_MS = 30_000
/** Far more than the largest page, so that an endless response cannot fill the memory. */
const RESPONSE_BYTES_MAX = 64 * 1024 ** 2

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Without the base path, e.g. `/v1/webhooks/7`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly timeLimitMs?: number
}

export interface ApiResponse {
  /** The body as it came; '' without one. */
  readonly text: string
  readonly json: unknown
  readonly etag: string | undefined
  readonly headers: Pick<Headers, 'get'>
}

/** Sends requests. Everything but a success is thrown as a CliError with exit code 1. */
export class ApiClient {
  readonly #settings: ClientSettings
  readonly #clock: Clock
  readonly #send: Send

  constructor(settings: ClientSettings, clock: Clock) {
    this.#settings = settings
    this.#clock = clock
    this.#send = createSender(settings.ca)
  }

  async send(request: ApiRequest): Promise<ApiResponse> {
    const signal = AbortSignal.timeout(request.timeLimitMs ?? TIME_LIMIT_MS)
    const response = await this.#open(request, signal)
    const text = await this.#readText(response)
    const { headers } = response
    const etag = headers.get('etag') ?? undefined
    return { text, json: text === '' ? undefined : this.#parse(text), etag, headers }
  }

  /**
   * Opens a response that is too large to hold. The time limit covers its first byte only; the signal ends
   * the rest.
   */
  async openStream(request: ApiRequest, signal: AbortSignal): Promise<Response> {
    const silence = new AbortController()
    const begun = new AbortController()
    const watch = this.#clock.wait(request.timeLimitMs ?? TIME_LIMIT_MS, begun.signal).then(() => {
      if (!begun.signal.aborted) silence.abort(new DOMException('nothing came', 'TimeoutError'))
    })
    try {
      return await this.#open(request, AbortSignal.any([signal, silence.signal]))
    } finally {
      begun.abort()
      await watch
    }
  }

  explainBreak(error: unknown): CliError {
    const reason = describeNetworkError(error)
    return failure(`The connection to ${this.#settings.url.origin} broke: ${reason}.`, [], error)
  }

  async #open(request: ApiRequest, signal: AbortSignal): Promise<Response> {
    const response = await this.#fetch(request, signal)
    if (response.ok) return response
    throw this.#explainRefusal(response, await this.#readText(response))
  }

  addressOf(path: string): string {
    const { origin, pathname } = this.#settings.url
    return origin + trimEndOf(pathname, '/') + path
  }

  async #fetch({ method, path, query = {}, body, headers }: ApiRequest, signal: AbortSignal) {
    const { url: base, token } = this.#settings
    const url = new URL(trimEndOf(base.pathname, '/') + path, base)
    for (const [name, value = []] of Object.entries(query))
      for (const one of typeof value === 'string' ? [value] : value) url.searchParams.append(name, one)
    try {
      const authorization = token !== undefined && { authorization: `Bearer ${token}` }
      return await this.#send(url, { method, signal, body, headers: { ...authorization, ...headers } })
    } catch (error) {
      throw this.#explainUnreachable(error)
    }
  }

  async #readText(response: Response): Promise<string> {
    const text = await readBody(response, RESPONSE_BYTES_MAX).catch((error: unknown) => {
      throw this.explainBreak(error)
    })
    if (text !== undefined) return text
    throw failure(`${this.#settings.url.origin} responded with more than 64 MB; ask for less with --limit.`)
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch (error) {
      throw failure(
        `${this.#settings.url.href} responded, but not with the JSON of Tocsin.`,
        ['Is this the address of Tocsin, with its base path if it has one?'],
        error,
      )
    }
  }

  #explainRefusal(response: Response, text: string): CliError {
    const problem = parseProblem(text)
    const { status } = response
    const location = response.headers.get('location')
    const isRedirect = status >= 300 && status < 400
    const fallback = `${this.#settings.url.origin} responded HTTP ${status}${isRedirect ? ` and points to ${location ?? 'nowhere'}` : ''}.`
    return new CliError(asText(problem['detail']) || fallback, {
      exitCode: 1,
      status,
      title: asText(problem['title']) || `HTTP ${status}`,
      issues: asObjects(problem['errors']).map((issue) => ({
        path: asText(issue['path']),
        message: asText(issue['message']),
      })),
      hints: this.#hintsFor(status, response.headers.get('retry-after'), asText(problem['detail']) !== ''),
      ...(asText(problem['detail']) !== '' && { problemText: text }),
    })
  }

  #hintsFor(status: number, retryAfter: string | null, isOurs: boolean): readonly string[] {
    const { tokenFrom } = this.#settings
    if (!isOurs) return ['Is this the address of Tocsin, with its base path if it has one?']
    if (status === 401 && tokenFrom === undefined) {
      return [
        'No token was found: give --token or --token-file, set TOCSIN_TOKEN, or keep one with `tocsin configure --token …`.',
        'A first start without TOCSIN_ADMIN_TOKEN made an admin token, in `admin-token` of the data folder, which its user and root can read; `tocsin token create` makes others.',
      ]
    }
    if (status === 401 || status === 403) return [`The token came from ${tokenFrom}.`]
    return retryAfter === null ? [] : [`The service asks to wait ${retryAfter} s before the next try.`]
  }

  #explainUnreachable(error: unknown): CliError {
    const { url, urlFrom } = this.#settings
    if (isTimeout(error)) {
      return failure(`${url.origin} did not respond in time.`, [`The address came from ${urlFrom}.`], error)
    }
    const isLocal = url.href === new URL(DEFAULT_URL).href
    return failure(
      `${url.origin} cannot be reached: ${describeNetworkError(error)}.`,
      [
        isLocal
          ? 'Start a service there with: tocsin serve'
          : `The address came from ${urlFrom}; a service is started with: tocsin serve --listen HOST:PORT`,
        ...(isLocal ? ['Or name another one with --url, TOCSIN_URL or `tocsin configure --url …`.'] : []),
      ],
      error,
    )
  }
}

function parseProblem(text: string): Readonly<Record<string, unknown>> {
  try {
    return asObject(JSON.parse(text))
  } catch {
    return {}
  }
}
