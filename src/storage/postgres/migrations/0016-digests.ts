/** Adds the digest that shows whether a stored event is what was taken in (rows/event-row.ts). Null: written by an older release. */
export const digests = 'ALTER TABLE events ADD COLUMN digest bigint'
