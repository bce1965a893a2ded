import { nearestWord } from '../domain/word-distance.ts'
import type { Environment } from './setting.ts'

/** Settings that have another name since release 0.3.0. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['TOCSIN_TOLD_MAX', 'TOCSIN_OPEN_NOTIFICATIONS_MAX'],
  ['TOCSIN_ANSWER_SIZE_MAX', 'TOCSIN_RESPONSE_SIZE_MAX'],
])

/** Variables of the command line tool and the tests; the service ignores them. */
const CLIENT_VARIABLES: ReadonlySet<string> = new Set([
  'TOCSIN_URL',
  'TOCSIN_TOKEN',
  'TOCSIN_TOKEN_FILE',
  'TOCSIN_CONFIG',
  'TOCSIN_CA_FILE',
])

const PREFIX = 'TOCSIN_'

/** Lists variables that are named like settings but do not exist, a sentence each. */
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
 * Lists variables whose names are almost those of settings (`TOSCIN_LISTEN`, `tocsin_listen`). They may be somebody
 * else's, so they keep no service from starting.
 */
export function findNearSettings(environment: Environment, known: ReadonlySet<string>): readonly string[] {
  return Object.keys(environment).flatMap((name) => {
    if (name.startsWith(PREFIX) || !/^t.{0,2}[co]/i.test(name)) return []
    const upper = name.toUpperCase().replaceAll('-', '_')
    const meant = known.has(upper) ? upper : nearestWord(upper, known)
    return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`]
  })
}
