import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { parseDocument } from 'yaml'
import { expandReferences } from '../domain/source/references.ts'
import { readSources, type SourceSettings } from '../domain/source/source.ts'
import { readReferencedFile } from './referenced-file.ts'
import type { Environment } from './setting.ts'

/** Reads the file that lists sources (docs/sources.md); without one, each dialect is a source under its own name. */
export function readSourcesFile(path: string, environment: Environment = {}): readonly SourceSettings[] {
  if (path === '') return readSources(undefined)
  try {
    const document = parseYaml(readText(path))
    return pointingOut(() => readSources(expandAll(document, environment)))
  } catch (error) {
    const sentence = (error as Error).message.trimEnd().replaceAll('\n', '\n      ')
    throw new Error(`names the file ${path}, which ${sentence}`, { cause: error })
  }
}

/** A line for each mistake. */
function pointingOut<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    throw new Error(`has mistakes:\n${(error as Error).message}`, { cause: error })
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
  if (mistake?.code === 'MULTIPLE_DOCS') {
    throw new Error('is no valid YAML here: it must be one document, without a line `---` within it')
  }
  if (mistake) throw new Error(`is no valid YAML: ${mistake.message}`)
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    throw new Error(`is no valid YAML: ${(error as Error).message}`, { cause: error })
  }
}

/** Throws with every reference that leads nowhere, one a line. */
function expandAll(document: unknown, environment: Environment): unknown {
  const mistakes: string[] = []
  const expanded = expandValues(document, '', (text, at) => {
    const references = { variable: (name: string) => environment[name], file: readReferencedFile }
    const { text: expandedText, mistakes: found } = expandReferences(text, references)
    mistakes.push(...found.map(({ message }) => `${at}: ${message}`))
    return expandedText
  })
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return expanded
}

/** `at`: where a text stands, such as `sources.orders.ignore_labels[0]`. */
function expandValues(value: unknown, at: string, expand: (text: string, at: string) => string): unknown {
  if (typeof value === 'string') return expand(value, at)
  if (Array.isArray(value)) {
    return value.map((element, index) => expandValues(element, `${at}[${index}]`, expand))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      expandValues(member, at === '' ? name : `${at}.${name}`, expand),
    ]),
  )
}
