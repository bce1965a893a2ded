/**
 * Which delivery of a webhook goes first, and what kind of failure an attempt had. `urgency` is that of the delivery's own event;
 * `line_urgency` that of the most urgent in its line, by which a head goes (domain/delivery/urgency.ts has the numbers). What was made
 * before is of normal urgency. The index, which only has what is pending, is made anew in one reading of the table.
 */
export const urgency = `
ALTER TABLE deliveries ADD COLUMN urgency INTEGER NOT NULL DEFAULT 2;
ALTER TABLE deliveries ADD COLUMN line_urgency INTEGER NOT NULL DEFAULT 2;
ALTER TABLE deliveries ADD COLUMN last_failure TEXT;
ALTER TABLE attempts ADD COLUMN failure TEXT;
ALTER TABLE webhook_flow ADD COLUMN failed_delivery_id INTEGER;
ALTER TABLE webhook_flow ADD COLUMN rejected_at INTEGER;
ALTER TABLE webhook_flow ADD COLUMN accepted_at INTEGER;
DROP INDEX deliveries_lane;
CREATE INDEX deliveries_lane ON deliveries (webhook_id, line_urgency, due_at, id) WHERE state = 'pending';
`
