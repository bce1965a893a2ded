/** Adds the matchers of a webhook; null: it gets every event. */
export const matchers = `ALTER TABLE webhooks ADD COLUMN match text;`
