import { readFileSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { messageOf, usageError } from '../program/cli-error.ts'
import type { CliContext } from '../program/command.ts'
import type { Given } from '../program/machine.ts'
import { asObject, asText } from '../view/response.ts'

export const DEFAULT_URL = 'http://127.0.0.1:8480'

export interface ClientFlags {
  readonly url?: string | undefined
  readonly token?: string | undefined
  readonly tokenFile?: string | undefined
  readonly caFile?: string | undefined
}

export interface ClientSettings {
  readonly url: URL
  /** The flag, variable or file of the address, for messages. */
  readonly urlFrom: string
  readonly token: string | undefined
  readonly tokenFrom: string | undefined
  /** Trusted authorities (PEM) and no others; undefined: those of the system. */
  readonly ca: string | undefined
}

export type SettingsPlace = Pick<CliContext, 'environment' | 'machine' | 'workingDirectory'>

export interface ConfigFile {
  readonly url?: string
  readonly token?: string
}

/**
 * Flags win over the environment, and that over the file. A token in the file is never sent to another
 * address than the file's. `warnings` are for stderr. Throws a usage error that names the flag, variable or
 * file.
 */
export function findClientSettings(
  flags: ClientFlags,
  place: SettingsPlace,
): { readonly settings: ClientSettings; readonly warnings: readonly string[] } {
  const { environment } = place
  const path = configFilePath(place)
  const local = place.machine.findLocalService(place)
  const { file, warnings } = readConfigFile(path)
  const given =
    firstGiven([flags.url, '--url'], [environment['TOCSIN_URL'], 'TOCSIN_URL'], [file.url, path]) ??
    local.findAddress() ??
    ({ text: DEFAULT_URL, from: 'the default' } satisfies Given)
  const url = parseServiceUrl(given.text, given.from)
  const fileUrl = parseServiceUrl(file.url ?? DEFAULT_URL, path)
  const token =
    firstGiven(
      [flags.token, '--token'],
      readTokenFile(flags.tokenFile, '--token-file'),
      [environment['TOCSIN_TOKEN'], 'TOCSIN_TOKEN'],
      readTokenFile(environment['TOCSIN_TOKEN_FILE'], 'TOCSIN_TOKEN_FILE'),
      [url.href === fileUrl.href ? file.token : undefined, path],
    ) ?? local.findToken(url)
  if (token && !/^[\x21-\x7e]{1,1000}$/.test(token.text))
    throw usageError(`The token (from ${token.from}) must be printable ASCII characters without spaces.`)
  return {
    settings: {
      url,
      urlFrom: given.from,
      token: token?.text,
      tokenFrom: token?.from,
      ca: readAuthorities(
        firstGiven([flags.caFile, '--ca-file'], [environment['TOCSIN_CA_FILE'], 'TOCSIN_CA_FILE']),
      ),
    },
    warnings: token?.from === path ? warnings : [],
  }
}

/** `$TOCSIN_CONFIG`, or `tocsin/config.json` in `$XDG_CONFIG_HOME` or `~/.config`. */
export function configFilePath({
  environment,
  machine,
}: Pick<CliContext, 'environment' | 'machine'>): string {
  const own = environment['TOCSIN_CONFIG']
  if (own) return own
  const base = environment['XDG_CONFIG_HOME']
  // A relative path is invalid and ignored (XDG Base Directory Specification).
  const folder =
    base && isAbsolute(base) ? base : join(environment['HOME'] || machine.homeFolder(), '.config')
  return join(folder, 'tocsin', 'config.json')
}

export function readConfigFile(path: string): {
  readonly file: ConfigFile
  readonly warnings: readonly string[]
} {
  const text = readIfThere(path)
  if (text === undefined) return { file: {}, warnings: [] }
  const file = parseConfigFile(text, path)
  const mode = statSync(path).mode & 0o777
  const isOpenToOthers = process.platform !== 'win32' && (mode & 0o044) !== 0 && file.token !== undefined
  const warning = `Warning: others on this machine can read the token in ${path} (mode ${mode.toString(8)}); mend it with: chmod 600 ${path}`
  return { file, warnings: isOpenToOthers ? [warning] : [] }
}

/** Parses an address, with its base path. Throws a usage error. */
export function parseServiceUrl(text: string, from: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw usageError(
      `The address of the service is "${text}" (from ${from}), but must be like ${DEFAULT_URL} or https://tocsin.example.com/base/path.`,
    )
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw usageError(
      `The address of the service (from ${from}) must have no user, password, query or fragment; a token is given with --token.`,
    )
  }
  return url
}

export function firstGiven(
  ...candidates: readonly (readonly [text: string | undefined, from: string])[]
): Given | undefined {
  const found = candidates.find(([text]) => text !== undefined && text !== '')
  return found?.[0] === undefined ? undefined : { text: found[0], from: found[1] }
}

export function readAuthoritiesFile(file: string | undefined): string | undefined {
  return readAuthorities(file === undefined ? undefined : { text: file, from: '--ca-file' })
}

function readAuthorities(file: Given | undefined): string | undefined {
  if (!file) return undefined
  const text = readIfThere(file.text)
  if (text === undefined) throw usageError(`The file ${file.text} (from ${file.from}) is not there.`)
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw usageError(`The file ${file.text} (from ${file.from}) must hold one certificate or more in PEM.`)
}

/** Reads a token from a file, so that no command line shows it. Throws a usage error that names the file. */
function readTokenFile(
  file: string | undefined,
  from: string,
): readonly [text: string | undefined, from: string] {
  if (!file) return [undefined, from]
  const text = readIfThere(file)?.trim()
  if (!text) throw usageError(`The file ${file} (from ${from}) ${text === '' ? 'is empty' : 'is not there'}.`)
  return [text, file]
}

function parseConfigFile(text: string, path: string): ConfigFile {
  const hint = [`Mend it, or write it anew with: tocsin configure --url … --token …`]
  let members: Readonly<Record<string, unknown>>
  try {
    members = asObject(JSON.parse(text))
  } catch (error) {
    throw usageError(`${path} is not valid JSON: ${error instanceof Error ? error.message : ''}`, hint)
  }
  for (const [name, value] of Object.entries(members)) {
    if (name !== 'url' && name !== 'token') {
      throw usageError(`${path} has the unknown member "${name}"; known are url and token.`, hint)
    }
    if (typeof value !== 'string') throw usageError(`${name} in ${path} must be a string.`, hint)
  }
  const [url, token] = [asText(members['url']), asText(members['token'])]
  return { ...(url !== '' && { url }), ...(token !== '' && { token }) }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw usageError(`${path} could not be read: ${messageOf(error)}`)
  }
}
