export type Defined<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> }

/** The members that have a value: what is undefined was not said, and changes nothing. */
export function withoutUndefined<Members extends object>(members: Members): Defined<Members> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never
}
