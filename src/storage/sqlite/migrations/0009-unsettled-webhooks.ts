/** Webhooks that were disabled, enabled or deleted, and not all of whose deliveries have followed; since when. */
export const unsettledWebhooks = `
CREATE TABLE unsettled_webhooks (webhook_id INTEGER PRIMARY KEY, since INTEGER NOT NULL) STRICT;
`
