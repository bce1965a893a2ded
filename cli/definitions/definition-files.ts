import { readdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Expand } from '../../src/domain/file/yaml-file.ts'
import { expandReferences } from '../../src/domain/file/references.ts'
import { readTextFile } from '../options/files.ts'
import { usageError } from '../program/cli-error.ts'
import type { CliContext, Terminal } from '../program/command.ts'
import type { DefinitionFile } from './definition-reader.ts'

/** Ten thousand webhooks fit. */
const FILE_BYTES_MAX = 64 * 1024 ** 2
const FILES_MAX = 1000

/** Reads the named files, `-` for stdin. A folder stands for its .yaml, .yml and .json files by name. */
export async function readDefinitionFiles(
  paths: readonly string[],
  terminal: Terminal,
): Promise<readonly DefinitionFile[]> {
  const lists = await Promise.all(paths.map((path) => (path === '-' ? [path] : listFiles(path))))
  const all = [...new Set(lists.flat())]
  if (all.length > FILES_MAX) throw usageError(`--file names ${all.length} files; ${FILES_MAX} are the most.`)
  const files: DefinitionFile[] = []
  for (const path of all) {
    const text = await readTextFile(path, { option: '--file', terminal, bytesMax: FILE_BYTES_MAX })
    files.push({ path, text })
  }
  return files
}

async function listFiles(path: string): Promise<readonly string[]> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) return [path]
  const names = (await readdir(path)).filter(
    (name) => /\.(?:ya?ml|json)$/i.test(name) && !name.startsWith('.'),
  )
  if (names.length === 0) {
    throw usageError(`--file names the folder ${path}, but no file in it ends in .yaml, .yml or .json.`)
  }
  return names.toSorted().map((name) => join(path, name))
}

export function referenceReader(
  { environment, machine }: Pick<CliContext, 'environment' | 'machine'>,
  definitionFile: string,
): Expand {
  const folder = definitionFile === '-' ? '.' : dirname(definitionFile)
  return (text) =>
    expandReferences(text, {
      variable: (name) => environment[name],
      file: (path) => machine.readReferencedFile(resolve(folder, path)),
    })
}
