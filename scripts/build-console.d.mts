/** Builds the console, unless that is what its sources would give; throws if it cannot be built. `node`: the path of the one to use. */
export function buildConsole(node: string): void
