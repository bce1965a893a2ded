/** What somebody asked for by hand is the next that is sent to its webhook. */
export const firstByHand = `
ALTER TABLE webhook_flow ADD COLUMN first_delivery_id bigint;
`
