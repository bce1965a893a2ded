import type { Browser } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'

/** How long it stays for those that come next. */
const STAY_MS = 1_000

let browser: Promise<Browser> | undefined
let userCount = 0

/** One for all consoles of this process: its start costs seconds of the processor. To be given back. */
export async function borrowBrowser(): Promise<Browser> {
  userCount += 1
  browser ??= startBrowser()
  return browser
}

export function giveBrowserBack(): void {
  userCount -= 1
  setTimeout(() => {
    if (userCount > 0) return
    void browser?.then((unused) => unused.close())
    browser = undefined
  }, STAY_MS)
}
