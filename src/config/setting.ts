/** The environment that the process was started with. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface Setting<T> {
  readonly env: string
  readonly flag: string
  readonly help: string
  /** The default, in the form of a given value. */
  readonly fallback: string
  /** Throws an Error whose message completes "TOCSIN_X is …: ". */
  readonly parse: (text: string, environment?: Environment) => T
  readonly secret?: boolean
}

export const setting = <T>(entry: Setting<T>): Setting<T> => entry
