import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { Provider } from 'oidc-provider'
import { freePort } from '../network/free-port.ts'

export const CLIENT = { id: 'tocsin', secret: 'a-secret-of-the-tests-0123456789' }

/** What the provider says of its people, by the name that they sign in by. */
export type People = Record<string, Readonly<Record<string, unknown>>>

/** A real OpenID provider on a free port, and browsers that sign in there as people do: through its pages. */
export class IdentityProvider {
  readonly issuer: string
  readonly people: People
  readonly #server: Server

  private constructor(issuer: string, people: People, server: Server) {
    this.issuer = issuer
    this.people = people
    this.#server = server
  }

  static async start({
    people,
    redirectUri,
  }: {
    readonly people: People
    readonly redirectUri: string
  }): Promise<IdentityProvider> {
    const port = await freePort()
    const issuer = `http://127.0.0.1:${port}`
    const provider = new Provider(issuer, configurationOf(people, redirectUri))
    const server = createServer(provider.callback())
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return new IdentityProvider(issuer, people, server)
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  /** Signs in there and agrees; the address to which the provider then sends the browser. */
  signIn(address: string, login: string): Promise<URL> {
    return new ProviderBrowser(this.issuer).go(address, (path, prompt) =>
      prompt === 'login'
        ? { path, form: { prompt, login, password: 'x' } }
        : { path, form: { prompt: 'consent' } },
    )
  }

  /** Goes there and thinks better of it. */
  cancel(address: string): Promise<URL> {
    return new ProviderBrowser(this.issuer).go(address, (path) => ({ path: `${path}/abort` }))
  }
}

interface Step {
  readonly path: string
  readonly form?: Readonly<Record<string, string>>
}

const STEPS_MAX = 20

class ProviderBrowser {
  readonly #issuer: string
  readonly #cookies = new Map<string, string>()

  constructor(issuer: string) {
    this.#issuer = issuer
  }

  /** Until the provider sends the browser elsewhere. `act`: what is done on its pages. */
  async go(address: string, act: (path: string, prompt: string) => Step): Promise<URL> {
    let next: { readonly url: URL; readonly form?: Step['form'] } = { url: new URL(address) }
    for (let step = 0; step < STEPS_MAX; step += 1) {
      const response = await this.#request(next.url, next.form)
      const location = response.headers.get('location')
      const page = await response.text()
      if (location !== null) {
        const url = new URL(location, next.url)
        if (url.origin !== this.#issuer) return url
        next = { url }
      } else {
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
        if (prompt === undefined) throw new Error(`the provider answered ${response.status}: ${page}`)
        const { path, form } = act(next.url.pathname, prompt)
        next = { url: new URL(path, this.#issuer), ...(form && { form }) }
      }
    }
    throw new Error('the provider leads nowhere')
  }

  async #request(url: URL, form: Step['form']): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const given of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? []
      this.#cookies.set(name, value)
    }
    return response
  }
}

function configurationOf(people: People, redirectUri: string): object {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'test' }
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups', 'realm_access'], email: ['email'] },
    findAccount: (_context: unknown, sub: string) =>
      people[sub] && { accountId: sub, claims: async () => ({ sub, ...people[sub] }) },
  }
}
