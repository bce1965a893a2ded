// Builds the console and the pages of /docs into console/dist, unless that is what their sources would give. Read by an
// older Node too.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root } from './find-node.mjs'
import { sayWhile } from './say-while.mjs'

const folder = join(root, 'console')
const docsPages = join(root, 'scripts', 'docs-pages')
const target = join(folder, 'dist')
const stampFile = join(target, '.built-from')

/** Smaller files do not become faster by it. */
const COMPRESSED_BYTES_MIN = 1_024

/** Throws if it cannot be built; what was built before then stays. `node`: the path of the one to build with. */
export function buildConsole(node) {
  const stamp = hashSources()
  if (readOrNothing(stampFile) === stamp) return
  sayWhile('Building the console (once, usually 20 seconds)', () => build(node, stamp))
}

function build(node, stamp) {
  // Beside the old one, so that a service that is running is never without.
  const fresh = `${target}.${process.pid}`
  try {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    const options = ['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
    runUnder(node, [vite, ...options], '`vite build`')
    runUnder(node, [join(docsPages, 'main.ts'), join(fresh, 'docs')], 'The renderer of /docs')
    for (const file of filesIn(fresh)) compress(file)
    writeFileSync(join(fresh, '.built-from'), stamp)
    putInPlace(fresh, stamp)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

function runUnder(node, args, name) {
  const { status } = spawnSync(node, args, { cwd: folder, stdio: ['ignore', process.stderr, 'inherit'] })
  if (status !== 0) throw new Error(`${name} failed; its message is above`)
}

/** Two that are started at the same moment build the same; the first one's stays. */
function putInPlace(fresh, stamp) {
  if (readOrNothing(stampFile) === stamp) return
  rmSync(target, { recursive: true, force: true })
  try {
    renameSync(fresh, target)
  } catch (error) {
    if (readOrNothing(stampFile) !== stamp) throw error
  }
}

/** Everything that the result depends on. */
function hashSources() {
  const hash = createHash('sha256')
  const folders = [folder, docsPages, join(root, 'openapi')]
  const files = [join(root, 'package-lock.json'), join(root, 'src/domain/alert/flapping.ts')]
  for (const file of [...folders.flatMap(filesIn), ...files]) {
    hash.update(`${relative(root, file)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !name.startsWith('dist'))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesIn(path) : [path]
    })
}

function compress(file) {
  // The markers in the console's page are filled in by the service.
  if (!/\.(?:js|css|svg)$|[\\/]docs[\\/]/.test(file)) return
  const content = readFileSync(file)
  if (content.length < COMPRESSED_BYTES_MIN) return
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
}

function readOrNothing(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
