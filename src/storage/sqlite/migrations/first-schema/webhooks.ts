import { flowTable, headerTable, webhookColumns } from '../../../migrations/first-schema.ts'
import { COLUMN_WORDS } from './column-words.ts'

/** Webhooks, the state of their receivers, and changes that deliveries have yet to catch up with. */
export const webhooks = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE webhooks (
${webhookColumns(COLUMN_WORDS)}
) STRICT;

${headerTable(COLUMN_WORDS)}

-- They were disabled, enabled or deleted, and not all of their deliveries have followed; since when.
CREATE TABLE unfinished_webhook_changes (webhook_id INTEGER PRIMARY KEY, since INTEGER NOT NULL) STRICT;

-- The recent behaviour of its receiver; no row: healthy.
${flowTable(COLUMN_WORDS)}
`
