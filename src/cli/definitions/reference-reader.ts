import { dirname, resolve } from 'node:path'
import { expandReferences } from '../../domain/source/references.ts'
import { readReferencedFile } from '../../config/text-file.ts'
import type { Environment } from '../../config/setting.ts'
import type { Expand } from '../../config/yaml-file.ts'

/** Reads what the references in a file of definitions stand for; their paths begin at the folder of that file. */
export function referenceReader(environment: Environment, definitionFile: string): Expand {
  const folder = definitionFile === '-' ? '.' : dirname(definitionFile)
  return (text) =>
    expandReferences(text, {
      variable: (name) => environment[name],
      file: (path) => readReferencedFile(resolve(folder, path)),
    })
}
