declare const brand: unique symbol

/**
 * A number or text with a type of its own while the code is compiled, and is nothing but itself when it runs.
 * The brand is optional: what comes without one, such as a literal, or a number out of a database or JSON, is taken for
 * any of them; one brand is never taken for another (docs/decisions/numbers-as-ids.md).
 */
export type Branded<Base extends number | string, Name extends string> = Base & { readonly [brand]?: Name }
