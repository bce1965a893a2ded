/**
 * Which delivery of a webhook goes first, and what kind of failure an attempt had. `urgency` is that of the delivery's own event;
 * `line_urgency` that of the most urgent in its line, by which a head goes (domain/delivery/urgency.ts has the numbers). What was made
 * before, or is made by a release that does not know the columns, is of normal urgency. Such a release goes on beside this
 * one; its claims have no index in their order any more, and so take longer while much is pending.
 */
export const urgency = `
ALTER TABLE deliveries ADD COLUMN urgency smallint NOT NULL DEFAULT 2, ADD COLUMN line_urgency smallint NOT NULL DEFAULT 2,
  ADD COLUMN last_failure text;
ALTER TABLE ended_deliveries ADD COLUMN urgency smallint NOT NULL DEFAULT 2, ADD COLUMN last_failure text;
ALTER TABLE attempts ADD COLUMN failure text;
ALTER TABLE webhook_flow ADD COLUMN failed_delivery_id bigint, ADD COLUMN rejected_at bigint, ADD COLUMN accepted_at bigint;

DROP INDEX deliveries_lane;
CREATE INDEX deliveries_lane ON deliveries (webhook_id, line_urgency, due_at, id) WHERE state = 'pending';
`
