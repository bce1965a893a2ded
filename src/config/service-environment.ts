import { spawnSync } from 'node:child_process'
import { readFileSync, globSync } from 'node:fs'
import { join, basename } from 'node:path'
import type { Environment } from './setting.ts'
import { CREDENTIALS, readCredentials, type Credential } from './unit-credentials.ts'

const UNIT = 'tocsin.service'
/** Folders of units, highest priority first (systemd.unit(5)). */
const FOLDERS = ['etc/systemd/system', 'run/systemd/system', 'usr/lib/systemd/system', 'lib/systemd/system']

/** Values by the letter after `%` for a system service (systemd.unit(5), Specifiers). */
const SPECIFIERS: Readonly<Record<string, string>> = {
  '%': '%',
  C: '/var/cache',
  d: CREDENTIALS,
  E: '/etc',
  L: '/var/log',
  n: UNIT,
  N: 'tocsin',
  p: 'tocsin',
  S: '/var/lib',
  t: '/run',
  T: '/tmp',
  V: '/var/tmp',
}

/** The settings that systemd would give to the installed service. */
export interface ServiceEnvironment {
  readonly unit: string
  readonly environment: Environment
  /** The words after `serve` in `ExecStart=`. */
  readonly options: readonly string[]
  /**
   * Reads the files that are in the folder `CREDENTIALS` while the service runs. Throws if one is missing.
   */
  readonly credentials: () => readonly Credential[]
  /** Files that the unit names and that exist. */
  readonly files: readonly string[]
  readonly user: string | undefined
  readonly group: string | undefined
  /** Lines that systemd ignores, a sentence each. */
  readonly mistakes: readonly string[]
}

/**
 * Reads what the unit, its drop-ins and its environment files set; undefined: no unit. Throws if a file is
 * unreadable. `passed`: the manager's environment, for `PassEnvironment=`.
 */
export function readServiceEnvironment(
  root = '/',
  passed: () => Environment = askManager,
): ServiceEnvironment | undefined {
  const unit = readUnitFile(root)
  if (!unit) return undefined
  const expanded = (name: string) => unit.valuesOf(name).map(expandSpecifiers)
  const wordsOf = (name: string) => expanded(name).flatMap(splitWords)
  const files = unit.valuesOf('EnvironmentFile').map((value) => {
    const isOptional = value.startsWith('-')
    return { path: join(root, expandSpecifiers(isOptional ? value.slice(1) : value)), isOptional }
  })
  const read = files.flatMap(({ path, isOptional }) => {
    const text = isOptional ? readIfThere(path) : readFileSync(path, 'utf8')
    return text === undefined ? [] : [{ path, ...parseEnvironmentFile(text, path) }]
  })
  const [loaded, set] = [expanded('LoadCredential'), expanded('SetCredential')]
  // The order of systemd.exec(5): later values win, and unset ones stay unset.
  const environment = withoutUnset(
    [
      ...passedBy(wordsOf('PassEnvironment'), passed),
      ...wordsOf('Environment').map(toAssignment),
      ...read.flatMap((file) => file.variables),
      ...(loaded.length + set.length > 0 ? [['CREDENTIALS_DIRECTORY', CREDENTIALS] as const] : []),
    ],
    wordsOf('UnsetEnvironment'),
  )
  return {
    unit: unit.path,
    environment,
    options: optionsOf(unit.valuesOf('ExecStart').at(-1) ?? '', environment),
    credentials: () => readCredentials(loaded, set, root),
    files: read.map(({ path }) => path),
    user: unit.valuesOf('User').at(-1),
    group: unit.valuesOf('Group').at(-1),
    mistakes: read.flatMap((file) => file.mistakes),
  }
}

function passedBy(names: readonly string[], passed: () => Environment): readonly Assignment[] {
  if (names.length === 0) return []
  const environment = passed()
  return names.flatMap((name): readonly Assignment[] => {
    const value = environment[name]
    return value === undefined ? [] : [[name, value]]
  })
}

