import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, type Oxfmtrc } from 'oxfmt'

const options: Oxfmtrc = JSON.parse(readFileSync(join(import.meta.dirname, '..', '.oxfmtrc.json'), 'utf8'))

/** Formats a text as `npm run format` does a file of this name. Throws if it cannot be read as its name says. */
export async function formatText(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, options)
  const [error] = errors
  if (error) throw new Error(`${file} cannot be formatted: ${error.message}`)
  return code
}
