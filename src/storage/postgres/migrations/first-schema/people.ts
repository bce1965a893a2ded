import { auditTable, peopleTables } from '../../../migrations/first-schema.ts'
import { COLUMN_WORDS } from './column-words.ts'

/** Tokens, users, sessions, invitations, and the audit log. */
export const people = `
${peopleTables(COLUMN_WORDS)}
${auditTable(COLUMN_WORDS)}
CREATE INDEX audit_by_object ON audit (object_type, object_id, id);
CREATE INDEX audit_by_kind ON audit (object_type, id);
CREATE INDEX audit_by_action ON audit (action, id);
CREATE INDEX audit_by_actor ON audit (actor_name, id);
CREATE INDEX audit_by_token ON audit (token_id, id) WHERE token_id IS NOT NULL;
CREATE INDEX audit_by_user ON audit (user_id, id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_by_time ON audit (at, id);
`
