/**
 * A step of the schema. From release 0.3.0 on an applied one is never edited: a database that has it would have
 * another schema than this release expects. `test/storage/migrations/migrations.test.ts` holds the digest of each.
 */
export interface Migration {
  readonly name: string
  readonly sql: string
  /** Columns (`table.column`) that the schemas before release 0.3.0 lack: databases without them are refused. */
  readonly knownBy?: readonly string[]
  /**
   * The newest release whose nodes cannot go on beside it, such as `0.1.0`: it is refused while a node of that release
   * or of an older one is at work. Without it they go on. An SQLite file has no other nodes.
   */
  readonly stops?: string
}

/**
 * The migrations after those of each engine, only ever added to. Each is one text that both understand.
 */
export const COMMON_MIGRATIONS: readonly Migration[] = [
  // Release 0.3.0 has no such column, so its nodes go on.
  { name: 'webhook tags', sql: 'ALTER TABLE webhooks RENAME COLUMN labels TO tags;' },
]

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

/** Returns the columns by which applied migrations are known. */
export function columnsOf(applied: readonly Migration[]): readonly string[] {
  return applied.flatMap(({ knownBy = [] }) => knownBy)
}

export function refuseUnknownSchema(missing: readonly string[]): void {
  if (missing.length === 0) return
  throw new Error(
    `The database was made before release 0.3.0 (it lacks ${missing.join(' and ')}), and no later release opens it; nothing was changed. Start with a new database.`,
  )
}

/** The newest release that cannot go on beside one of them; undefined: all can. */
export function stoppedRelease(pending: readonly Migration[]): string | undefined {
  return pending
    .flatMap(({ stops = [] }) => stops)
    .toSorted(compareReleases)
    .at(-1)
}

/** Less than 0: the first is older. A suffix after the three numbers makes no difference. */
export function compareReleases(one: string, other: string): number {
  const [first, second] = [numbersOf(one), numbersOf(other)]
  const index = first.findIndex((number, at) => number !== second[at])
  return index === -1 ? 0 : (first[index] ?? 0) - (second[index] ?? 0)
}

/** Returns the numbers of a release; of anything else zeros, so that it counts as older than all. */
function numbersOf(release: string): readonly number[] {
  const numbers = release.split('-', 1).join('').split('.').map(Number)
  return [0, 1, 2].map((index) => numbers[index] || 0)
}
