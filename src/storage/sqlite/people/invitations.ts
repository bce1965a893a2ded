import type { Database } from 'better-sqlite3'
import type { Invitation, NewInvitation } from '../../../domain/people/invitation.ts'
import { toInvitation, type InvitationRow } from '../../rows/user-row.ts'

export class InvitationTable {
  readonly #sql: ReturnType<typeof prepare>

  constructor(db: Database) {
    this.#sql = prepare(db)
  }

  /** In the place of the one before. */
  put({ hash, purpose, userId, role, expiresAt }: NewInvitation): void {
    if (userId === null) this.endForFirstAdmin()
    else this.endFor(userId)
    this.#sql.insert.run({ hash, purpose, user_id: userId, role, expires_at: expiresAt })
  }

  find(hash: string, now: number): Invitation | undefined {
    const row = this.#sql.selectOne.get(hash, now)
    return row && toInvitation(row)
  }

  /** It is gone with it. */
  take(hash: string, now: number): Invitation | undefined {
    const row = this.#sql.take.get(hash, now)
    return row && toInvitation(row)
  }

  endFor(userId: number): void {
    this.#sql.endFor.run(userId)
  }

  endForFirstAdmin(): void {
    this.#sql.endForFirstAdmin.run()
  }

  prune(now: number, limit: number): number {
    return this.#sql.prune.run(now, limit).changes
  }
}

function prepare(db: Database) {
  return {
    insert: db.prepare<[InvitationRow]>(
      `INSERT INTO invitations (hash, purpose, user_id, role, expires_at)
       VALUES (@hash, @purpose, @user_id, @role, @expires_at)`,
    ),
    selectOne: db.prepare<[string, number], InvitationRow>(
      'SELECT * FROM invitations WHERE hash = ? AND expires_at > ?',
    ),
    take: db.prepare<[string, number], InvitationRow>(
      'DELETE FROM invitations WHERE hash = ? AND expires_at > ? RETURNING *',
    ),
    endFor: db.prepare<[number]>('DELETE FROM invitations WHERE user_id = ?'),
    endForFirstAdmin: db.prepare<[]>('DELETE FROM invitations WHERE user_id IS NULL'),
    prune: db.prepare<[number, number]>(
      'DELETE FROM invitations WHERE hash IN (SELECT hash FROM invitations WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)',
    ),
  }
}
