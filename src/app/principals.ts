import { Authenticator } from '../api/auth/authenticate.ts'
import { sessionCookieName } from '../api/auth/session-cookie.ts'
import type { OidcSetup } from '../api/deps/api-deps.ts'
import type { Config } from '../config/config.ts'
import { createProxyRules } from '../domain/target/proxy-rules.ts'
import { OidcProvider } from '../people/oidc-provider.ts'
import type { PasswordCost } from '../people/password-hash.ts'
import { createPeople } from '../people/people.ts'
import type { Chance, Clock } from '../runtime/clock.ts'
import type { Cluster } from '../storage/cluster.ts'
import type { Store } from '../storage/store.ts'

interface PrincipalDeps {
  readonly store: Store
  readonly cluster: Cluster
  readonly clock: Clock
  readonly chance: Chance
  readonly config: Config
  readonly authenticator: Authenticator
  readonly passwordCost?: PasswordCost | undefined
}

/** Makes changed rights count from the next request on, on all nodes. */
export function forgetPrincipals({
  authenticator,
  cluster,
}: Pick<PrincipalDeps, 'authenticator' | 'cluster'>): void {
  authenticator.forget()
  cluster.notify('tokens')
}

/** Returns the dependencies of the routes for people. */
export function peopleOf(deps: PrincipalDeps) {
  const { config, store } = deps
  return {
    people: createPeople({
      ...deps,
      sessionMaxMs: config.sessionMaxMs,
      onPeopleChanged: () => forgetPrincipals(deps),
    }),
    cookieName: sessionCookieName(store.installationId),
    sessionIdleMs: config.sessionIdleMs,
    publicHost: hostOf(config.publicUrl),
    oidc: oidcOf(deps),
  }
}

/** Returns null if no OpenID provider is set up. */
function oidcOf({ config, clock }: Pick<PrincipalDeps, 'config' | 'clock'>): OidcSetup | null {
  if (config.oidcIssuer === '') return null
  const provider = new OidcProvider({
    issuer: config.oidcIssuer,
    clientId: config.oidcClientId,
    clientSecret: config.oidcClientSecret,
    scopes: config.oidcScopes,
    roleClaim: config.oidcRoleClaim,
    clock,
    findProxy: createProxyRules(config.proxy, config.directTargets),
  })
  const { oidcAdmins: admin, oidcOperators: operator, oidcViewers: viewer } = config
  return {
    provider,
    name: config.oidcName,
    rules: {
      claim: config.oidcRoleClaim,
      valuesOf: { admin, operator, viewer },
      defaultRole: config.oidcDefaultRole,
    },
    publicUrl: config.publicUrl,
  }
}

export function createAuthenticator({
  store,
  clock,
  config,
}: Pick<PrincipalDeps, 'store' | 'clock' | 'config'>) {
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
