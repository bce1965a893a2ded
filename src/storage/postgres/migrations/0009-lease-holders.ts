/**
 * Which node has leased a delivery, and for which attempt (`node:attempt`): a release that does not know the column leaves
 * what stood there, and then it says nothing.
 */
export const leaseHolders = `
ALTER TABLE deliveries ADD COLUMN leased_by text;
`
