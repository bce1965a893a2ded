/** What an operation did, told apart: cancelled here, held until its webhook is enabled, told elsewhere, told there already. */
export const operationCounts = `
ALTER TABLE operations ADD COLUMN cancelled_count bigint NOT NULL DEFAULT 0;
ALTER TABLE operations ADD COLUMN held_count bigint NOT NULL DEFAULT 0;
ALTER TABLE operations ADD COLUMN told_count bigint NOT NULL DEFAULT 0;
ALTER TABLE operations ADD COLUMN already_told_count bigint NOT NULL DEFAULT 0;
`
