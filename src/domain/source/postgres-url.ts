/** The kinds of server that will do: any, or only a writable one. */
const SESSION_KINDS = ['any', 'read-write', 'primary']
/** `no-verify` is the driver's word for libpq's `require`. */
const SSL_MODES = ['disable', 'require', 'no-verify', 'verify-ca', 'verify-full']

/** `postgres://user:password@`, the hosts, and the rest. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#@]*)([/?#].*)?$/

/**
 * Returns a valid PostgreSQL address unchanged: with one or several hosts, and a database. Throws an Error that
 * completes "… " and never repeats a possible password.
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
 * Refuses libpq's modes that protect nobody: both continue in the clear if somebody in between says that the server has
 * no TLS.
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
 * Returns the address of one server for the driver. `require` and `verify-ca` keep libpq's meaning, which the driver
 * only follows when asked to; otherwise it reads both as `verify-full`.
 */
export function toDriverUrl(server: string): string {
  const url = new URL(server)
  const { searchParams: parameters } = url
  const names = ['target_session_attrs']
  // TLS means nothing on a local socket.
  if ((url.hostname || parameters.get('host') || '').startsWith('/')) names.push('sslmode', 'sslrootcert')
  if (parameters.get('sslrootcert') === 'system') names.push('sslrootcert')
  const isLibpqs = ['require', 'verify-ca'].includes(parameters.get('sslmode') ?? '')
  if (!isLibpqs && !names.some((name) => parameters.has(name))) return server
  for (const name of names) parameters.delete(name)
  if (isLibpqs && parameters.has('sslmode')) parameters.set('uselibpqcompat', 'true')
  return url.href
}

/** Returns an address for each server, as libpq splits them (its manual, section 34.1.1.2). */
export function serversOf(text: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(text) ?? []
  if (before === '') return []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** Tells whether only a server that can be written will do. */
export function wantsWritable(text: string): boolean {
  const kind = URL.parse(serversOf(text)[0] ?? '')?.searchParams.get('target_session_attrs') ?? 'any'
  return kind !== 'any'
}

/** Connection settings by libpq's names, such as `host`, `port`, `user`, `password` and `dbname`. */
export type Keywords = Readonly<Record<string, string>>

const IN_ADDRESS = new Set(['host', 'hostaddr', 'port', 'user', 'password', 'dbname', 'service'])

/** Recognises `host=db.internal dbname=tocsin`. */
export function isKeywordText(text: string): boolean {
  return /^\s*[a-z_]+\s*=/.test(text)
}

/**
 * Reads `host=db.internal dbname='to csin'` as libpq does (its manual, section 34.1.1.1): quotes around spaces, and `\`
 * before a quote or another `\`. Throws an Error that never repeats a possible password.
 */
export function parseKeywords(text: string): Keywords {
  const found: Record<string, string> = {}
  const pair = /\s*([a-z_]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|((?:[^\s'\\]|\\.)*))/gsy
  let end = 0
  for (let match = pair.exec(text); match; match = pair.exec(text)) {
    const [, name = '', quoted, plain = ''] = match
    found[name] = (quoted ?? plain).replaceAll(/\\(.)/gs, '$1')
    end = pair.lastIndex
  }
  if (text.slice(end).trim() === '') return found
  const last = Object.keys(found).at(-1)
  throw new Error(
    `has no keyword=value ${last === undefined ? 'at its beginning' : `after ${last}`}; give such as host=db.internal dbname=tocsin user=tocsin, with quotes '…' around a value that has spaces`,
  )
}

/** Writes settings as an address, with a host for each name in `host` and the rest as parameters. */
export function toPostgresUrl(keywords: Keywords): string {
  const { host = '', hostaddr = '', port = '', user = '', password = '', dbname = '' } = keywords
  const parameters = new URLSearchParams(Object.entries(keywords).filter(([name]) => !IN_ADDRESS.has(name)))
  const hosts = host || hostaddr
  const isSocket = hosts.startsWith('/')
  if (isSocket) {
    // An address without a host cannot hold these.
    for (const [name, value] of Object.entries({ host: hosts, port, user, password })) {
      if (value !== '') parameters.set(name, value)
    }
  }
  const given = isSocket ? '' : `${toLogin(user, password)}${toServers(hosts, port)}`
  const query = parameters.size > 0 ? `?${parameters.toString().replaceAll('+', '%20')}` : ''
  return `postgres://${given}/${encodeURIComponent(dbname)}${query}`
}

function toLogin(user: string, password: string): string {
  if (user === '') return ''
  return `${encodeURIComponent(user)}${password === '' ? '' : `:${encodeURIComponent(password)}`}@`
}

/** A single port counts for all hosts. */
function toServers(hosts: string, port: string): string {
  const ports = port.split(',')
  const names = hosts.split(',').map((name) => (name.includes(':') ? `[${name}]` : name))
  return names
    .map((name, index) => {
      const own = ports.length === 1 ? ports[0] : ports[index]
      return own === undefined || own === '' ? name : `${name}:${own}`
    })
    .join(',')
}

/** Reads the settings of an address, to join them with those of a service. */
export function keywordsOf(url: string): Keywords {
  const [, user = '', password = '', servers = '', dbname = '', query = ''] =
    /^postgres(?:ql)?:\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?([^/?#]*)(?:\/([^?#]*))?(?:\?(.*))?$/.exec(url) ??
    []
  const ends = servers.split(',').map((server) => /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(server) ?? [])
  const all = {
    user: decodeURIComponent(user),
    password: decodeURIComponent(password),
    host: ends.map(([, name = '']) => decodeURIComponent(name.replaceAll(/^\[|\]$/g, ''))).join(','),
    port: ends.some(([, , port]) => port) ? ends.map(([, , port = '']) => port).join(',') : '',
    dbname: decodeURIComponent(dbname),
    ...Object.fromEntries(new URLSearchParams(query)),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
}

/** Finds a service in the text of a service file: `[name]`, then a `keyword=value` per line. */
export function findService(text: string, service: string): Keywords | undefined {
  let found: Record<string, string> | undefined
  let isInside = false
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    if (line.startsWith('[')) isInside = found === undefined && line === `[${service}]`
    if (!isInside || line === '' || line.startsWith('#')) continue
    found ??= {}
    const [, name, value = ''] = /^([a-z_]+)=(.*)$/.exec(line) ?? []
    if (name !== undefined) found[name] ??= value
    else if (!line.startsWith('[')) throw new Error(`has a line in [${service}] that is no keyword=value`)
  }
  return found
}

const UNKNOWN_AUTHORITY =
  'the certificate of the server is of no authority that is known here: give its file as sslrootcert=/path/ca.pem in the address, or sslmode=require to encrypt without checking who the server is'

const WORDS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate of the server is for another name than the host in the address: give the name that it is for, or sslmode=verify-ca to check the authority alone',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  CERT_NOT_YET_VALID: 'the certificate of the server is not valid yet',
}
/** Errors of the driver without a code. */
const NO_TLS = /^The server does not support SSL connections/

/** Explains why TLS failed, and what to change; undefined: another reason. */
export function explainTls(error: unknown): string | undefined {
  const { code = '', message = '' } = (error ?? {}) as { readonly code?: string; readonly message?: string }
  if (NO_TLS.test(message)) {
    return 'the server does not offer TLS: turn it on there (ssl = on), or give sslmode=disable if the network between is trusted'
  }
  return WORDS[code]
}
