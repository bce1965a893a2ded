import type { UserId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Invitation, NewInvitation } from '../../../domain/people/invitation.ts'
import { INVITATIONS, toInvitation, type InvitationRow } from '../../rows/user-row.ts'
import type { NoValues, TransactionScript } from '../../transactions/transaction-script.ts'
import { change, one, statement } from '../../transactions/transaction-script.ts'

/** Stores an invitation in place of the user's other one. */
export function* putInvitation(invitation: NewInvitation): TransactionScript<void> {
  const { userId } = invitation
  yield* userId === null ? endFirstAdminInvitations() : endInvitations(userId)
  yield* change(INSERT, INVITATIONS.toRow(invitation))
}

export function* findInvitation(hash: string, now: Instant): TransactionScript<Invitation | undefined> {
  const row = yield* one(SELECT, { hash, now })
  return row && toInvitation(row)
}

/** Takes an invitation away: only one caller gets it. */
export function* takeInvitation(hash: string, now: Instant): TransactionScript<Invitation | undefined> {
  const row = yield* one(TAKE, { hash, now })
  return row && toInvitation(row)
}

export function* endInvitations(userId: UserId): TransactionScript<void> {
  yield* change(END_FOR, { userId })
}

export function* endFirstAdminInvitations(): TransactionScript<void> {
  yield* change(END_FOR_FIRST_ADMIN, {})
}

/** Removes expired invitations, as the last statement of its transaction. */
export const PRUNE_INVITATIONS = statement<{ now: Instant; limit: number }>(
  'DELETE FROM invitations WHERE hash IN (SELECT hash FROM invitations WHERE expires_at <= @now ORDER BY expires_at LIMIT @limit)',
)

interface Valid {
  readonly hash: string
  readonly now: Instant
}

const INSERT = statement<InvitationRow>(`INSERT INTO invitations ${INVITATIONS.values}`)
const SELECT = statement<Valid, InvitationRow>(
  'SELECT * FROM invitations WHERE hash = @hash AND expires_at > @now',
)
const TAKE = statement<Valid, InvitationRow>(
  'DELETE FROM invitations WHERE hash = @hash AND expires_at > @now RETURNING *',
)
const END_FOR = statement<{ userId: UserId }>('DELETE FROM invitations WHERE user_id = @userId')
const END_FOR_FIRST_ADMIN = statement<NoValues>('DELETE FROM invitations WHERE user_id IS NULL')
