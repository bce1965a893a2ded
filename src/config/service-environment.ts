import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './setting.ts'
import { CREDENTIALS, readCredentials, type Credential } from './unit-credentials.ts'
import { expandSpecifiers, joinLines, readIfThere, readUnitFile } from './unit-file.ts'
import { splitWords, toAssignment, type Assignment } from './unit-file.ts'

/** The settings that systemd would give to the installed service. */
export interface ServiceEnvironment {
  /** The file of the unit. */
  readonly unit: string
  readonly environment: Environment
  /** The words after `serve` in `ExecStart=`. */
  readonly options: readonly string[]
  /** Reads the files that lie in the folder `CREDENTIALS` while the service runs. Throws if one is missing. */
  readonly credentials: () => readonly Credential[]
  /** Files that the unit names, and that are there. */
  readonly files: readonly string[]
  readonly user: string | undefined
  readonly group: string | undefined
  /** Lines that systemd leaves out, a sentence each. */
  readonly mistakes: readonly string[]
}

/**
 * Reads what the unit, its drop-ins and its environment files set; undefined: there is no unit. Throws if a file is
 * unreadable. `passed`: the environment of the manager, of which `PassEnvironment=` takes variables.
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
  // The order of systemd.exec(5): what comes later counts, and what is unset is unset whoever set it.
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

/** Returns the variables of the manager of the system; none where it cannot be asked. */
function askManager(): Environment {
  const { stdout } = spawnSync('systemctl', ['show-environment'], { encoding: 'utf8', timeout: 5_000 })
  return Object.fromEntries(splitLines(stdout ?? '').map(toAssignment))
}

function splitLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => splitWords(line.replace(/=\$'/, "='")).slice(0, 1))
}

/** A name takes back each value, an assignment only its own. */
function withoutUnset(given: readonly Assignment[], unset: readonly string[]): Environment {
  const all = Object.fromEntries(given)
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, value]) => !unset.includes(name) && !unset.includes(`${name}=${value}`),
    ),
  )
}

/** Returns the options of `tocsin serve` in a command line, in which `${NAME}` stands for a variable. */
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

/** Reads a file of variables as systemd.exec(5) does (`EnvironmentFile=`): what is no assignment is left out there. */
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
