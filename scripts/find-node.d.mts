/** The folder of the project. */
export const root: string

/** Returns the path of the Node that the lockfile pins, or of this one if it is new enough; otherwise exits with 1. */
export function findNode(): string

/** Returns the environment and the options of Node.js, which decide at its start how much memory a process keeps. */
export function settings(node: string): {
  readonly env: NodeJS.ProcessEnv
  readonly options: readonly string[]
}
