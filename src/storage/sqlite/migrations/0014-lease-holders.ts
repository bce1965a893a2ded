/** Which node has leased a delivery last. */
export const leaseHolders = `
ALTER TABLE deliveries ADD COLUMN leased_by TEXT;
`
