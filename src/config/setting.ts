/** What the process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>

/** One setting: where it comes from, what it means, what it is without being set, and what is wrong with a value. */
export interface Setting<T> {
  readonly env: string
  readonly flag: string
  readonly help: string
  /** As it would be written; parsed like a given one. */
  readonly fallback: string
  /** Throws an Error whose message completes "TOCSIN_X is …: ". */
  readonly parse: (text: string, environment?: Environment) => T
  readonly secret?: boolean
}

export const setting = <T>(entry: Setting<T>): Setting<T> => entry
