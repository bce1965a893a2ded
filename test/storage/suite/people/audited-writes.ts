import type { Store, StoreVerbs } from '../../../../src/storage/store.ts'
import type { VerbName } from '../../../../src/storage/verbs.ts'
import { AUTHOR, newWebhook, NOW, observation } from '../../../support/build.ts'

type AuditedVerb = Exclude<VerbName, 'finishAttempts'>

/** A verb with what that verb takes. */
export type AuditedWrite = {
  readonly [Verb in AuditedVerb]: { readonly verb: Verb; readonly args: Parameters<StoreVerbs[Verb]> }
}[AuditedVerb]

/** Everything that writes an entry, once, for a store with things in it. */
export const AUDITED_WRITES: readonly AuditedWrite[] = [
  { verb: 'createWebhook', args: [newWebhook(), NOW, AUTHOR] },
  { verb: 'changeWebhook', args: [1, { name: 'x' }, { now: NOW, by: AUTHOR }] },
  {
    verb: 'rotateSigningSecret',
    args: [1, { secret: 'whsec_a', overlapUntil: NOW, now: NOW, by: AUTHOR }],
  },
  { verb: 'removeSigningSecrets', args: [2, { now: NOW, by: AUTHOR }] },
  { verb: 'cancelDelivery', args: [1, NOW, AUTHOR] },
  { verb: 'retryDelivery', args: [2, NOW, AUTHOR] },
  { verb: 'deleteWebhook', args: [1, { now: NOW, by: AUTHOR }] },
  {
    verb: 'createToken',
    args: [{ name: 'b', scopes: [], prefix: '', hash: 'b', expiresAt: null }, NOW, AUTHOR],
  },
  { verb: 'revokeToken', args: [1, NOW, AUTHOR] },
  {
    verb: 'createUser',
    args: [
      { name: 'b', role: 'viewer', passwordHash: null, oidc: null },
      { now: NOW, by: AUTHOR },
    ],
  },
  { verb: 'changeUser', args: [1, { role: 'viewer' }, { now: NOW, by: AUTHOR }] },
  {
    verb: 'setPassword',
    args: [1, { from: null, to: 'x', exceptSessionId: null, now: NOW, by: AUTHOR }],
  },
  { verb: 'deleteUser', args: [1, { now: NOW, by: AUTHOR }] },
]

/** Whose state is compared. */
export const AUDITED_TABLES = ['webhooks', 'webhook_headers', 'tokens', 'users', 'deliveries'] as const

type Verbs = Pick<
  Store,
  | 'createToken'
  | 'createUser'
  | 'createWebhook'
  | 'rotateSigningSecret'
  | 'acceptObservations'
  | 'cancelDelivery'
>
type Waiting<Verb> = Verb extends (...args: infer Args) => Promise<infer Result>
  ? (...args: Args) => Result | Promise<Result>
  : never

/** A token, a user, two webhooks, one of which signs, a delivery that is pending and one that is cancelled. */
export async function makeThings(store: {
  readonly [Name in keyof Verbs]: Waiting<Verbs[Name]>
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
