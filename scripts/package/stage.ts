import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import lockfile from '../../package-lock.json' with { type: 'json' }
import { SILENT_CONTEXT } from '../../src/commands/silent-context.ts'
import { completionTable, SHELLS } from '../../cli/completion/completion.ts'
import { createProgram } from '../../src/commands/program.ts'
import { PRESETS } from '../../src/presets/presets.ts'
import { VERSION } from '../../src/runtime/version.ts'
import { manPage } from '../build/man-page.ts'
import { root } from '../find-node.mjs'

/** The processors that packages are made for, as Node.js names them. */
export type Processor = 'x64' | 'arm64'

const LIB = 'usr/lib/tocsin'
export const DOC = 'usr/share/doc/tocsin'

/** The files of the program that say what it is, and that the documentation of a package has in its own way. */
const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'LICENSE', 'THIRD-PARTY-LICENSES.txt']

/** The folders that lie in the documentation as they are beside each other in the build: pages link to each other. */
const PAGES = ['docs', 'packaging', 'examples']

/**
 * Lays out in `folder` what a package for this processor puts into a file system: the program of the build in
 * `built`, the pinned Node.js, the command, its manual and its completions. Modes do not depend on who builds.
 */
export async function stageProgram(folder: string, built: string, processor: Processor): Promise<void> {
  const at = (path: string) => join(folder, path)
  const isWanted = (path: string) =>
    ![...DOCUMENTS, ...PAGES].some((name) => path === join(built, name)) &&
    (!path.includes('/prebuilds/') || path.endsWith(`/linux-${processor}.node`))
  cpSync(built, at(LIB), { recursive: true, filter: isWanted })
  copy(join(built, 'README.md'), at(`${DOC}/README.md`))
  for (const name of PAGES) cpSync(join(built, name), at(`${DOC}/${name}`), { recursive: true })
  write(at(`${DOC}/CHANGELOG.md.gz`), compressed(readFileSync(join(built, 'CHANGELOG.md'), 'utf8')))
  write(at(`${DOC}/copyright`), copyright(built))
  placeRuntime(at(`${LIB}/node_modules/node-linux-${processor}`), processor)
  copy(join(root, 'packaging/tocsin'), at('usr/bin/tocsin'))
  write(at('usr/share/man/man1/tocsin.1.gz'), compressed(await manPage()))
  await writeCompletions(at)
  setModes(folder)
  // Without the right to be executed the launcher needs no Node.js in the PATH.
  for (const file of ['usr/bin/tocsin', `${LIB}/node_modules/node-linux-${processor}/bin/node`])
    chmodSync(at(file), 0o755)
}

async function writeCompletions(at: (path: string) => string): Promise<void> {
  const table = completionTable(await createProgram(SILENT_CONTEXT), PRESETS)
  write(at('usr/share/bash-completion/completions/tocsin'), SHELLS.bash(table))
  write(at('usr/share/zsh/vendor-completions/_tocsin'), SHELLS.zsh(table))
  write(at('usr/share/fish/vendor_completions.d/tocsin.fish'), SHELLS.fish(table))
}

/** The Node.js of the lockfile for this processor, which need not be that of this machine. */
function placeRuntime(folder: string, processor: Processor): void {
  const name = `node-linux-${processor}` as const
  const { version, integrity } = lockfile.packages[`node_modules/${name}`]
  const download = join(folder, 'download')
  mkdirSync(download, { recursive: true })
  execFileSync('npm', ['pack', `${name}@${version}`, '--pack-destination', download, '--loglevel=error'], {
    stdio: 'pipe',
  })
  const [file = ''] = readdirSync(download)
  const bytes = readFileSync(join(download, file))
  if (`sha512-${createHash('sha512').update(bytes).digest('base64')}` !== integrity)
    throw new Error(`${name}@${version} is not what the lockfile says: integrity ${integrity} was expected`)
  const wanted = ['package/bin/node', 'package/package.json', 'package/LICENSE']
  execFileSync('tar', [
    '-xzf',
    join(download, file),
    '-C',
    folder,
    '--strip-components=1',
    '--no-same-owner',
    ...wanted,
  ])
  rmSync(download, { recursive: true })
}

/** Writes the licences of all that the package contains, in the form of Debian. */
function copyright(built: string): string {
  const licence = readFileSync(join(built, 'LICENSE'), 'utf8')
  const others = readFileSync(join(built, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
  const node = readFileSync(
    join(root, `node_modules/node-${process.platform}-${process.arch}/LICENSE`),
    'utf8',
  )
  return [`Tocsin ${VERSION}\n\n${licence}`, others, `Node.js\n\n${node}`].join(`\n${'='.repeat(80)}\n\n`)
}

function setModes(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}

/** Compresses without the time, so that two builds are the same. */
export function compressed(text: string): Buffer {
  return gzipSync(text, { level: 9 })
}

function write(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

function copy(from: string, to: string): void {
  write(to, readFileSync(from))
}
