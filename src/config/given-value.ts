import { nearestWord } from '../domain/word-distance.ts'
import { readSecretFile } from './secret-file.ts'
import type { Environment, Setting } from './setting.ts'

/** Command line options by the name of the setting, or `<name>File`. */
export type GivenOptions = Readonly<Record<string, string | undefined>>

interface GivenValue {
  readonly text: string
  /** The option or variable; null: the default. */
  readonly by: string | null
  /** The file that holds a secret. */
  readonly file?: string
}

type Named = Pick<Setting<unknown>, 'env' | 'flag' | 'fallback' | 'secret'>

/** Returns the names for a file with a secret: `TOCSIN_X_FILE`, `--x-file`. Undefined: it is no secret. */
export function fileNamesOf({
  env,
  flag,
  secret,
}: Named): { readonly env: string; readonly flag: string } | undefined {
  return secret === true ? { env: `${env}_FILE`, flag: `${flag}-file` } : undefined
}

/**
 * Finds a setting's text: an option wins over a variable. A secret may be in a file, trimmed. Throws an Error
 * with a sentence if it is given in both ways, or the file is unusable.
 */
export function findGiven(
  name: string,
  setting: Named,
  { options, environment }: { readonly options: GivenOptions; readonly environment: Environment },
): GivenValue {
  const { env, flag, fallback } = setting
  const value = pick(options[name], environment[env], { env, flag })
  const files = fileNamesOf(setting)
  const file = files && pick(options[`${name}File`], environment[files.env], files)
  if (!files || !file || file.text.trim() === '') return value ?? { text: fallback, by: null }
  if (value && value.text.trim() !== '')
    throw new Error(`${env} and ${files.env} exclude each other; set one of the two`)
  return { text: readSecret(file.text.trim(), file.by), by: file.by, file: file.text.trim() }
}

function pick(
  option: string | undefined,
  variable: string | undefined,
  { env, flag }: { readonly env: string; readonly flag: string },
) {
  if (option !== undefined) return { text: option, by: flag }
  return variable === undefined ? undefined : { text: variable, by: env }
}

function readSecret(file: string, by: string): string {
  const text = readText(file, by).trim()
  if (text === '') throw new Error(`${by} is "${file}", which is empty`)
  return text
}

function readText(file: string, by: string): string {
  try {
    return readSecretFile(file)
  } catch (error) {
    throw new Error(`${by} is "${file}", which cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

/** Settings renamed in release 0.3.0. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['TOCSIN_TOLD_MAX', 'TOCSIN_OPEN_NOTIFICATIONS_MAX'],
  ['TOCSIN_ANSWER_SIZE_MAX', 'TOCSIN_RESPONSE_SIZE_MAX'],
])

/** Variables of the command line and the tests; the service ignores them. */
const CLIENT_VARIABLES: ReadonlySet<string> = new Set([
  'TOCSIN_URL',
  'TOCSIN_TOKEN',
  'TOCSIN_TOKEN_FILE',
  'TOCSIN_CONFIG',
  'TOCSIN_CA_FILE',
])

const PREFIX = 'TOCSIN_'

/** Lists unknown variables with our prefix, a sentence each. */
export function findUnknownSettings(environment: Environment, known: ReadonlySet<string>): readonly string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.has(name) && !isForOthers(name))
    .map((name) => `${name} is not a setting; ${remedyOf(name, known)}`)
}

function remedyOf(name: string, known: ReadonlySet<string>): string {
  const renamed = RENAMED.get(name)
  if (renamed !== undefined) return `it is called ${renamed}`
  const near = nearestWord(name, known)
  return near === undefined ? 'tocsin serve --help lists them all' : `did you mean ${near}?`
}

function isForOthers(name: string): boolean {
  return CLIENT_VARIABLES.has(name) || name.startsWith('TOCSIN_TEST_')
}

/**
 * Lists variables that are almost settings (`TOSCIN_LISTEN`, `tocsin_listen`). They may be another program's,
 * so they do not stop a start.
 */
export function findNearSettings(environment: Environment, known: ReadonlySet<string>): readonly string[] {
  return Object.keys(environment).flatMap((name) => {
    if (name.startsWith(PREFIX) || !/^t.{0,2}[co]/i.test(name)) return []
    const upper = name.toUpperCase().replaceAll('-', '_')
    const meant = known.has(upper) ? upper : nearestWord(upper, known)
    return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`]
  })
}
