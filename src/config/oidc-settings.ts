import { setting } from './setting.ts'
import { oneOf, parseClaimValues, parseIssuer, readSecretFile } from './setting-parsers.ts'

/** Signing in by an OpenID provider: a part of `SETTINGS` (config.ts). */
export const OIDC_SETTINGS = {
  oidcIssuer: setting({
    env: 'TOCSIN_OIDC_ISSUER',
    flag: '--oidc-issuer',
    help: 'Issuer of the OpenID provider by which people may sign in, for example `https://id.example.com/realms/main`; below it lies `/.well-known/openid-configuration`. Register `/v1/oidc/callback` behind the address of the service there, and set `TOCSIN_PUBLIC_URL` to that address.',
    fallback: '',
    parse: parseIssuer,
  }),
  oidcClientId: setting({
    env: 'TOCSIN_OIDC_CLIENT_ID',
    flag: '--oidc-client-id',
    help: 'How the provider knows this service.',
    fallback: '',
    parse: (text) => text,
  }),
  oidcClientSecret: setting({
    env: 'TOCSIN_OIDC_CLIENT_SECRET',
    flag: '--oidc-client-secret',
    help: 'The secret that the provider gave it. A flag can be seen in the list of processes: better a variable, or `TOCSIN_OIDC_CLIENT_SECRET_FILE`.',
    fallback: '',
    parse: (text) => text,
    secret: true,
  }),
  oidcClientSecretFile: setting({
    env: 'TOCSIN_OIDC_CLIENT_SECRET_FILE',
    flag: '--oidc-client-secret-file',
    help: 'File with what `TOCSIN_OIDC_CLIENT_SECRET` would hold. Only one of the two may be set.',
    fallback: '',
    parse: readSecretFile,
  }),
  oidcName: setting({
    env: 'TOCSIN_OIDC_NAME',
    flag: '--oidc-name',
    help: 'How people call the provider, on the button of the console.',
    fallback: 'Single sign-on',
    parse: (text) => text,
  }),
  oidcScopes: setting({
    env: 'TOCSIN_OIDC_SCOPES',
    flag: '--oidc-scopes',
    help: 'What the provider is asked for, separated by spaces; `openid` must be there.',
    fallback: 'openid profile email',
    parse: (text) => text,
  }),
  oidcRoleClaim: setting({
    env: 'TOCSIN_OIDC_ROLE_CLAIM',
    flag: '--oidc-role-claim',
    help: 'The claim that decides on the role: a list or a text, in the ID token or the user info; `realm_access.roles` means a member of a member.',
    fallback: 'groups',
    parse: (text) => text,
  }),
  oidcAdmins: setting({
    env: 'TOCSIN_OIDC_ADMINS',
    flag: '--oidc-admins',
    help: 'Values of that claim that make an admin, separated by commas, or by semicolons where they hold commas.',
    fallback: '',
    parse: parseClaimValues,
  }),
  oidcOperators: setting({
    env: 'TOCSIN_OIDC_OPERATORS',
    flag: '--oidc-operators',
    help: 'Likewise for operators.',
    fallback: '',
    parse: parseClaimValues,
  }),
  oidcViewers: setting({
    env: 'TOCSIN_OIDC_VIEWERS',
    flag: '--oidc-viewers',
    help: 'Likewise for viewers.',
    fallback: '',
    parse: parseClaimValues,
  }),
  oidcDefaultRole: setting({
    env: 'TOCSIN_OIDC_DEFAULT_ROLE',
    flag: '--oidc-default-role',
    help: 'Role of whoever the provider knows and the claim gives none: `none` (they cannot sign in), `viewer`, `operator` or `admin`.',
    fallback: 'none',
    parse: oneOf(['none', 'viewer', 'operator', 'admin']),
  }),
} as const

type OidcConfig = Readonly<{
  [Name in keyof typeof OIDC_SETTINGS]: ReturnType<(typeof OIDC_SETTINGS)[Name]['parse']>
}>

/** `publicUrl`: TOCSIN_PUBLIC_URL. */
type WithPublicUrl = OidcConfig & { readonly publicUrl: string }

/** Finds settings that contradict each other; a value that could not be read is undefined. */
export function findOidcContradictions(config: Partial<WithPublicUrl>): readonly string[] {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcClientSecretFile, publicUrl } = config
  if (oidcClientSecret && oidcClientSecretFile) {
    return [
      'TOCSIN_OIDC_CLIENT_SECRET and TOCSIN_OIDC_CLIENT_SECRET_FILE exclude each other; set one of the two',
    ]
  }
  const secret = oidcClientSecret || oidcClientSecretFile
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
