import { escapeForTerminal } from '../view/terminal-text.ts'
import { CliError, failure, usageError } from '../program/cli-error.ts'
import { asObject, asText } from '../view/response.ts'
import { createSender, describeNetworkError, readBody, type Send } from '../client/network.ts'

const TIME_LIMIT_MS = 30_000
const RESPONSE_BYTES_MAX = 64 * 1024 ** 2
/** A server that lists more is broken, or another kind of server. */
export const FOREIGN_WEBHOOKS_MAX = 10_000
const PAGES_MAX = 1000
const EXCERPT_CHARACTERS_MAX = 200

export interface ForeignAddress {
  /** Without the path after the version. */
  readonly url: URL
  readonly version: number
}

/** Parses `https://server/api/v15`, with any path before `/api`. Throws a usage error. */
export function parseForeignAddress(text: string): ForeignAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const [, path, version] = /^(.*\/api\/v(\d{1,3}))(?:\/webhook)?\/?$/.exec(url?.pathname ?? '') ?? []
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isHttp || path === undefined) {
    throw usageError(
      `--from is "${text}", but must be the address of a server up to the version of its interface, such as https://server/api/v15 or https://server/pem/api/v6.`,
    )
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw usageError(
      '--from must have no user, password, query or fragment; who asks is said with --token or --user.',
    )
  }
  url.pathname = path
  return { url, version: Number(version) }
}

interface ForeignResponse {
  readonly json: unknown
  readonly headers: Headers
}

/** Client of any server with v6 or v15 of the management interface. Errors are CliErrors. */
export class ForeignServer {
  readonly #address: ForeignAddress
  readonly #sendJson: Send
  #token: string | undefined

  /** `ca`: PEM; undefined: the authorities of the system. */
  constructor(address: ForeignAddress, ca: string | undefined) {
    this.#address = address
    this.#sendJson = createSender(ca)
  }

  useToken(token: string): void {
    this.#token = token
  }

  /** Gets a short-lived token for name and password from the token service beside the versions. */
  async signIn(username: string, password: string): Promise<void> {
    const { headers } = await this.#send('POST', this.#tokenUrl(), { username, password })
    const token = headers.get('x-subject-token')
    if (token !== null && token !== '') return this.useToken(token)
    throw failure(`${this.#tokenUrl().href} gave no token: its response has no header X-Subject-Token.`)
  }

  /** Ends that token. Failing is harmless: it expires in minutes. */
  async signOut(): Promise<void> {
    await this.#send('DELETE', this.#tokenUrl()).catch(() => undefined)
  }

  /** Reads all pages. */
  async listWebhooks(): Promise<readonly unknown[]> {
    const found: unknown[] = []
    const first = this.#at('/webhook/')
    const seen = new Set<string>()
    let next: URL | undefined = first
    while (next !== undefined) {
      if (seen.has(next.href) || seen.size >= PAGES_MAX) {
        throw failure(
          `${first.href} has no end: its pages lead in a circle, or there are more than ${PAGES_MAX}.`,
        )
      }
      seen.add(next.href)
      const { json, headers } = await this.#send('GET', next)
      found.push(...this.#readList(json))
      if (found.length > FOREIGN_WEBHOOKS_MAX) {
        throw failure(
          `${first.href} lists more than ${FOREIGN_WEBHOOKS_MAX} webhooks; so many are not copied.`,
        )
      }
      next = nextPage(headers.get('link'), next)
    }
    return found
  }

  async readWebhook(id: number): Promise<unknown> {
    return (await this.#send('GET', this.#at(`/webhook/${id}`))).json
  }

  #readList(json: unknown): readonly unknown[] {
    if (Array.isArray(json)) return json
    const inside = ['items', 'data', 'result', 'webhooks'].map((member) => asObject(json)[member])
    const list = inside.find((value) => Array.isArray(value))
    if (list !== undefined) return list
    throw failure(
      `${this.#at('/webhook/').href} responded with JSON, but not with a list of webhooks.`,
      NOT_SUCH_A_SERVER,
    )
  }

  #at(path: string): URL {
    return new URL(this.#address.url.href + path)
  }

  #tokenUrl(): URL {
    return new URL(this.#address.url.href.replace(/\/v\d+$/, '/token/'))
  }

  async #send(method: 'GET' | 'POST' | 'DELETE', url: URL, body?: object): Promise<ForeignResponse> {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS)
    try {
      const headers: Record<string, string> = this.#token === undefined ? {} : { 'x-auth-token': this.#token }
      const response = await this.#sendJson(url, { method, signal, body, headers })
      const text = await readBody(response, RESPONSE_BYTES_MAX)
      if (text === undefined) throw failure(`${url.href} responded with more than 64 MB.`, NOT_SUCH_A_SERVER)
      if (!response.ok) throw describeRefusal(url, response, text)
      return {
        json: method === 'GET' ? parseJson(url, response, text) : undefined,
        headers: response.headers,
      }
    } catch (error) {
      if (error instanceof CliError) throw error
      throw failure(`${url.origin} (from --from) cannot be read: ${describeNetworkError(error)}.`, [], error)
    }
  }
}

const NOT_SUCH_A_SERVER = [
  'Is --from the address of the interface, such as https://server/api/v15 or https://server/pem/api/v15?',
]

/** Finds the next page, on the same server only: the token goes there. */
function nextPage(link: string | null, from: URL): URL | undefined {
  const links = [...(link ?? '').matchAll(/<([^<>]*)>\s*;([^,<]*)/g)]
  const target = links.find(([, , parameters = '']) => /\brel="?next"?/i.test(parameters))?.[1]
  if (target === undefined || !URL.canParse(target, from.href)) return undefined
  const url = new URL(target, from)
  if (url.origin === from.origin) return url
  throw failure(`${from.href} names a next page on another server, ${url.origin}; it was not asked.`)
}

function parseJson(url: URL, response: Response, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const type = response.headers.get('content-type') ?? 'no Content-Type'
    throw failure(
      `${url.href} responded with ${escapeForTerminal(type.slice(0, 100))}, but not with JSON: ${excerpt(text)}`,
      NOT_SUCH_A_SERVER,
      error,
    )
  }
}

function describeRefusal(url: URL, response: Response, text: string): CliError {
  const { status } = response
  if (status >= 300 && status < 400) {
    const target = (response.headers.get('location') ?? 'nowhere').slice(0, EXCERPT_CHARACTERS_MAX)
    return failure(`${url.href} points to ${target} (HTTP ${status}), which was not followed.`, [
      'If that is the right server, name its address with --from.',
    ])
  }
  const said = describeBody(text)
  const hints = {
    401: url.pathname.endsWith('/token/')
      ? ['Who asks is said with --user; the password comes from TOCSIN_FROM_PASSWORD or --password-file.']
      : ['Its token is given with --token or TOCSIN_FROM_TOKEN, or a user with --user.'],
    403: ['The token, or its user, may not read webhooks there.'],
    404: NOT_SUCH_A_SERVER,
  }
  return new CliError(`${url.href} responded HTTP ${status}${said === '' ? '.' : `: ${said}`}`, {
    exitCode: 1,
    title: 'Not done',
    status,
    hints: status === 401 || status === 403 || status === 404 ? hints[status] : [],
  })
}

function describeBody(text: string): string {
  try {
    const { errormsg, detail, message } = asObject(JSON.parse(text))
    return excerpt(asText(errormsg) || asText(detail) || asText(message))
  } catch {
    return excerpt(text)
  }
}

function excerpt(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= EXCERPT_CHARACTERS_MAX ? line : `${line.slice(0, EXCERPT_CHARACTERS_MAX)}…`
}
