/** By which it shows that what is stored of an event is not what was taken in (rows/event-row.ts). Null: of an older release. */
export const digests = 'ALTER TABLE events ADD COLUMN digest bigint'
