/** The folder of the project. */
export const root: string

/** The path of the Node that the lockfile pins, or of this one if it is new enough; otherwise says so and exits with 1. */
export function findNode(): string

/** What decides how much memory a process keeps can be said only before it begins: its environment and options of Node.js. */
export function settings(node: string): {
  readonly env: NodeJS.ProcessEnv
  readonly options: readonly string[]
}
