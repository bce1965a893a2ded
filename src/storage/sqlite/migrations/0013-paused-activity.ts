/** Of the backlog, what stood still for receivers that are paused; null: nobody looked, or nobody counted it yet. */
export const pausedActivity = `
ALTER TABLE activity ADD COLUMN paused INTEGER;
ALTER TABLE activity ADD COLUMN oldest_paused_ms INTEGER;
`
