import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { startBrowser } from '../support/browser.ts'
import { ADMIN_TOKEN, startApp, type StartOptions, type TestApp } from '../support/start-app.ts'

/** The real service with the real console, and a browser in front of it. */
export interface TestConsole {
  readonly app: TestApp
  readonly browser: Browser
  /** A page of somebody who is signed in by a token of these scopes; with null, of nobody. */
  open(path: string, options?: OpenOptions): Promise<TestPage>
  stop(): Promise<void>
}

interface OpenOptions extends BrowserContextOptions {
  /** Default: the admin's. */
  readonly token?: string | null
}

export interface TestPage extends Page {
  /** What went wrong unseen: errors in the console, violations of the policy, requests to elsewhere. */
  readonly faults: readonly string[]
}

export async function startConsole(options: StartOptions = {}): Promise<TestConsole> {
  await build()
  const app = await startApp({ listen: true, ...options })
  const browser = await startBrowser()
  return {
    app,
    browser,
    open: (path, options) => open({ app, browser }, path, options),
    async stop() {
      await browser.close()
      await app.stop()
    },
  }
}

/** As `npm start` does it; nothing to do if it was built from these very sources. */
async function build(): Promise<void> {
  const script = join(import.meta.dirname, '../../scripts/run.mjs')
  const child = spawn(process.execPath, [script, '--with-console', '--eval', '0'], { stdio: 'ignore' })
  const [status] = await once(child, 'exit')
  assert.equal(status, 0, 'the console could not be built')
}

const DESKTOP = { width: 1280, height: 800 }

async function open(
  { app, browser }: Pick<TestConsole, 'app' | 'browser'>,
  path: string,
  { token = ADMIN_TOKEN, ...options }: OpenOptions = {},
): Promise<TestPage> {
  const context = await browser.newContext({
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
    ...options,
  })
  const page = await context.newPage()
  const faults: string[] = []
  watch(page, { origin: new URL(app.url).origin, faults })
  if (token !== null) {
    const answer = await context.request.post(`${app.url}/v1/session`, { data: { token } })
    assert.equal(answer.status(), 201, await answer.text())
  }
  await page.goto(`${app.url}${path}`)
  return Object.assign(page, { faults })
}

/** The browser tells about refused requests in its console; those that a page is made for are its own business. */
const EXPECTED = /status of (?:401|403|404|409|412|422|429|400)/

function watch(page: Page, { origin, faults }: { readonly origin: string; readonly faults: string[] }): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (!EXPECTED.test(message.text())) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`thrown: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== 'data:' && url.protocol !== 'blob:') {
      faults.push(`a request to elsewhere: ${request.url()}`)
    }
  })
}

let axeSource: Promise<string> | undefined

export interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly string[]
}

/** What axe finds on the page by the rules of WCAG 2.2 AA and its own best practices. */
export async function findViolations(page: Page): Promise<readonly Violation[]> {
  axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Evaluated by the debugger, which the page's policy has no say in.
  await page.evaluate(await axeSource)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }
    const { violations } = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
  })
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string
    readonly help: string
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
  }[]
}
