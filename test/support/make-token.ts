import type { Scope } from '../../src/domain/token.ts'
import type { TestApp } from './start-app.ts'

/** The secret of a new token with these scopes. */
export async function makeToken(app: TestApp, scopes: readonly Scope[]): Promise<string> {
  const { json } = await app.call('POST', '/v1/tokens', { name: scopes.join(' '), scopes })
  return json.token
}

/** A token with these scopes; gives the headers that present it. */
export async function asTokenWith(
  app: TestApp,
  ...scopes: readonly Scope[]
): Promise<Record<string, string>> {
  return { 'x-auth-token': await makeToken(app, scopes) }
}
