import { Authenticator } from './api/authenticate.ts'
import { sessionCookieName } from './api/session-cookie.ts'
import type { Chance, Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createPeople } from './people/people.ts'
import type { Cluster } from './storage/cluster.ts'
import type { Store } from './storage/store.ts'

interface CallerParts {
  readonly store: Store
  readonly cluster: Cluster
  readonly clock: Clock
  readonly chance: Chance
  readonly config: Config
  readonly authenticator: Authenticator
}

/** Somebody may do less, or more, than a moment before: it counts from the next request on, on all nodes. */
export function tellCallers({
  authenticator,
  cluster,
}: Pick<CallerParts, 'authenticator' | 'cluster'>): void {
  authenticator.forget()
  cluster.tell('tokens')
}

/** What the routes about people need. */
export function peopleOf(parts: CallerParts) {
  const { config, store } = parts
  return {
    people: createPeople({
      ...parts,
      sessionMaxMs: config.sessionMaxMs,
      onPeopleChanged: () => tellCallers(parts),
    }),
    cookieName: sessionCookieName(store.installationId),
    sessionIdleMs: config.sessionIdleMs,
    publicHost: hostOf(config.publicUrl),
  }
}

export function createAuthenticator({
  store,
  clock,
  config,
}: Pick<CallerParts, 'store' | 'clock' | 'config'>) {
  return new Authenticator({
    store,
    clock,
    cookieName: sessionCookieName(store.installationId),
    sessionIdleMs: config.sessionIdleMs,
    publicHost: hostOf(config.publicUrl),
  })
}

function hostOf(publicUrl: string): string | null {
  return publicUrl === '' ? null : new URL(publicUrl).host
}
