import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { parseDocument } from 'yaml'
import { expandReferences } from './domain/references.ts'
import { readSources, type SourceSettings } from './domain/source.ts'
import { readReferencedFile } from './referenced-file.ts'
import type { Environment } from './setting.ts'

/** For a setting that names a file with sources (docs/sources.md); without one, each dialect under its own name. */
export function readSourcesFile(path: string, environment: Environment = {}): readonly SourceSettings[] {
  if (path === '') return readSources(undefined)
  try {
    return readSources(expandValues(parseYaml(readText(path)), environment))
  } catch (error) {
    throw new Error(
      `names the file ${path}, which ${(error as Error).message.replaceAll('\n', '\n      ')}`,
      {
        cause: error,
      },
    )
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`cannot be read: ${(error as NodeJS.ErrnoException).code}`, { cause: error })
  }
}

/** Loaded only by services that have such a file. */
function parseYaml(text: string): unknown {
  const yaml = createRequire(import.meta.url)('yaml') as { readonly parseDocument: typeof parseDocument }
  const document = yaml.parseDocument(text)
  const [mistake] = document.errors
  if (mistake) throw new Error(`is no valid YAML: ${mistake.message}`)
  return document.toJS({ maxAliasCount: 100 })
}

function expandValues(value: unknown, environment: Environment): unknown {
  if (typeof value === 'string') {
    const { text, mistakes } = expandReferences(value, {
      variable: (name) => environment[name],
      file: readReferencedFile,
    })
    if (mistakes.length > 0) throw new Error(mistakes.map(({ message }) => message).join('\n'))
    return text
  }
  if (Array.isArray(value)) return value.map((element) => expandValues(element, environment))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, expandValues(member, environment)]),
  )
}
