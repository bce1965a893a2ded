import { tokenEntry } from '../../../domain/audit/audit-entries.ts'
import { AppError } from '../../../domain/errors.ts'
import type { SessionId, TokenId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { refuseRevokingLastAdmin } from '../../people.ts'
import { type TokenRow, TOKENS, toToken } from '../../rows/user-row.ts'
import {
  changeEachLast,
  many,
  type NoValues,
  one,
  type Scripts,
  statement,
  type Statement,
  takeLock,
  type TransactionScript,
} from '../../transactions/transaction-script.ts'
import { type AuditSeals, recordAudit } from '../audit.ts'

export const SELECT_TOKENS = statement<NoValues, TokenRow>('SELECT * FROM tokens ORDER BY id')

export function tokenScripts(
  seals: AuditSeals,
): Scripts<'createToken' | 'listTokens' | 'revokeToken' | 'noteTokensUsed'> {
  return {
    *createToken({ name, scopes, prefix, hash, expiresAt }, now, by) {
      const made = {
        name,
        scopes,
        prefix,
        hash,
        createdAt: now,
        expiresAt,
        revokedAt: null,
        lastUsedAt: null,
      }
      const row = yield* one(INSERT, TOKENS.toRow(made))
      const token = toToken(row!)
      yield* recordAudit(seals, tokenEntry('token.created', { after: token }, { at: now, by }))
      return token
    },

    *listTokens() {
      return (yield* many(SELECT_TOKENS, {})).map(toToken)
    },

    *revokeToken(id, now, by) {
      // The lock keeps two admins from revoking each other's token.
      yield* takeLock('people')
      const all = (yield* many(SELECT_TOKENS, {})).map(toToken)
      refuseRevokingLastAdmin(id, all, now)
      const known = all.find((token) => token.id === id)
      if (!known) throw new AppError('not_found', `There is no token ${id}.`)
      const row = yield* one(REVOKE, { id, now })
      // The first time stays, and its entry.
      if (!row) return known
      const token = toToken(row)
      yield* recordAudit(seals, tokenEntry('token.revoked', { before: known, after: token }, { at: now, by }))
      return token
    },

    noteTokensUsed: (uses) => noteUses(NOTE_USE, uses),
  }
}

const INSERT = statement<Omit<TokenRow, 'id'>, TokenRow>(`INSERT INTO tokens ${TOKENS.values} RETURNING *`)
const REVOKE = statement<{ id: TokenId; now: Instant }, TokenRow>(
  'UPDATE tokens SET revoked_at = @now WHERE id = @id AND revoked_at IS NULL RETURNING *',
)
const NOTE_USE = statement<{ id: TokenId; at: Instant }>(
  ({ greatest }) =>
    `UPDATE tokens SET last_used_at = ${greatest}(coalesce(last_used_at, 0), @at) WHERE id = @id`,
)

interface Use<Id extends TokenId | SessionId> {
  readonly id: Id
  readonly at: Instant
}

/** Notes last uses in the order of ids, against deadlocks. */
export function noteUses<Id extends TokenId | SessionId>(
  noteUse: Statement<Use<Id>, never>,
  uses: readonly Use<Id>[],
): TransactionScript<void> {
  return changeEachLast(
    noteUse,
    uses.toSorted((one, other) => one.id - other.id),
  )
}
