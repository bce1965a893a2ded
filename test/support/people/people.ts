import type { CallableApp, CallResponse } from '../app/start-app.ts'

export const PASSWORD = 'a horse of course'

/** A browser: keeps the cookie of its session, and sends what the console would. */
export class Browser {
  readonly #app: CallableApp
  cookie = ''
  csrfToken = ''

  constructor(app: CallableApp) {
    this.#app = app
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<CallResponse> {
    const response = await this.#app.call(method, path, body, {
      'x-auth-token': '',
      ...(this.cookie !== '' && { cookie: this.cookie }),
      ...(this.csrfToken !== '' && { 'x-csrf-token': this.csrfToken }),
      ...headers,
    })
    const given = response.headers['set-cookie']
    if (given !== undefined) this.cookie = String(given).split(';')[0] ?? ''
    if (response.status === 201 && response.json?.csrf_token) this.csrfToken = response.json.csrf_token
    return response
  }

  signIn(username: string, password = PASSWORD): Promise<CallResponse> {
    return this.call('POST', '/v1/session', { username, password })
  }
}

/** A user with a password, made the way people are made, in a browser that has just signed in. */
export async function addUser(
  app: CallableApp,
  { name, role }: { readonly name: string; readonly role: 'viewer' | 'operator' | 'admin' },
): Promise<{ readonly id: number; readonly browser: Browser }> {
  const made = await app.call('POST', '/v1/users', { name, role })
  const browser = new Browser(app)
  await browser.call('POST', '/v1/invitations/accept', {
    code: made.json.invitation.code,
    password: PASSWORD,
  })
  return { id: made.json.id, browser }
}
