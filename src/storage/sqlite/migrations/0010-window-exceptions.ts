/** Adds the days on which a window does not occur, as JSON; null: none. */
export const windowExceptions = `ALTER TABLE windows ADD COLUMN except_days TEXT;`
