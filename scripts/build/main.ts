// `npm run build [folder]`: writes the program to `dist/`, laid out as the clone is, and with nothing in it that only tests and
// development need. It runs wherever there is Node.js 24, needs no other package, and may lie in a folder that nobody can write to.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { buildConsole } from '../build-console.mjs'
import { findNode, root } from '../find-node.mjs'
import { bundle } from './bundle.ts'
import { licencesOf } from './licences.ts'
import { packageManifest } from './package-manifest.ts'

const target = resolve(process.argv[2] ?? join(root, 'dist'))

/** What is part of the program as it stands in the clone. */
const AS_THEY_ARE = ['bin/tocsin.js', 'scripts/find-node.mjs', 'CHANGELOG.md', 'LICENSE']

/** The pages for users, and the files that they name. */
const PAGES = ['docs', 'packaging/monitoring', 'packaging/helm', 'packaging/container', 'examples']
const NOT_FOR_USERS = new Set(['contributing', 'decisions', 'figures', 'demo.ts'])

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
