import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LICENCE_FILE = /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i

/** Lists the libraries in `folders` with their licences, sorted by name. Throws if one has none. */
export function licencesOf(folders: ReadonlySet<string>): string {
  const entries = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Manifest
    const file = readdirSync(folder).find((each) => LICENCE_FILE.test(each))
    if (file === undefined && license === undefined) throw new Error(`${name} says nothing about its licence`)
    const text = file === undefined ? '' : `\n\n${readFileSync(join(folder, file), 'utf8').trim()}`
    return `${name} ${version} (${license ?? 'see below'})${text}\n`
  })
  const head =
    'This program contains these libraries; those of the console are named in console/dist/licenses.md.\n'
  return [head, ...[...new Set(entries)].sort()].join(`\n${'-'.repeat(80)}\n\n`)
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}
