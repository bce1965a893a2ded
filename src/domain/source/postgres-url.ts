/** Which of several servers will do: any, or only one that can be written. */
const SESSION_KINDS = ['any', 'read-write', 'primary']
/** `no-verify` is a word of the driver, for what libpq calls `require`. */
const SSL_MODES = ['disable', 'require', 'no-verify', 'verify-ca', 'verify-full']

/** `postgres://user:password@`, the hosts, and what follows. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#@]*)([/?#].*)?$/

/**
 * An address of PostgreSQL as it was given, if it can be one: with a host or several, and a database. Throws an Error
 * that completes "… ", and that never repeats what might be a password.
 */
export function parsePostgresUrl(text: string): string {
  const servers = serversOf(text)
  const urls = servers.map((server) => URL.parse(server))
  const [url] = urls
  if (!url || urls.includes(null)) {
    throw new Error(
      'is not an address such as postgres://tocsin:password@db.internal:5432/tocsin, or with several hosts a:5432,b:5432; characters such as @, / and # in a password as %40, %2F and %23',
    )
  }
  if (urls.some((one) => one?.hostname === '') && (urls.length > 1 || !url.searchParams.get('host'))) {
    throw new Error('names no host, as db.internal in postgres://tocsin@db.internal/tocsin does')
  }
  if (url.pathname.length < 2) {
    throw new Error('names no database, as the last word of postgres://tocsin@db.internal/tocsin does')
  }
  const kind = url.searchParams.get('target_session_attrs') ?? 'any'
  if (!SESSION_KINDS.includes(kind)) {
    throw new Error(`has another target_session_attrs than ${SESSION_KINDS.join(', ')}`)
  }
  if (url.searchParams.has('service')) throw new Error('names a service, which only TOCSIN_DATABASE can')
  checkSslMode(url.searchParams)
  return text
}

/**
 * Refuses the modes that libpq has and that protect against nobody: both go on in the clear if whoever stands in the
 * way says that the server has no TLS.
 */
function checkSslMode(parameters: URLSearchParams): void {
  const mode = parameters.get('sslmode')
  const authority = parameters.get('sslrootcert')
  if (mode === null) return
  if (mode === 'prefer' || mode === 'allow') {
    throw new Error(
      `has sslmode=${mode}, which goes on without TLS when somebody in between says that there is none; give sslmode=verify-full (TLS, and the server is checked), or sslmode=disable (no TLS)`,
    )
  }
  if (!SSL_MODES.includes(mode)) throw new Error(`has another sslmode than ${SSL_MODES.join(', ')}`)
  if (mode === 'verify-ca' && authority === null) {
    throw new Error(
      'has sslmode=verify-ca and no sslrootcert: anybody with a certificate of a public authority would do; add sslrootcert=/path/ca.pem, or give sslmode=verify-full',
    )
  }
  if (authority === 'system' && mode !== 'verify-full') {
    throw new Error(
      `has sslrootcert=system with sslmode=${mode}: anybody with a certificate of a public authority would do; give sslmode=verify-full`,
    )
  }
}

/**
 * Returns the address of one server as the driver understands it. `require` and `verify-ca` mean what they mean to
 * libpq: the driver reads them so if it is asked to, and takes both for `verify-full` otherwise.
 */
export function toDriverUrl(server: string): string {
  const url = new URL(server)
  const { searchParams: parameters } = url
  const names = ['target_session_attrs']
  // TLS means nothing on a socket of this machine.
  if ((url.hostname || parameters.get('host') || '').startsWith('/')) names.push('sslmode', 'sslrootcert')
  if (parameters.get('sslrootcert') === 'system') names.push('sslrootcert')
  const isLibpqs = ['require', 'verify-ca'].includes(parameters.get('sslmode') ?? '')
  if (!isLibpqs && !names.some((name) => parameters.has(name))) return server
  for (const name of names) parameters.delete(name)
  if (isLibpqs && parameters.has('sslmode')) parameters.set('uselibpqcompat', 'true')
  return url.href
}

/**
 * Each server of an address that names several, as an address of its own; as libpq reads it (its manual, section
 * 34.1.1.2).
 */
export function serversOf(text: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(text) ?? []
  if (before === '') return []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** Only a server that can be written will do. */
export function wantsWritable(text: string): boolean {
  const kind = URL.parse(serversOf(text)[0] ?? '')?.searchParams.get('target_session_attrs') ?? 'any'
  return kind !== 'any'
}
