/** Settings of a connection by libpq's names, such as `host`, `port`, `user`, `password` and `dbname`. */
export type Keywords = Readonly<Record<string, string>>

const IN_ADDRESS = new Set(['host', 'hostaddr', 'port', 'user', 'password', 'dbname', 'service'])

/** Distinguishes `host=db.internal dbname=tocsin` from every other way to name a database. */
export function isKeywordText(text: string): boolean {
  return /^\s*[a-z_]+\s*=/.test(text)
}

/**
 * Reads `host=db.internal dbname='to csin'` as libpq does (its manual, section 34.1.1.1): quotes around what has
 * spaces, and `\` before a quote or another `\`. Throws an Error that never repeats what might be a password.
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

/** Writes the settings as an address, with a host for each name in `host`; the rest are its parameters. */
export function toPostgresUrl(keywords: Keywords): string {
  const { host = '', hostaddr = '', port = '', user = '', password = '', dbname = '' } = keywords
  const parameters = new URLSearchParams(Object.entries(keywords).filter(([name]) => !IN_ADDRESS.has(name)))
  const hosts = host || hostaddr
  const isSocket = hosts.startsWith('/')
  if (isSocket) {
    // An address without a host has no place for these.
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

/** A single port holds for all hosts. */
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

/** Reads the settings that an address gives, so that they can be joined with those of a service. */
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

/**
 * Finds the settings of a service in the text of a service file: `[name]`, then a `keyword=value` a line. Undefined:
 * the file does not have it.
 */
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
