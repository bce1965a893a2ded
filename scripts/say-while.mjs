// Says what takes long, and every five seconds that it goes on. Read by an older Node too.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const EVERY_S = 5
const file = fileURLToPath(import.meta.url)

/** Returns what the work returns, which is synchronous: so another process counts the seconds. */
export function sayWhile(words, work) {
  process.stderr.write(`${words} …\n`)
  const counting = spawn(process.execPath, [file], { stdio: ['pipe', 'ignore', 'inherit'] })
  counting.on('error', () => undefined)
  counting.unref()
  try {
    return work()
  } finally {
    counting.kill()
  }
}

if (process.argv[1] === file) {
  let seconds = 0
  setInterval(() => process.stderr.write(`  ${(seconds += EVERY_S)} s …\n`), EVERY_S * 1_000)
  // Whoever started it is gone.
  process.stdin.on('end', () => process.exit()).resume()
}
