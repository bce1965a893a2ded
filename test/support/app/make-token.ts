import type { Scope } from '../../../src/domain/people/token.ts'
import type { Service } from './service.ts'
import type { CallableApp } from './start-app.ts'

/** The secret of a new token with these scopes. */
export async function makeToken(app: CallableApp, scopes: readonly Scope[]): Promise<string> {
  const { json } = await app.call('POST', '/v1/tokens', { name: scopes.join(' ').slice(0, 100), scopes })
  return json.token
}

/** A token with these scopes; gives the headers that present it. */
export async function asTokenWith(
  app: CallableApp,
  ...scopes: readonly Scope[]
): Promise<Record<string, string>> {
  return { 'x-auth-token': await makeToken(app, scopes) }
}

/** The same from a service that is a process of its own. */
export async function makeTokenOf(service: Service, scopes: readonly Scope[]): Promise<string> {
  const made = await service.request('POST', '/v1/tokens', { name: scopes.join(' ').slice(0, 100), scopes })
  return ((await made.json()) as { readonly token: string }).token
}
