import { readFileSync } from 'node:fs'
import { isObject } from '../domain/json-object.ts'
import { expandReferences } from '../domain/file/references.ts'
import { readSources, type SourceSettings } from '../domain/source/source.ts'
import { decodeText } from '../domain/file/decode-text.ts'
import { readReferencedFile } from './referenced-file.ts'
import type { Environment } from './setting.ts'
import { readYaml, withoutExtensions } from '../domain/file/yaml-file.ts'

/** Reads the file of sources (docs/sources.md); without one, each dialect is a source under its own name. */
export function readSourcesFile(path: string, environment: Environment = {}): readonly SourceSettings[] {
  if (path === '') return readSources(undefined)
  try {
    const text = decodeText(readBytes(path))
    return pointingOut(() => readSources(readDocument(text, environment)))
  } catch (error) {
    const sentence = (error as Error).message.trimEnd().replaceAll('\n', '\n      ')
    throw new Error(`names the file ${path}, which ${sentence}`, { cause: error })
  }
}

/** Writes each mistake on its own line. */
function pointingOut<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new Error(`has mistakes:\n${(error as Error).message}`, { cause: error })
  }
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new Error(`cannot be read: ${(error as NodeJS.ErrnoException).code}`, { cause: error })
  }
}

/** Returns the file without the `x-` members of its sources. Throws with every mistake in its form. */
function readDocument(text: string, environment: Environment): unknown {
  const references = { variable: (name: string) => environment[name], file: readReferencedFile }
  const { value, mistakes } = readYaml(text, (written) => expandReferences(written, references))
  if (mistakes.length > 0) {
    const said = mistakes.map(({ line, path, message }) =>
      path === '' ? `line ${line}: ${message}` : `${path} (line ${line}): ${message}`,
    )
    throw new Error(said.join('\n'))
  }
  const { sources } = isObject(value) ? value : {}
  if (!isObject(value) || !isObject(sources)) return value
  const named = Object.entries(sources).map(([name, members]) => [
    name,
    isObject(members) ? withoutExtensions(members) : members,
  ])
  return { ...value, sources: Object.fromEntries(named) }
}
