import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where systemd looks for a credential without a file. */
const STORES = ['etc/credstore', 'run/credstore', 'usr/lib/credstore']

/** The folder that a unit calls `%d`. */
export const CREDENTIALS = '/run/credentials/tocsin.service'

export interface Credential {
  readonly id: string
  readonly content: string | Buffer
}

/**
 * Reads `LoadCredential=`; the text of `SetCredential=` replaces a missing file. Throws if there is neither:
 * then the service does not start.
 */
export function readCredentials(
  load: readonly string[],
  set: readonly string[],
  root: string,
): readonly Credential[] {
  const texts = set.map(split).map(({ id, text }) => ({ id, content: text }))
  const loaded = load.map(split).flatMap(({ id, text }): readonly Credential[] => {
    const paths = text === '' ? STORES.map((store) => join(root, store, id)) : [join(root, text)]
    const path = paths.find((one) => statSync(one, { throwIfNoEntry: false }) !== undefined)
    if (path === undefined) {
      if (texts.some((known) => known.id === id)) return []
      throw new Error(`LoadCredential=${id}: there is no ${paths.join(' or ')}`)
    }
    if (!statSync(path).isDirectory()) return [{ id, content: readFileSync(path) }]
    return readdirSync(path).map((name) => ({ id: `${id}_${name}`, content: readFileSync(join(path, name)) }))
  })
  return [...texts.filter(({ id }) => !loaded.some((other) => other.id === id)), ...loaded]
}

function split(value: string): { readonly id: string; readonly text: string } {
  const at = value.indexOf(':')
  return at === -1 ? { id: value, text: '' } : { id: value.slice(0, at), text: value.slice(at + 1) }
}

/**
 * Writes credentials into a folder of this process's user, as systemd does at a start: their files are often
 * root's. Removed when the process ends.
 */
export function writeCredentials(credentials: readonly Credential[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-check-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const { id, content } of credentials) writeFileSync(join(folder, id), content, { mode: 0o400 })
  return folder
}
