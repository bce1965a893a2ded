/** Adds the labels of a webhook as JSON; null: none. */
export const webhookLabels = `ALTER TABLE webhooks ADD COLUMN labels text;`
