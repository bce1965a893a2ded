import type { Invitation, NewInvitation } from '../../../domain/people/invitation.ts'
import { toInvitation, type InvitationRow } from '../../rows/user-row.ts'
import type { Database, Transaction } from '../connection/database.ts'

const END_FOR = 'DELETE FROM invitations WHERE user_id = $1'
const END_FOR_FIRST_ADMIN = 'DELETE FROM invitations WHERE user_id IS NULL'
const INSERT =
  'INSERT INTO invitations (hash, purpose, user_id, role, expires_at) VALUES ($1, $2, $3, $4, $5)'
const SELECT = 'SELECT * FROM invitations WHERE hash = $1 AND expires_at > $2'
// Of two who take it the second waits, and finds it gone.
const TAKE = 'DELETE FROM invitations WHERE hash = $1 AND expires_at > $2 RETURNING *'

/** In the place of the one before. */
export async function putInvitation(
  transaction: Transaction,
  { hash, purpose, userId, role, expiresAt }: NewInvitation,
): Promise<void> {
  await (userId === null ? endFirstAdminInvitations(transaction) : endInvitations(transaction, userId))
  await transaction.query(INSERT, [hash, purpose, userId, role, expiresAt])
}

export async function readInvitation(
  database: Database,
  hash: string,
  now: number,
): Promise<Invitation | undefined> {
  const [row] = await database.read<InvitationRow>(SELECT, [hash, now])
  return row && toInvitation(row)
}

/** It is gone with it. */
export async function takeInvitation(
  transaction: Transaction,
  hash: string,
  now: number,
): Promise<Invitation | undefined> {
  const { rows } = await transaction.query<InvitationRow>(TAKE, [hash, now])
  return rows[0] && toInvitation(rows[0])
}

export async function endInvitations(transaction: Transaction, userId: number): Promise<void> {
  await transaction.query(END_FOR, [userId])
}

export async function endFirstAdminInvitations(transaction: Transaction): Promise<void> {
  await transaction.query(END_FOR_FIRST_ADMIN)
}
