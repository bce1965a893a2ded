/** Adds webhooks that ask for acknowledgements, and what receivers are still to be sent about them. */
export const acknowledgements = `
ALTER TABLE webhooks ADD COLUMN acknowledgements boolean NOT NULL DEFAULT false;
ALTER TABLE webhook_revisions ADD COLUMN acknowledgements boolean NOT NULL DEFAULT false;
-- 1: the active state is sent once more.
ALTER TABLE receiver_states ADD COLUMN restate smallint NOT NULL DEFAULT 0;
`
