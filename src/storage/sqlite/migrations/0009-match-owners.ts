/** Adds who saved matchers, so that no token uses up the budget of all patterns; null: unknown. */
export const matchOwners = `
ALTER TABLE webhooks ADD COLUMN match_owner TEXT;
ALTER TABLE webhook_revisions ADD COLUMN match_owner TEXT;
ALTER TABLE silences ADD COLUMN match_owner TEXT;
ALTER TABLE windows ADD COLUMN match_owner TEXT;
UPDATE silences SET match_owner = created_by;
UPDATE windows SET match_owner = created_by;`
