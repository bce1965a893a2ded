import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back what only the start of this thread needed (parsed sources, compiled schemas' workings): the heap would keep those pages
 * until load comes, which for a quiet service may be never. One pause of some ten milliseconds, before there is work.
 */
export function releaseStartupMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