/** Returns the system manager's variables; none if it cannot be asked. */
function askManager(): Environment {
  const { stdout } = spawnSync('systemctl', ['show-environment'], { encoding: 'utf8', timeout: 5_000 })
  return Object.fromEntries(splitLines(stdout ?? '').map(toAssignment))
}

function splitLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => splitWords(line.replace(/=\$'/, "='")).slice(0, 1))
}

/** A name unsets every value, an assignment only that value. */
function withoutUnset(given: readonly Assignment[], unset: readonly string[]): Environment {
  const all = Object.fromEntries(given)
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, value]) => !unset.includes(name) && !unset.includes(`${name}=${value}`),
    ),
  )
}

/** Returns the options of `tocsin serve` in a command line; `${NAME}` stands for a variable. */
function optionsOf(command: string, environment: Environment): readonly string[] {
  const words = splitWords(expandSpecifiers(command)).map((word) =>
    word.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => environment[name] ?? ''),
  )
  const at = words.indexOf('serve')
  return at === -1 ? [] : words.slice(at + 1)
}

interface ReadFile {
  readonly variables: readonly Assignment[]
  readonly mistakes: readonly string[]
}

/** Reads a file of variables like `EnvironmentFile=` (systemd.exec(5)), which ignores other lines. */
export function parseEnvironmentFile(text: string, path: string): ReadFile {
  const variables: Assignment[] = []
  const mistakes: string[] = []
  for (const line of joinLines(text)) {
    const [name, value] = toAssignment(line)
    if (line.includes('=') && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) variables.push([name, unquote(value)])
    else mistakes.push(`${path}: "${line}" is no NAME=VALUE, and systemd leaves it out`)
  }
  return { variables, mistakes }
}

function unquote(value: string): string {
  const [first = ''] = value
  const isQuoted = value.length > 1 && `"'`.includes(first) && value.endsWith(first)
  return isQuoted ? value.slice(1, -1) : value
}

type Assignment = readonly [name: string, value: string]

/** The section [Service] of the unit with its drop-ins. */
interface UnitFile {
  readonly path: string
  /** Returns the values of a name in order; an empty one resets the list. */
  readonly valuesOf: (name: string) => readonly string[]
}

/** Reads the unit like systemd; undefined: no such file. Throws if a file is unreadable. */
function readUnitFile(root: string): UnitFile | undefined {
  const path = FOLDERS.map((folder) => join(root, folder, UNIT)).find(
    (file) => readIfThere(file) !== undefined,
  )
  if (path === undefined) return undefined
  const entries = [path, ...dropInsOf(root)].flatMap((file) => serviceEntries(readFileSync(file, 'utf8')))
  return {
    path,
    valuesOf: (name) => sinceReset(entries.filter(([key]) => key === name).map(([, value]) => value)),
  }
}

/**
 * Drop-ins are ordered by name, whatever their folder; of equal names the folder with priority has the only
 * one.
 */
function dropInsOf(root: string): readonly string[] {
  const byName = new Map<string, string>()
  for (const owner of ['service', UNIT]) {
    for (const folder of FOLDERS.toReversed())
      for (const file of globSync(join(root, folder, `${owner}.d`, '*.conf')))
        byName.set(basename(file), file)
  }
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Returns the assignments of [Service]; a final backslash continues a line. */
function serviceEntries(text: string): readonly Assignment[] {
  let section = ''
  return joinLines(text).flatMap((line): readonly Assignment[] => {
    if (line.startsWith('[')) section = line
    return section === '[Service]' && line.includes('=') ? [toAssignment(line)] : []
  })
}

function joinLines(text: string): readonly string[] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith(';'))
}

function sinceReset(values: readonly string[]): readonly string[] {
  return values.slice(values.lastIndexOf('') + 1)
}

function toAssignment(text: string): Assignment {
  const at = text.indexOf('=')
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** Splits at blanks outside quotes (systemd.syntax(7)). */
function splitWords(text: string): readonly string[] {
  return [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replaceAll(/["']/g, ''))
}

/** Replaces specifiers; unknown ones stay. */
function expandSpecifiers(text: string): string {
  return text.replaceAll(/%([A-Za-z%])/g, (whole, letter: string) => SPECIFIERS[letter] ?? whole)
}
