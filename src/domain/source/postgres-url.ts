/** Which of several servers will do: any, or only one that can be written. */
const SESSION_KINDS = ['any', 'read-write', 'primary']

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
  return text
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
