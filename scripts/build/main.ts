// `npm run build [folder]`: writes the program to `dist/`, laid out as the clone is, without what only tests and
// development need. It runs wherever there is Node.js 24, needs no other package, and may lie in a folder that
// nobody can write to.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import { buildConsole } from '../build-console.mjs'
import { findNode, root } from '../find-node.mjs'
import { bundle } from './bundle.ts'

const target = resolve(process.argv[2] ?? join(root, 'dist'))

/** Files that are part of the program as they stand in the clone. */
const AS_THEY_ARE = ['bin/tocsin.js', 'scripts/find-node.mjs', 'CHANGELOG.md', 'LICENSE']

/** The pages for users, and the files that they name. */
const PAGES = ['docs', 'packaging/monitoring', 'packaging/helm', 'packaging/container', 'examples']
const NOT_FOR_USERS = new Set(['contributing', 'decisions.md', 'figures', 'demo.ts'])

const LICENCE_FILE = /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i

refuseOtherFolder()
buildConsole(findNode())
const { files, packageFolders } = await bundle(join(root, 'src', 'main.ts'))

rmSync(target, { recursive: true, force: true })
for (const file of AS_THEY_ARE) copy(file, file)
copy('packaging/README.md', 'README.md')
for (const folder of PAGES) copy(folder, folder, (name) => !NOT_FOR_USERS.has(name))
copy('console/dist', 'console/dist', (name) => !name.startsWith('.'))
copy('node_modules/better-sqlite3/prebuilds', 'prebuilds')
for (const [file, code] of files) write(join('src', file), code)
write('package.json', packageManifest())
write('THIRD-PARTY-LICENSES.txt', licencesOf(packageFolders))
process.stdout.write(`${target}: ${count(target)} files\n`)

/** Ends the process if the folder holds something else than a build: it would be lost. */
function refuseOtherFolder(): void {
  if (!existsSync(target) || readdirSync(target).length === 0 || existsSync(join(target, 'src/main.js')))
    return
  process.stderr.write(
    `${target} is not empty and holds no build; name an empty folder, or none for dist/.\n`,
  )
  process.exit(1)
}

function write(file: string, content: string): void {
  mkdirSync(dirname(join(target, file)), { recursive: true })
  writeFileSync(join(target, file), content)
}

function copy(from: string, to: string, isWanted: (name: string) => boolean = () => true): void {
  const filter = (path: string) => isWanted(path.slice(path.lastIndexOf('/') + 1))
  cpSync(join(root, from), join(target, to), { recursive: true, dereference: true, filter })
}

function count(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length
}

/** Lists the libraries in `folders` with their licences, sorted by name. Throws if one has none. */
function licencesOf(folders: ReadonlySet<string>): string {
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

/**
 * Returns the `package.json` of the program: everything that it needs is in its bundle, so it depends on nothing
 * but the pinned runtime, which npm leaves away where there is no such runtime. An older Node.js starts that one
 * (bin/tocsin.js).
 */
function packageManifest(): string {
  const { name, version, description, license, type, bin, optionalDependencies } = manifest
  const engines = { node: '>=18' }
  return `${JSON.stringify({ name, version, description, license, type, engines, bin, optionalDependencies }, null, 2)}\n`
}
