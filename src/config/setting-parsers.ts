import { createAddressMatcher, parseTargetList, splitList } from '../domain/target/target-list.ts'
import { trimEndOf } from '../domain/trim-end.ts'

/** Parsers of settings. Each throws an Error that completes "TOCSIN_X …". */

interface Address {
  readonly host: string
  readonly port: number
}

export function parseAddress(text: string): Address {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:\s]*)):(\d{1,5})$/.exec(text)
  const port = Number(match?.[3])
  const host = match?.[1] ?? match?.[2]
  if (!match || host === undefined || port > 65_535) {
    throw new Error(`is "${text}", not an address and a port such as 127.0.0.1:8480 or [::1]:8480`)
  }
  return { host: host === '' ? '0.0.0.0' : host, port }
}

export function parseBasePath(text: string): string {
  const path = trimEndOf(text, '/')
  if (path !== '' && !/^(\/[A-Za-z0-9._~-]+)+$/.test(path))
    throw new Error(`is "${text}", not a path such as /pem`)
  return path
}

/** Removes slashes at the end; empty: not set. */
export function parsePublicUrl(text: string): string {
  const address = trimEndOf(text, '/')
  if (address === '') return ''
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isPlain = url && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new Error(`is "${text}", not an address such as https://tocsin.example.com`)
  }
  return address
}

/** Requires HTTPS, except for a provider on this machine; empty: none. */
export function parseIssuer(text: string): string {
  if (text === '') return ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isLocal = url?.protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (!url || (url.protocol !== 'https:' && !isLocal) || url.search !== '' || url.hash !== '') {
    throw new Error(`is "${text}", not an address such as https://id.example.com`)
  }
  return text
}

/** Splits at commas; at semicolons if there is one, for values with commas. */
export function parseClaimValues(text: string): readonly string[] {
  return text
    .split(text.includes(';') ? ';' : ',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export function parseAdminToken(text: string): string | null {
  if (text === '') return null
  if (text.length < 20 || text.length > 200 || !/^[\x21-\x7e]+$/.test(text)) {
    throw new Error('must be 20 to 200 printable ASCII characters without spaces')
  }
  return text
}

export function parseWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`is "${text}", not a whole number`)
  return Number(text)
}

export function parseTargets(text: string): readonly string[] {
  const entries = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  parseTargetList(entries)
  return entries
}

export function parseTrustedProxies(text: string): readonly string[] {
  const entries = splitList(text)
  createAddressMatcher(entries)
  return entries
}

export function oneOf<const T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((candidate) => candidate === text)
    if (word === undefined) throw new Error(`is "${text}", not one of ${words.join(', ')}`)
    return word
  }
}

export function between(
  parse: (text: string) => number,
  { least, most, words }: { readonly least: number; readonly most: number; readonly words: string },
): (text: string) => number {
  return (text) => {
    const value = parse(text)
    if (value < least || value > most) throw new Error(`is "${text}", but must be ${words}`)
    return value
  }
}

/** AES-256. */
const ENCRYPTION_KEY_BYTES = 32
const ENCRYPTION_KEYS_MAX = 10

/**
 * Parses keys of 32 bytes in base64 (also unpadded or URL-safe) or hex, separated by commas or line ends.
 * Errors do not repeat the input.
 */
export function parseEncryptionKeys(text: string): readonly Buffer[] {
  const parts = text.split(/[,\r\n]+/).map((part) => part.trim())
  const keys = parts
    .filter((part) => part !== '')
    .map((part, index) => {
      const key = decodeKey(part)
      if (key) return key
      throw new Error(
        `has a key (number ${index + 1}) that is not ${ENCRYPTION_KEY_BYTES} bytes in base64 or hex; make one with: tocsin encryption new-key`,
      )
    })
  if (new Set(keys.map((key) => key.toString('hex'))).size < keys.length) throw new Error('has a key twice')
  if (keys.length > ENCRYPTION_KEYS_MAX) throw new Error(`must have at most ${ENCRYPTION_KEYS_MAX} keys`)
  return keys
}

export function formatEncryptionKey(key: Buffer): string {
  return key.toString('base64')
}

function decodeKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return undefined
  const key = Buffer.from(text, 'base64')
  return key.length === ENCRYPTION_KEY_BYTES ? key : undefined
}
