import { auditTable, peopleTables } from '../../../migrations/first-schema.ts'
import { COLUMN_WORDS } from './column-words.ts'

/** Tokens, users, sessions, invitations, and the audit log. */
export const people = `
${peopleTables(COLUMN_WORDS)}
${auditTable(COLUMN_WORDS)}
CREATE INDEX audit_by_object ON audit (object_type, object_id);
CREATE INDEX audit_by_action ON audit (action);
CREATE INDEX audit_by_actor ON audit (actor_name);
CREATE INDEX audit_by_token ON audit (token_id) WHERE token_id IS NOT NULL;
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_user ON audit (user_id) WHERE user_id IS NOT NULL;
`
