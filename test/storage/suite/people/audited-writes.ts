import type { Store, StoreMethods } from '../../../../src/storage/store.ts'
import type { MethodName } from '../../../../src/storage/methods.ts'
import { AUTHOR, newWebhook, NOW, observation } from '../../../support/build.ts'

type AuditedMethod = Exclude<MethodName, 'finishAttempts'>

/** A method with what that method takes. */
export type AuditedWrite = {
  readonly [Method in AuditedMethod]: {
    readonly method: Method
    readonly args: Parameters<StoreMethods[Method]>
  }
}[AuditedMethod]

/** Everything that writes an entry, once, for a store with things in it. */
export const AUDITED_WRITES: readonly AuditedWrite[] = [
  { method: 'createWebhook', args: [newWebhook(), NOW, AUTHOR] },
  { method: 'changeWebhook', args: [1, { name: 'x' }, { now: NOW, by: AUTHOR }] },
  {
    method: 'rotateSigningSecret',
    args: [1, { secret: 'whsec_a', overlapUntil: NOW, now: NOW, by: AUTHOR }],
  },
  { method: 'removeSigningSecrets', args: [2, { now: NOW, by: AUTHOR }] },
  { method: 'cancelDelivery', args: [1, NOW, AUTHOR] },
  { method: 'retryDelivery', args: [2, NOW, AUTHOR] },
  { method: 'deleteWebhook', args: [1, { now: NOW, by: AUTHOR }] },
  {
    method: 'createToken',
    args: [{ name: 'b', scopes: [], prefix: '', hash: 'b', expiresAt: null }, NOW, AUTHOR],
  },
  { method: 'revokeToken', args: [1, NOW, AUTHOR] },
  {
    method: 'createUser',
    args: [
      { name: 'b', role: 'viewer', passwordHash: null, oidc: null },
      { now: NOW, by: AUTHOR },
    ],
  },
  { method: 'changeUser', args: [1, { role: 'viewer' }, { now: NOW, by: AUTHOR }] },
  {
    method: 'setPassword',
    args: [1, { from: null, to: 'x', exceptSessionId: null, now: NOW, by: AUTHOR }],
  },
  { method: 'deleteUser', args: [1, { now: NOW, by: AUTHOR }] },
]

/** Whose state is compared. */
export const AUDITED_TABLES = ['webhooks', 'webhook_headers', 'tokens', 'users', 'deliveries'] as const

type Methods = Pick<
  Store,
  | 'createToken'
  | 'createUser'
  | 'createWebhook'
  | 'rotateSigningSecret'
  | 'acceptObservations'
  | 'cancelDelivery'
>
type Waiting<Method> = Method extends (...args: infer Args) => Promise<infer Result>
  ? (...args: Args) => Result | Promise<Result>
  : never

/** A token, a user, two webhooks, one of which signs, a delivery that is pending and one that is cancelled. */
export async function makeThings(store: {
  readonly [Name in keyof Methods]: Waiting<Methods[Name]>
}): Promise<void> {
  await store.createToken({ name: 'a', scopes: [], prefix: '', hash: 'a', expiresAt: null }, NOW)
  // Two, since the last admin stays.
  for (const name of ['a', 'z'])
    await store.createUser({ name, role: 'admin', passwordHash: null, oidc: null }, { now: NOW })
  await store.createWebhook(newWebhook(), NOW)
  await store.createWebhook(newWebhook({ payloadType: 'JOB' }), NOW)
  await store.rotateSigningSecret(2, { secret: 'whsec_a', overlapUntil: NOW, now: NOW })
  await store.acceptObservations([observation({ key: 'a' }), observation({ key: 'b' })], NOW)
  await store.cancelDelivery(2, NOW)
}
