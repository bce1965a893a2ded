import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { CREDENTIALS } from './unit-credentials.ts'

const UNIT = 'tocsin.service'
/** Folders of units, the one that counts first (systemd.unit(5)). */
const FOLDERS = ['etc/systemd/system', 'run/systemd/system', 'usr/lib/systemd/system', 'lib/systemd/system']

export type Assignment = readonly [name: string, value: string]

/** The section [Service] of the unit with its drop-ins. */
export interface UnitFile {
  readonly path: string
  /** Returns the values of a name in their order; an empty one takes back all before it. */
  readonly valuesOf: (name: string) => readonly string[]
}

/** Returns the unit as systemd reads it; undefined: there is none. Throws if a file is unreadable. */
export function readUnitFile(root: string): UnitFile | undefined {
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

/** Drop-ins go by their names, whatever their folder; of one name the folder that counts first has the only one. */
function dropInsOf(root: string): readonly string[] {
  const byName = new Map<string, string>()
  for (const owner of ['service', UNIT]) {
    for (const folder of FOLDERS.toReversed())
      for (const file of globSync(join(root, folder, `${owner}.d`, '*.conf')))
        byName.set(basename(file), file)
  }
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, file]) => file)
}

export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Returns the assignments of the section [Service]; a backslash at its end continues a line. */
function serviceEntries(text: string): readonly Assignment[] {
  let section = ''
  return joinLines(text).flatMap((line): readonly Assignment[] => {
    if (line.startsWith('[')) section = line
    return section === '[Service]' && line.includes('=') ? [toAssignment(line)] : []
  })
}

export function joinLines(text: string): readonly string[] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith(';'))
}

function sinceReset(values: readonly string[]): readonly string[] {
  return values.slice(values.lastIndexOf('') + 1)
}

export function toAssignment(text: string): Assignment {
  const at = text.indexOf('=')
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}

/** Splits at blanks that do not stand in quotes, as systemd.syntax(7) has it. */
export function splitWords(text: string): readonly string[] {
  return [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) => word.replaceAll(/["']/g, ''))
}

/** Folders of a system service, and names of the unit, by the letter after `%` (systemd.unit(5), Specifiers). */
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

/** Replaces specifiers; one that is not known here stays as it is. */
export function expandSpecifiers(text: string): string {
  return text.replaceAll(/%([A-Za-z%])/g, (whole, letter: string) => SPECIFIERS[letter] ?? whole)
}
