import { randomBytes } from 'node:crypto'
import { systemChance } from '../../../src/runtime/clock.ts'
import { formatSessionSecret, hashSessionSecret } from '../../../src/domain/people/session.ts'
import { hashToken } from '../../../src/domain/people/token.ts'
import { PasswordHasher } from '../../../src/people/password-hash.ts'
import type { TestApp } from '../../support/app/start-app.ts'
import { AUTHOR, newWebhook, NOW, observation } from '../../support/build.ts'
import { Receiver } from '../../support/network/receiver.ts'

export const PASSWORD = 'a horse of course'
export const CODE = 'tci_known'

export interface World {
  readonly app: TestApp
  readonly receiver: Receiver
  readonly webhookId: () => Promise<number>
  /** Returns the id of an alert that can be cleared. */
  readonly alertId: () => Promise<number>
  /** Returns the id of a delivery that can be cancelled. */
  readonly deliveryId: () => Promise<number>
  readonly people: People
}

/** A user who signs in, and another user who does nothing. */
interface People {
  readonly userId: number
  readonly otherId: number
  readonly nobodyYet: () => Promise<As>
  readonly signedIn: () => Promise<As>
  readonly invited: () => Promise<As>
  /** Returns the id of another session of the same user. */
  readonly sessionId: () => Promise<number>
}

async function preparePeople({ store }: TestApp): Promise<People> {
  const passwordHash = await new PasswordHasher(systemChance).hash(PASSWORD)
  const base = { role: 'admin', passwordHash, oidc: null } as const
  const { id: userId } = await store.createUser({ ...base, name: 'Ada' }, { now: NOW })
  const { id: otherId } = await store.createUser(
    { ...base, name: 'Kay', role: 'viewer', passwordHash: null },
    { now: NOW },
  )
  const open = async () => {
    const secret = formatSessionSecret(randomBytes(32))
    const now = Date.now()
    const current = await store.findUser({ id: userId })
    const { id } = await store.openSession(
      {
        hash: hashSessionSecret(secret),
        userId,
        tokenId: null,
        kind: 'token_service',
        createdAt: now,
        expiresAt: now + 600_000,
        address: '',
        userAgent: '',
      },
      { passwordHash: current?.passwordHash ?? null },
    )
    return { id, secret }
  }
  const nobody = { 'x-auth-token': '' }
  return {
    userId,
    otherId,
    nobodyYet: async () => ({ headers: nobody, userId }),
    signedIn: async () => ({ headers: { 'x-auth-token': (await open()).secret }, userId }),
    invited: async () => {
      const invitation = { purpose: 'new_password', userId, role: 'admin', hash: hashToken(CODE) } as const
      await store.createInvitation({ ...invitation, expiresAt: Date.now() + 600_000 }, { now: NOW })
      return { headers: nobody, userId }
    },
    sessionId: async () => (await open()).id,
  }
}

/** The person who sends a request instead of the admin, as the audit log names them. */
export interface As {
  readonly headers: Record<string, string>
  readonly userId: number
}

/** Opens everything that the requests of this test need: a receiver, people, and one of each noun. */
export async function openWorld(app: TestApp): Promise<World> {
  const receiver = await Receiver.start()
  return {
    app,
    receiver,
    people: await preparePeople(app),
    webhookId: async () => (await app.store.createWebhook(newWebhook({ url: receiver.url }), NOW)).id,
    alertId: async () => {
      const long = Date.now() - 3_600_000
      const silent = observation({ key: randomBytes(8).toString('hex'), state: 'high', at: long })
      return (await app.store.acceptObservations([silent], long))[0]?.alertId ?? 0
    },
    deliveryId: async () => {
      const { id } = await app.store.createWebhook(newWebhook(), NOW)
      await app.store.acceptObservations([observation({ key: `for ${id}` })], NOW)
      const [delivery] = await app.store.listDeliveries({ webhookId: id }, { limit: 1 })
      return delivery?.id ?? 0
    },
  }
}

export async function silenceId({ app }: World): Promise<number> {
  const now = Date.now()
  const times = { startsAt: now, endsAt: now + 3_600_000 }
  const silence = { match: 'server="db-1"', webhookIds: null, reason: 'patching', createdBy: 'Ada' }
  return (await app.store.createSilence({ ...silence, ...times }, now)).id
}

export async function windowId({ app }: World): Promise<number> {
  const now = Date.now()
  const silence = { match: 'server="db-1"', webhookIds: null, reason: 'patching', createdBy: 'Ada' }
  const times = { zone: 'UTC', begins: '22:00', lastsMs: 3_600_000, repeat: 'FREQ=DAILY', days: null }
  const window = { ...silence, ...times, firstDay: '2026-01-01', jobs: 'hold' } as const
  const others = await app.store.listWindows(now, { limit: 200 })
  return (await app.store.createWindow({ ...window, name: `window ${others.length + 1}` }, now)).id
}

/** Returns the id of an alert that somebody has acknowledged. */
export async function acknowledgedId({ app, alertId }: World): Promise<number> {
  const id = await alertId()
  const now = Date.now()
  await app.store.acknowledgeAlert(id, { note: null, until: now + 3_600_000, now, by: AUTHOR })
  return id
}
