// Runs files of tests in this process, one after the other, each as a suite of its own: `node test-files.ts FILE…`.
// Modules that they share are loaded once, and hot after the first of them.
import { resolve } from 'node:path'
import { after, describe } from 'node:test'
import { pathToFileURL } from 'node:url'
// Its databases serve all files.
import '../../test/support/databases/test-engine.ts'

/** Guards against hanging only: closing what is open takes no such time on any machine. */
const END_MS_MAX = 60_000

const limitMs = Number(process.env['TOCSIN_TEST_END_MS_MAX'] ?? END_MS_MAX)
const files = process.argv.slice(2)
const opened = new Map<string, string>()

for (const file of files) {
  describe(file, async () => {
    await import(pathToFileURL(resolve(file)).href)
    // After the hooks of the file itself.
    after(() => void opened.set(file, describeOpen()))
  })
}

// A timer, a socket or a process that nobody stopped would keep this process from ending, and the whole run waiting.
after(() => {
  // Not itself a reason to go on.
  setTimeout(endIt, limitMs).unref()
})

function endIt(): void {
  const what = files.length === 1 ? files[0] : `${files.length} files of tests`
  process.stderr.write(
    `${what} did not end within ${limitMs / 1000} s after the last test. Still open: ${describeOpen()}.\n`,
  )
  if (files.length > 1) {
    for (const [file, open] of opened) process.stderr.write(`  Open after ${file}: ${open}\n`)
  }
  process.exit(1)
}

/** E.g. `Timeout, TCPSocketWrap (2)`. */
function describeOpen(): string {
  const byKind = Map.groupBy(process.getActiveResourcesInfo(), (kind) => kind)
  return [...byKind].map(([kind, { length }]) => (length > 1 ? `${kind} (${length})` : kind)).join(', ')
}
