import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Chance, Clock } from '../runtime/clock.ts'
import { formatToken, hashToken, isLive, tokenPrefix, type StoredToken } from '../domain/people/token.ts'
import type { Store } from '../storage/store.ts'

export interface FirstTokenDeps {
  readonly store: Pick<Store, 'listTokens' | 'createToken' | 'revokeToken'>
  readonly clock: Clock
  readonly chance: Chance
}

/** Names the first person's token in the audit log, whether made or chosen. */
const ADMIN_NAME = 'admin token'
/** Includes the names that earlier releases gave. */
const NAMES: ReadonlySet<string> = new Set([ADMIN_NAME, 'admin (first start)', 'admin (TOCSIN_ADMIN_TOKEN)'])
/** Stands for the first characters of a chosen secret, which could reveal much of it. */
const CHOSEN_PREFIX = '(fixed)'
/** Names the file in the data folder. */
export const ADMIN_TOKEN_FILE = 'admin-token'

/**
 * Makes the chosen admin token valid, and invalidates earlier chosen ones and that of the first start, whose
 * file is removed.
 */
export async function fixAdminToken(
  { store, clock }: FirstTokenDeps,
  secret: string,
  folder: string,
): Promise<void> {
  const hash = hashToken(secret)
  const now = clock.now()
  const all = await store.listTokens()
  const replaced = all.filter((token, index) => isOfService(token, index))
  const live = replaced.filter((token) => isLive(token, now))
  if (!live.some((token) => token.hash === hash))
    await store.createToken(
      { name: ADMIN_NAME, scopes: ['admin'], prefix: CHOSEN_PREFIX, hash, expiresAt: null },
      now,
    )
  // The new token is stored by now: the last one with this scope is never revoked.
  for (const token of live) if (token.hash !== hash) await store.revokeToken(token.id, now)
  await removeFile(join(folder, ADMIN_TOKEN_FILE), new Set(replaced.map((token) => token.hash)), hash)
}

/**
 * Distinguishes tokens that the service created from others of the same name: only the first token is a
 * created one.
 */
function isOfService({ name, prefix }: StoredToken, index: number): boolean {
  return NAMES.has(name) && (prefix === CHOSEN_PREFIX || index === 0)
}

/** Keeps a file with another secret, or the chosen one. A file that cannot be removed is harmless. */
async function removeFile(file: string, replaced: ReadonlySet<string>, chosen: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const kept = hashToken(text.trim())
  if (kept !== chosen && replaced.has(kept)) await rm(file, { force: true }).catch(() => undefined)
}

/**
 * Creates an admin token at the very first start, in a file that only its owner can read. Undefined: there
 * are tokens.
 */
export async function makeFirstAdminToken(
  { store, clock, chance }: FirstTokenDeps,
  folder: string,
): Promise<{ readonly secret: string; readonly file: string } | undefined> {
  if ((await store.listTokens()).length > 0) return undefined
  const secret = formatToken(chance.bytes(32))
  const file = join(folder, ADMIN_TOKEN_FILE)
  // The file first: a token whose secret nobody saw would lock everybody out.
  await mkdir(dirname(file), { recursive: true })
  // An old file would keep its own mode.
  await rm(file, { force: true })
  await writeFile(file, `${secret}\n`, { mode: 0o600 })
  await store.createToken(
    {
      name: ADMIN_NAME,
      scopes: ['admin'],
      prefix: tokenPrefix(secret),
      hash: hashToken(secret),
      expiresAt: null,
    },
    clock.now(),
  )
  return { secret, file }
}
