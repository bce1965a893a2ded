import { SETTINGS } from './config.ts'
import { fileNamesOf, type GivenOptions } from './given-value.ts'
import { otherReadersOf } from './secret-file.ts'
import type { Environment } from './setting.ts'

export interface OpenSecret {
  readonly file: string
  /** The letters of chmod for the readers. */
  readonly readers: 'g' | 'o' | 'go'
}

/** Lists files with secrets that everybody on this machine, or another group, can read. */
export function findOpenSecrets(options: GivenOptions, environment: Environment): readonly OpenSecret[] {
  const named = Object.entries(SETTINGS).map(([name, entry]) => {
    const file = fileNamesOf(entry)
    return file && (options[`${name}File`] ?? environment[file.env])
  })
  const { env } = SETTINGS.tlsKeyFile
  return [...named, options['tlsKeyFile'] ?? environment[env]].flatMap((given) => {
    const file = given?.trim()
    const readers = file ? otherReadersOf(file) : ''
    return file && readers ? [{ file, readers }] : []
  })
}

export function describeOpenSecret({ file, readers }: OpenSecret): string {
  const who =
    readers === 'g' ? 'The group of the file, which is not that of the service,' : 'Others on this machine'
  return `${who} can read the secret in ${file}; mend it with: chmod ${readers}= ${file}`
}
