/** An address of PostgreSQL as it was given, if it can be one: with a host and a database, and one host only. */
export function parsePostgresUrl(text: string): string {
  const url = /^postgres(?:ql)?:\/\//.test(text) ? URL.parse(text) : null
  if (!url) {
    throw new Error(
      'is not an address such as postgres://tocsin:password@db.internal:5432/tocsin; one host only, and characters such as @, / and # in a password as %40, %2F and %23',
    )
  }
  if (url.hostname === '' && !url.searchParams.get('host')) {
    throw new Error('names no host, as db.internal in postgres://tocsin@db.internal/tocsin does')
  }
  if (url.pathname.length < 2) {
    throw new Error('names no database, as the last word of postgres://tocsin@db.internal/tocsin does')
  }
  return text
}
