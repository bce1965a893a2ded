import type { AddedColumns } from '../../migration.ts'

/**
 * Which delivery of a webhook goes first, and what kind of failure an attempt had. `urgency` is that of the delivery's own event;
 * `line_urgency` that of the most urgent in its line, by which a head goes (domain/delivery/urgency.ts has the numbers). What was made
 * before is of normal urgency. No row is read for the columns; the index, which only has what is pending, is made anew in one reading
 * of the table.
 */
export const urgencyColumns: readonly AddedColumns[] = [
  {
    table: 'deliveries',
    columns: [
      'urgency INTEGER NOT NULL DEFAULT 2',
      'line_urgency INTEGER NOT NULL DEFAULT 2',
      'last_failure TEXT',
    ],
  },
  { table: 'attempts', columns: ['failure TEXT'] },
]

export const urgency = `
ALTER TABLE webhook_flow ADD COLUMN failed_delivery_id INTEGER;
ALTER TABLE webhook_flow ADD COLUMN rejected_at INTEGER;
ALTER TABLE webhook_flow ADD COLUMN accepted_at INTEGER;

DROP INDEX deliveries_lane;
CREATE INDEX deliveries_lane ON deliveries (webhook_id, line_urgency, due_at, id) WHERE state = 'pending';
`
