import type { EngineName } from '../../engine-names.ts'

/** Where databases for the bench come from. */
export interface Engine {
  readonly name: EngineName
  readonly version: string
  /** A new one with nothing in it. */
  createDatabase(): Promise<BenchDatabase>
  /** The processor time that the database's own processes have used so far; zeros where it has no processes. */
  counters(): Promise<ServerCounters>
  stop(): Promise<void>
}

export interface ServerCounters {
  readonly cpuSeconds: number
  /** Written to its log. */
  readonly walBytes: number
  /** Resident, what processes share counted once. */
  readonly memoryMb: number
  /** Connections of Tocsin. */
  readonly connections: number
}

export interface BenchDatabase {
  /** For TOCSIN_DATABASE. */
  readonly address: string
  /** Bytes of the tables and their indexes. */
  sizeBytes(): Promise<number>
  /** For writing rows past the service; nothing else may use it meanwhile. */
  open(): Promise<Filling>
  remove(): Promise<void>
}

/** The differences of the schemas of the engines. */
export interface Filling {
  /** All rows that there are of a statement without parameters. */
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  columnsOf(table: string): Promise<readonly string[]>
  /** Where what has ended is kept, and under which names the time of its event stands there (null: it does not). */
  readonly ended: { readonly table: string; readonly eventAt: string | null }
  /** The table that takes the history of this day (since 1970, UTC), for writing into it without indexes. */
  historyTable(table: string, day: number): Promise<string>
  /** Brings indexes, statistics and sequences to what they would be if the service had written the rows. */
  close(): Promise<void>
}
