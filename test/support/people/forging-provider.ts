import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the next ID token is made, where it is not as a real provider would make it. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>
  /** By a key that the provider does not publish. */
  readonly isSignedByAnother?: boolean
  readonly header?: Readonly<Record<string, unknown>>
}

/** Responds as an OpenID provider does, with ID tokens that no real one would give. */
export class ForgingProvider {
  readonly issuer: string
  readonly clientId = 'tocsin'
  forgery: Forgery = {}
  /** Paths that were asked for. */
  readonly asked: string[] = []
  /** Tokens are given when it resolves. */
  tokensAt: Promise<unknown> = Promise.resolve()
  readonly #server: Server
  readonly #own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #other = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  private constructor(server: Server) {
    this.#server = server
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', ({ url = '' }, response) => void this.#respond(url, response))
  }

  static async start(): Promise<ForgingProvider> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new ForgingProvider(server)
  }

  async stop(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await once(this.#server, 'close')
  }

  async #respond(path: string, response: ServerResponse): Promise<void> {
    this.asked.push(path)
    if (path === '/token') await this.tokensAt
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(this.#bodyOf(path)))
  }

  #bodyOf(path: string): object {
    const { issuer } = this
    if (path === '/jwks') {
      return {
        keys: [{ ...this.#own.publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'own' }],
      }
    }
    if (path === '/token') return { access_token: 'x', token_type: 'Bearer', id_token: this.#idToken() }
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['ES256', 'HS256'],
    }
  }

  #idToken(): string {
    const { claims, isSignedByAnother = false, header } = this.forgery
    const now = Math.floor(Date.now() / 1000)
    const all = {
      iss: this.issuer,
      aud: this.clientId,
      sub: 'ada',
      iat: now,
      exp: now + 3_600,
      nonce: 'n',
      ...claims,
    }
    const key = isSignedByAnother ? this.#other.privateKey : this.#own.privateKey
    return signed({ alg: 'ES256', kid: 'own', ...header }, all, key)
  }
}

function signed(header: object, claims: object, key: KeyObject): string {
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}
