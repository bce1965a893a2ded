/**
 * A file that was restored gives ids anew, so a delivery also keeps the epoch in which it was made: a random word of the
 * file (`epoch` in `meta`), made when it is opened and has none. What there is already keeps none, and its name.
 */
export const epochs = `
ALTER TABLE deliveries ADD COLUMN epoch TEXT;
`
