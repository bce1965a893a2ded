/** The folder of the project. */
export const root: string

/** The path of the Node that the lockfile pins, or of this one if it is new enough; otherwise says so and exits with 1. */
export function findNode(): string

/** Answers the environment and the options of Node.js, which decide before a process begins how much memory it keeps. */
export function settings(node: string): {
  readonly env: NodeJS.ProcessEnv
  readonly options: readonly string[]
}
