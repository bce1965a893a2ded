export type Defined<Members> = { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> }

/** Leaves out undefined members: optional members of the domain are absent instead. */
export function knownOnly<Members extends object>(members: {
  readonly [Name in keyof Members]?: Members[Name] | undefined
}): Members {
  // The remaining members have their value's own type.
  return withoutUndefined(members) as Members
}

/** Leaves out undefined members, which change nothing. */
export function withoutUndefined<Members extends object>(members: Members): Defined<Members> {
  const known: Record<string, unknown> = {}
  for (const name of Object.keys(members)) {
    const value: unknown = members[name as keyof Members]
    if (value !== undefined) known[name] = value
  }
  return known as never
}
