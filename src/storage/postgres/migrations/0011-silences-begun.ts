/** Adds to a silence who named its author, whether it has begun, and whether it has a length. */
export const silencesBegun = `
-- The token or user through which created_by was named; null: created_by is who created it.
ALTER TABLE silences ADD COLUMN created_through text;
-- 1: it has begun, whatever a clock that was set shows.
ALTER TABLE silences ADD COLUMN begun smallint NOT NULL DEFAULT 0;
-- 1: its end was given as a length.
ALTER TABLE silences ADD COLUMN has_length smallint NOT NULL DEFAULT 0;
UPDATE silences SET begun = 1 WHERE starts_at <= created_at OR last_held_at IS NOT NULL OR released = 1;
CREATE INDEX silences_to_begin ON silences (starts_at) WHERE released = 0 AND begun = 0;
`
