import type { Scope } from '../../src/domain/token.ts'
import type { TestApp } from './start-app.ts'

/** A token with these scopes; gives the headers that present it. */
export async function asTokenWith(
  app: TestApp,
  ...scopes: readonly Scope[]
): Promise<Record<string, string>> {
  const { json } = await app.call('POST', '/v1/tokens', { name: scopes.join(' '), scopes })
  return { 'x-auth-token': json.token }
}
