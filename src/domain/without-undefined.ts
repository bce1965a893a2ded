export type Defined<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> }

/** Leaves out what is undefined: the domain's optional members are absent, never undefined. */
export function knownOnly<Members extends object>(members: {
  readonly [Name in keyof Members]?: Members[Name] | undefined
}): Members {
  // What is left has its value's own type.
  return withoutUndefined(members) as Members
}

/** The members that have a value: what is undefined was not said, and changes nothing. */
export function withoutUndefined<Members extends object>(members: Members): Defined<Members> {
  const known: Record<string, unknown> = {}
  for (const name of Object.keys(members)) {
    const value: unknown = members[name as keyof Members]
    if (value !== undefined) known[name] = value
  }
  return known as never
}
