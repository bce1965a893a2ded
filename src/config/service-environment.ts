import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from './setting.ts'

/** Units and their drop-ins in the order of systemd.unit(5): the first unit counts, and every drop-in. */
const UNIT = 'tocsin.service'
const FOLDERS = ['etc/systemd/system', 'run/systemd/system', 'usr/lib/systemd/system', 'lib/systemd/system']

/** The settings that systemd would give to the installed service. */
export interface ServiceEnvironment {
  /** The file of the unit. */
  readonly unit: string
  readonly environment: Environment
  /** Files that the unit names, and that are there. */
  readonly files: readonly string[]
  readonly user: string | undefined
  readonly group: string | undefined
  /** Lines that systemd leaves out, a sentence each. */
  readonly mistakes: readonly string[]
}

/** Reads what the unit and its environment files set; undefined: there is no unit. Throws if a file is unreadable. */
export function readServiceEnvironment(root = '/'): ServiceEnvironment | undefined {
  const unit = FOLDERS.map((folder) => join(root, folder, UNIT)).find(
    (file) => readIfThere(file) !== undefined,
  )
  if (unit === undefined) return undefined
  const dropIns = FOLDERS.toReversed().flatMap((folder) =>
    globSync(join(root, folder, `${UNIT}.d`, '*.conf')).toSorted(),
  )
  const entries = [unit, ...dropIns].flatMap((file) => serviceEntries(readFileSync(file, 'utf8')))
  const valuesOf = (name: string) =>
    sinceReset(entries.filter(([key]) => key === name).map(([, value]) => value))
  const variables = valuesOf('Environment').flatMap(splitWords).map(toVariable)
  const files = valuesOf('EnvironmentFile').map((value) => {
    const isOptional = value.startsWith('-')
    return { path: join(root, isOptional ? value.slice(1) : value), isOptional }
  })
  const read = files.flatMap(({ path, isOptional }) => {
    const text = isOptional ? readIfThere(path) : readFileSync(path, 'utf8')
    return text === undefined ? [] : [{ path, ...parseEnvironmentFile(text, path) }]
  })
  return {
    unit,
    environment: Object.fromEntries([...variables, ...read.flatMap((file) => file.variables)]),
    files: read.map(({ path }) => path),
    user: valuesOf('User').at(-1),
    group: valuesOf('Group').at(-1),
    mistakes: read.flatMap((file) => file.mistakes),
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

type Variable = readonly [name: string, value: string]

/** Returns the assignments of the section [Service]; a backslash at its end continues a line. */
function serviceEntries(text: string): readonly Variable[] {
  let section = ''
  return joinLines(text).flatMap((line): readonly Variable[] => {
    if (line.startsWith('[')) section = line
    return section === '[Service]' && line.includes('=') ? [toVariable(line)] : []
  })
}

function joinLines(text: string): readonly string[] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith(';'))
}

/** An empty assignment takes back all before it. */
function sinceReset(values: readonly string[]): readonly string[] {
  return values.slice(values.lastIndexOf('') + 1)
}

function toVariable(text: string): Variable {
  const at = text.indexOf('=')
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** Splits at blanks that do not stand in quotes, as systemd.syntax(7) has it. */
function splitWords(text: string): readonly string[] {
  return [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replaceAll(/["']/g, ''))
}

interface ReadFile {
  readonly variables: readonly Variable[]
  readonly mistakes: readonly string[]
}

/** Reads a file of variables as systemd.exec(5) does (`EnvironmentFile=`): what is no assignment is left out there. */
export function parseEnvironmentFile(text: string, path: string): ReadFile {
  const variables: Variable[] = []
  const mistakes: string[] = []
  for (const line of joinLines(text)) {
    const [name, value] = toVariable(line)
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
