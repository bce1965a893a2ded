import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Chance, Clock } from '../runtime/clock.ts'
import { formatToken, hashToken, isLive, tokenPrefix } from '../domain/people/token.ts'
import type { Store } from '../storage/store.ts'

export interface FirstTokenDeps {
  readonly store: Pick<Store, 'listTokens' | 'createToken' | 'revokeToken'>
  readonly clock: Clock
  readonly chance: Chance
}

/** The name of the token that TOCSIN_ADMIN_TOKEN fixes; a changed value revokes the one before. */
const CONFIGURED_NAME = 'admin (TOCSIN_ADMIN_TOKEN)'

/** Makes the configured admin token valid, and every earlier configured one invalid. */
export async function fixAdminToken({ store, clock }: FirstTokenDeps, secret: string): Promise<void> {
  const hash = hashToken(secret)
  const now = clock.now()
  const live = (await store.listTokens()).filter(
    (token) => token.name === CONFIGURED_NAME && isLive(token, now),
  )
  if (!live.some((token) => token.hash === hash)) {
    // The prefix of a chosen secret could give away much of it.
    await store.createToken(
      { name: CONFIGURED_NAME, scopes: ['admin'], prefix: '(fixed)', hash, expiresAt: null },
      now,
    )
  }
  // Only then: the last one with this scope is never revoked.
  for (const token of live) if (token.hash !== hash) await store.revokeToken(token.id, now)
}

/**
 * Creates an admin token at the very first start, in a file that only its owner can read. Undefined:
 * there are tokens.
 */
export async function makeFirstAdminToken(
  { store, clock, chance }: FirstTokenDeps,
  folder: string,
): Promise<{ readonly secret: string; readonly file: string } | undefined> {
  if ((await store.listTokens()).length > 0) return undefined
  const secret = formatToken(chance.bytes(32))
  const file = join(folder, 'admin-token')
  // The file first: a token in the database whose secret nobody ever saw would lock everybody out.
  await mkdir(dirname(file), { recursive: true })
  // A left-over file would keep its own mode.
  await rm(file, { force: true })
  await writeFile(file, `${secret}\n`, { mode: 0o600 })
  await store.createToken(
    {
      name: 'admin (first start)',
      scopes: ['admin'],
      prefix: tokenPrefix(secret),
      hash: hashToken(secret),
      expiresAt: null,
    },
    clock.now(),
  )
  return { secret, file }
}
