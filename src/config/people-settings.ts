import { parseDuration } from '../domain/spelling.ts'
import { setting } from './setting.ts'
import { between, parsePublicUrl, oneOf, parseClaimValues, parseIssuer } from './setting-parsers.ts'

/** Settings of sign-in: a part of `SETTINGS` (config.ts). */
export const PEOPLE_SETTINGS = {
  sessionIdleMs: setting({
    env: 'TOCSIN_SESSION_IDLE',
    flag: '--session-idle',
    help: 'A console session ends after this time without use. Set the same on all nodes.',
    fallback: '12h',
    parse: between(parseDuration, { least: 300_000, most: 90 * 86_400_000, words: 'from 5m to 90d' }),
  }),
  sessionMaxMs: setting({
    env: 'TOCSIN_SESSION_MAX',
    flag: '--session-max',
    help: 'A console session ends after this time even if it is used.',
    fallback: '7d',
    parse: between(parseDuration, { least: 300_000, most: 365 * 86_400_000, words: 'from 5m to 365d' }),
  }),
  publicUrl: setting({
    env: 'TOCSIN_PUBLIC_URL',
    flag: '--public-url',
    help: 'Address at which people reach the service, with the base path, for example `https://tocsin.example.com`. Required for OpenID, and for the console behind a proxy that changes the host. Default: the address it listens on.',
    fallback: '',
    parse: parsePublicUrl,
  }),
} as const

/** Settings of OpenID sign-in: a part of `SETTINGS` (config.ts). */
export const OIDC_SETTINGS = {
  oidcIssuer: setting({
    env: 'TOCSIN_OIDC_ISSUER',
    flag: '--oidc-issuer',
    help: 'Issuer of the OpenID provider for sign-in, for example `https://id.example.com/realms/main`, which serves `/.well-known/openid-configuration`. Register the address of the service followed by `/v1/oidc/callback` there, and set `TOCSIN_PUBLIC_URL` to the address of the service.',
    fallback: '',
    parse: parseIssuer,
  }),
  oidcClientId: setting({
    env: 'TOCSIN_OIDC_CLIENT_ID',
    flag: '--oidc-client-id',
    help: 'Client ID of this service at the provider.',
    fallback: '',
    parse: (text) => text,
  }),
  oidcClientSecret: setting({
    env: 'TOCSIN_OIDC_CLIENT_SECRET',
    flag: '--oidc-client-secret',
    help: 'Client secret of this service at the provider.',
    fallback: '',
    parse: (text) => text,
    secret: true,
  }),
  oidcName: setting({
    env: 'TOCSIN_OIDC_NAME',
    flag: '--oidc-name',
    help: 'Name of the provider on the sign-in button of the console.',
    fallback: 'Single sign-on',
    parse: (text) => text,
  }),
  oidcScopes: setting({
    env: 'TOCSIN_OIDC_SCOPES',
    flag: '--oidc-scopes',
    help: 'Scopes to ask the provider for, separated by spaces; `openid` is required.',
    fallback: 'openid profile email',
    parse: (text) => text,
  }),
  oidcRoleClaim: setting({
    env: 'TOCSIN_OIDC_ROLE_CLAIM',
    flag: '--oidc-role-claim',
    help: 'Claim that decides the role: a list or a text, in the ID token or the user info. Dots reach nested members: `realm_access.roles`.',
    fallback: 'groups',
    parse: (text) => text,
  }),
  oidcAdmins: setting({
    env: 'TOCSIN_OIDC_ADMINS',
    flag: '--oidc-admins',
    help: 'Values of that claim that make somebody an admin, separated by commas, or by semicolons if a value contains a comma.',
    fallback: '',
    parse: parseClaimValues,
  }),
  oidcOperators: setting({
    env: 'TOCSIN_OIDC_OPERATORS',
    flag: '--oidc-operators',
    help: 'Values of that claim that make somebody an operator, separated in the same way.',
    fallback: '',
    parse: parseClaimValues,
  }),
  oidcViewers: setting({
    env: 'TOCSIN_OIDC_VIEWERS',
    flag: '--oidc-viewers',
    help: 'Values of that claim that make somebody a viewer, separated in the same way.',
    fallback: '',
    parse: parseClaimValues,
  }),
  oidcDefaultRole: setting({
    env: 'TOCSIN_OIDC_DEFAULT_ROLE',
    flag: '--oidc-default-role',
    help: 'Role of people for whom the claim names none: `none` (they cannot sign in), `viewer`, `operator` or `admin`.',
    fallback: 'none',
    parse: oneOf(['none', 'viewer', 'operator', 'admin']),
  }),
} as const

type OidcConfig = Readonly<{
  [Name in keyof typeof OIDC_SETTINGS]: ReturnType<(typeof OIDC_SETTINGS)[Name]['parse']>
}>

/** `publicUrl`: TOCSIN_PUBLIC_URL. */
type WithPublicUrl = OidcConfig & { readonly publicUrl: string }

/** Finds contradictory settings; an unreadable value is undefined. */
export function findOidcContradictions(config: Partial<WithPublicUrl>): readonly string[] {
  const { oidcIssuer, oidcClientId, oidcClientSecret: secret, publicUrl } = config
  if (oidcIssuer === '') {
    return oidcClientId || secret
      ? ['TOCSIN_OIDC_ISSUER is missing: the rest of OpenID is of no use without it']
      : []
  }
  return [
    ...(oidcClientId === ''
      ? ['TOCSIN_OIDC_CLIENT_ID is missing: the provider has to know this service']
      : []),
    ...(secret === ''
      ? ['TOCSIN_OIDC_CLIENT_SECRET is missing: the provider gave one with the client id']
      : []),
    ...(publicUrl === ''
      ? [
          'TOCSIN_PUBLIC_URL is missing: the provider sends people back to that address, which must not be what a request says of itself',
        ]
      : []),
    ...(hasScopeOpenid(config) ? [] : ['TOCSIN_OIDC_SCOPES must have openid among them']),
    ...(givesRoles(config)
      ? []
      : [
          'TOCSIN_OIDC_ADMINS, TOCSIN_OIDC_OPERATORS or TOCSIN_OIDC_VIEWERS is missing: nobody would get a role (or set TOCSIN_OIDC_DEFAULT_ROLE)',
        ]),
  ]
}

function hasScopeOpenid({ oidcScopes }: Partial<OidcConfig>): boolean {
  return oidcScopes === undefined || oidcScopes.split(/\s+/).includes('openid')
}

function givesRoles({
  oidcAdmins,
  oidcOperators,
  oidcViewers,
  oidcDefaultRole,
}: Partial<OidcConfig>): boolean {
  const values = [oidcAdmins, oidcOperators, oidcViewers].some(
    (list) => list === undefined || list.length > 0,
  )
  return values || oidcDefaultRole !== 'none'
}
