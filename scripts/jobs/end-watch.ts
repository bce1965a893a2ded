// Loaded before a file of tests: what keeps the process from ending after the last of them (a timer, a socket, a process
// that nobody stopped) would keep the whole run waiting for ever.
import { after } from 'node:test'

/** Guards against hanging only: closing what is open takes no such time on any machine. */
const END_MS_MAX = 60_000

const limitMs = Number(process.env['TOCSIN_TEST_END_MS_MAX'] ?? END_MS_MAX)

after(() => {
  // Not itself a reason to go on.
  setTimeout(endIt, limitMs).unref()
})

function endIt(): void {
  const file = process.argv[1] ?? ''
  process.stderr.write(
    `${file} did not end within ${limitMs / 1000} s after its tests. Still open: ${describeOpen()}.\n`,
  )
  process.exit(1)
}

/** E.g. `Timeout, TCPSocketWrap (2)`. */
function describeOpen(): string {
  const byKind = Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind)
  return [...byKind].map(([kind, { length }]) => (length > 1 ? `${kind} (${length})` : kind)).join(', ')
}
