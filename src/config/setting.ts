/** The environment that the process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A setting: its names, its meaning, its default, and how a value is parsed. */
export interface Setting<T> {
  readonly env: string
  readonly flag: string
  readonly help: string
  /** The default, written and parsed like a given value. */
  readonly fallback: string
  /** Throws an Error whose message completes "TOCSIN_X is …: ". */
  readonly parse: (text: string, environment?: Environment) => T
  readonly secret?: boolean
}

export const setting = <T>(entry: Setting<T>): Setting<T> => entry
