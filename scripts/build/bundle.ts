import { readFileSync } from 'node:fs'
import { createRequire, findPackageJSON } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown, type OutputChunk, type Plugin, type RolldownOutput } from 'rolldown'

/** The way in which a file loads a library late: a service that never uses it never has it in memory. */
const LATE_REQUIRE = /createRequire\(import\.meta\.url\)\('(?<library>[^']+)'\)/g

/** A thread is started from a file of its own. */
const WORKER = /new URL\('(?<file>\.\/[\w-]+-worker)\.ts', import\.meta\.url\)/g

/**
 * Each command is loaded when it is given, and so is the engine of the database; what several of them need lies in
 * one file. A group takes along what its modules import, so those come first that import nothing of the others: no
 * two files need each other.
 */
const GROUPS = [
  {
    name: 'common',
    test: /[\\/]src[\\/](?:domain|runtime(?![\\/]inner)|telemetry|config|monitoring)[\\/]/,
    minShareCount: 2,
  },
  { name: 'storage', test: /[\\/]src[\\/]storage[\\/](?!postgres|sqlite)/, minShareCount: 2 },
  { name: 'sqlite', test: /[\\/]src[\\/]storage[\\/]sqlite[\\/](?!.*-worker)/ },
  { name: 'postgres', test: /[\\/]src[\\/]storage[\\/]postgres[\\/]/ },
  { name: 'cli', test: /[\\/](?:cli|src[\\/]commands)[\\/](?:[\w-]+[\\/])?[\w-]+\.ts$/, minShareCount: 2 },
].map((group, index, all) => ({ ...group, priority: all.length - index }))

export interface Bundle {
  /** The file each chunk goes to, beneath the folder of the bundle, and its content. */
  readonly files: ReadonlyMap<string, string>
  /** The folders of the libraries that are part of it. */
  readonly packageFolders: ReadonlySet<string>
}

/** Bundles the program that begins at `main`: chunks that are loaded when a command needs them, and late libraries. */
export async function bundle(main: string): Promise<Bundle> {
  const late = new Set<string>()
  const program = await write(main, { format: 'esm', plugins: [keepApart(late)] })
  const outputs = [program]
  for (const library of [...late].sort()) {
    const path = createRequire(main).resolve(library)
    outputs.push(await write(path, { format: 'cjs', name: lateName(library) }))
  }
  const chunks = outputs.flatMap(({ output }) => output).filter((each) => each.type === 'chunk')
  return {
    files: new Map(chunks.map(({ fileName, code }) => [fileName, code])),
    packageFolders: new Set(chunks.flatMap(packageFoldersOf)),
  }
}

interface Writing {
  readonly format: 'esm' | 'cjs'
  readonly name?: string
  readonly plugins?: readonly Plugin[]
}

async function write(input: string, { format, name, plugins = [] }: Writing): Promise<RolldownOutput> {
  const build = await rolldown({
    input: { [name ?? basename(input, '.ts')]: input },
    platform: 'node',
    // Addresses of Node's own modules and of files that are not JavaScript stay as they are.
    external: [/^node:/, /\.node$/],
    plugins: [...plugins],
    // The driver of SQLite finds its add-on from there, in ../prebuilds.
    ...(format === 'esm' && { transform: { define: { __dirname: 'import.meta.dirname' } } }),
    // Where node_modules is a link, its path would stand in comments, and decide the order of imports.
    resolve: { symlinks: false },
    experimental: { attachDebugInfo: 'none' },
    logLevel: 'warn',
    onLog(level, log) {
      if (level === 'warn' && isExpected(log.code)) return
      throw new Error(`${log.code ?? level}: ${log.message}`)
    },
  })
  const extension = format === 'esm' ? 'js' : 'cjs'
  return build.generate({
    format,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `[name].${extension}`,
    // Stack traces in the log name functions, and lines that can be read.
    minify: false,
    keepNames: true,
    // `require` of an ES module returns its exports by name; that of another returns what it exports as a whole.
    exports: format === 'cjs' && isModule(input) ? 'named' : 'auto',
    ...(format === 'esm' && { codeSplitting: { groups: GROUPS } }),
  })
}

function isModule(path: string): boolean {
  const manifest = findPackageJSON(pathToFileURL(path))
  return manifest !== undefined && JSON.parse(readFileSync(manifest, 'utf8')).type === 'module'
}

function isExpected(code: string | undefined): boolean {
  return code === 'EVAL' || code === 'CIRCULAR_DEPENDENCY' || code === 'INEFFECTIVE_DYNAMIC_IMPORT'
}

/** Leaves late libraries and threads in files of their own. */
function keepApart(late: Set<string>): Plugin {
  return {
    name: 'keep-apart',
    transform(code, id) {
      if (!id.endsWith('.ts')) return null
      const changed = code
        .replace(LATE_REQUIRE, (_, library: string) => {
          late.add(library)
          return `createRequire(import.meta.url)('./${lateName(library)}.cjs')`
        })
        .replace(WORKER, (_, file: string) => {
          this.emitFile({ type: 'chunk', id: join(dirname(id), `${file}.ts`), name: basename(file) })
          return `new URL('${file}.js', import.meta.url)`
        })
      return changed === code ? null : { code: changed }
    },
  }
}

/** `undici/lib/dispatcher/agent.js` lies in `undici-agent.cjs`. */
function lateName(library: string): string {
  const words = library.replace(/\.js$/, '').split('/')
  return [...new Set([words[0], words.at(-1)])].join('-')
}

function packageFoldersOf({ moduleIds }: OutputChunk): readonly string[] {
  return moduleIds.flatMap((id) => {
    const found = /^(?<folder>.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)
    return found?.groups?.['folder'] ?? []
  })
}
