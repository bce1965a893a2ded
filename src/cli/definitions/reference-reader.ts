import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Environment } from '../../setting.ts'
import { expandReferences } from '../../domain/references.ts'
import type { Expand } from './definition-reader.ts'

/** Larger than any value of a webhook may be. */
const FILE_BYTES_MAX = 1024 ** 2

/** Reads what the references in a file of definitions stand for; their paths begin at the folder of that file. */
export function referenceReader(environment: Environment, definitionFile: string): Expand {
  const folder = definitionFile === '-' ? '.' : dirname(definitionFile)
  return (text) => {
    const missing: string[] = []
    const noteMissing = (spelling: string, value: string | undefined) => {
      if (value === undefined) missing.push(spelling)
      return value
    }
    const expanded = expandReferences(text, {
      variable: (name) => noteMissing(`\${${name}}`, environment[name]),
      file: (path) => noteMissing(`\${file:${path}}`, readUpTo(resolve(folder, path))),
    })
    const problems = expanded.mistakes.map((message, index) => ({ spelling: missing[index] ?? '', message }))
    return { text: expanded.text, problems }
  }
}

/** Undefined: it is no file of text, or too large. Devices and pipes may have no end, or keep their reader waiting. */
function readUpTo(path: string): string | undefined {
  try {
    const found = statSync(path)
    if (found.size > FILE_BYTES_MAX || !found.isFile()) return undefined
    const bytes = readFileSync(path)
    return bytes.length > FILE_BYTES_MAX ? undefined : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
