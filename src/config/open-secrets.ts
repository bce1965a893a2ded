import { SETTINGS } from './config.ts'
import { fileNamesOf, type GivenOptions } from './given-value.ts'
import { isReadableByAll } from './secret-file.ts'
import type { Environment } from './setting.ts'

/** Lists files with secrets of the service that everybody on this machine can read. */
export function findOpenSecrets(options: GivenOptions, environment: Environment): readonly string[] {
  const named = Object.entries(SETTINGS).map(([name, entry]) => {
    const file = fileNamesOf(entry)
    return file && (options[`${name}File`] ?? environment[file.env])
  })
  const { env } = SETTINGS.tlsKeyFile
  return [...named, options['tlsKeyFile'] ?? environment[env]].flatMap((file) =>
    file !== undefined && file.trim() !== '' && isReadableByAll(file.trim()) ? [file.trim()] : [],
  )
}

export function describeOpenSecret(file: string): string {
  return `Others on this machine can read the secret in ${file}; mend it with: chmod o= ${file}`
}
