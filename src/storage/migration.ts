/**
 * A step of the schema, never edited since release 0.3.0, or databases would differ.
 * `test/storage/migrations/migrations.test.ts` holds the digest of each.
 */
export interface Migration {
  readonly name: string
  readonly sql: string
  /** Columns (`table.column`) that databases before release 0.3.0 lack; without them a database is refused. */
  readonly knownBy?: readonly string[]
  /**
   * The newest release, such as `0.1.0`, whose nodes cannot go on: the step is refused while one of them, or
   * an older one, runs.
   */
  readonly stops?: string
}

/** Migrations after those of each engine, only ever appended to, in SQL that both understand but for `<whole>`. */
export const COMMON_MIGRATIONS: readonly Migration[] = [
  // Nodes of release 0.3.0 go on: they have no such column.
  { name: 'webhook tags', sql: 'ALTER TABLE webhooks RENAME COLUMN labels TO tags;' },
  {
    name: 'reminders',
    sql: `
-- Distances, as JSON; null: none.
ALTER TABLE webhooks ADD COLUMN remind_ms text;
-- The one timer of the pair.
ALTER TABLE receiver_states ADD COLUMN next_due <whole>;
-- Since the alert last got worse.
ALTER TABLE receiver_states ADD COLUMN reminders integer NOT NULL DEFAULT 0;
CREATE INDEX receiver_states_due ON receiver_states (next_due) WHERE next_due IS NOT NULL;`,
  },
]

/** Returns them in the words of an engine; `whole`: its type of 64 bits. */
export function commonMigrations({ whole }: { readonly whole: string }): readonly Migration[] {
  return COMMON_MIGRATIONS.map((one) => ({ ...one, sql: one.sql.replaceAll('<whole>', whole) }))
}

export interface MigrationReport {
  readonly from: number
  readonly to: number
}

export function refuseNewerSchema({ from, to }: MigrationReport): void {
  if (from <= to) return
  throw new Error(
    `The database has schema version ${from}, and this release knows versions up to ${to}: it was used by a newer release. Start that one, or restore a backup.`,
  )
}

export function columnsOf(applied: readonly Migration[]): readonly string[] {
  return applied.flatMap(({ knownBy = [] }) => knownBy)
}

export function refuseUnknownSchema(missing: readonly string[]): void {
  if (missing.length === 0) return
  throw new Error(
    `The database was made before release 0.3.0 (it lacks ${missing.join(' and ')}), and no later release opens it; nothing was changed. Start with a new database.`,
  )
}

/** Returns the newest release that cannot go on; undefined: all can. */
export function stoppedRelease(pending: readonly Migration[]): string | undefined {
  return pending
    .flatMap(({ stops = [] }) => stops)
    .toSorted(compareReleases)
    .at(-1)
}

/** Returns less than 0 if the first is older. Ignores a suffix after the three numbers. */
export function compareReleases(one: string, other: string): number {
  const [first, second] = [numbersOf(one), numbersOf(other)]
  const index = first.findIndex((number, at) => number !== second[at])
  return index === -1 ? 0 : (first[index] ?? 0) - (second[index] ?? 0)
}

/** Returns zeros for anything that is not a release, which counts as older than all. */
function numbersOf(release: string): readonly number[] {
  const numbers = release.split('-', 1).join('').split('.').map(Number)
  return [0, 1, 2].map((index) => numbers[index] || 0)
}
