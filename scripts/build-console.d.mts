/** Builds the console if its sources have changed; throws if it cannot be built. `node`: the path of Node.js. */
export function buildConsole(node: string): void
