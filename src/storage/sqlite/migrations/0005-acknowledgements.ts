/** Adds webhooks that ask for acknowledgements, and what receivers are still to be sent about them. */
export const acknowledgements = `
ALTER TABLE webhooks ADD COLUMN acknowledgements INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhook_revisions ADD COLUMN acknowledgements INTEGER NOT NULL DEFAULT 0;
-- 1: the active state is sent once more.
ALTER TABLE receiver_states ADD COLUMN restate INTEGER NOT NULL DEFAULT 0;
`
