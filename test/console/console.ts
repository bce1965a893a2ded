import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SuiteContext, TestContext } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { SERVICE_TOKEN } from '../support/app/service.ts'
import { serveApp, type ServedApp, type ServedOptions } from '../support/app/served-app.ts'
import { borrowBrowser, giveBrowserBack } from './shared-browser.ts'

/** The service as users run it, in a process of its own, with the console as it is built, and a browser in front of it. */
export interface TestConsole {
  readonly app: ServedApp
  /** A page in a browser window of its own, of somebody who has just signed in. */
  open(path: string, options?: OpenOptions): Promise<TestPage>
  /**
   * The page in which the same user came last, loaded again at this address, light and on a desk: less than half
   * as dear as a window of its own, for stories that only read.
   */
  visit(path: string, by?: OpenOptions['by']): Promise<TestPage>
  /** Ends a story: closes its pages. It has failed if anything went wrong in one of them unseen. */
  closePages(story: Story): Promise<void>
  stop(): Promise<void>
}

/** What the runner gives to `afterEach`; the types of Node do not know yet that it tells whether the test has passed. */
type Story = TestContext | SuiteContext

interface OpenOptions extends BrowserContextOptions {
  /** Who signs in; the admin token's if it is not given, null: nobody. */
  readonly by?: Credentials | null
  /** Faults that the story is about. */
  readonly expects?: RegExp
}

export type Credentials =
  | { readonly token: string }
  | { readonly username: string; readonly password: string }

export interface TestPage extends Page {
  /** What went wrong unseen since it was last taken: errors in the console, violations of the policy, requests to elsewhere. */
  takeFaults(): readonly string[]
}

export async function startConsole(options: ServedOptions = {}): Promise<TestConsole> {
  await (built ??= build())
  const app = await serveApp(options)
  const browser = await borrowBrowser()
  const pages: TestPage[] = []
  const visited = new Map<string, TestPage>()
  return {
    app,
    async open(path, options) {
      const page = await open({ app, browser }, path, options)
      pages.push(page)
      return page
    },
    async visit(path, by) {
      const who = String(JSON.stringify(by))
      const page =
        visited.get(who) ?? (await open({ app, browser }, path, { ...(by !== undefined && { by }) }))
      const isNew = !visited.has(who)
      visited.set(who, page)
      await page.setViewportSize(DESKTOP)
      await page.emulateMedia({ colorScheme: 'light' })
      if (!isNew) await page.goto(`${app.url}${path}`)
      return page
    },
    async closePages(story) {
      const opened = pages.splice(0)
      const all = [...opened, ...visited.values()]
      const faults = all.flatMap((page) => page.takeFaults())
      const hasPassed = 'passed' in story && story.passed === true
      if (!hasPassed) for (const page of all) await describe(page, faults)
      await closeAll(opened)
      assert.deepEqual(faults, [])
    },
    async stop() {
      await closeAll([...pages, ...visited.values()])
      giveBrowserBack()
      await app.stop()
    },
  }
}

const DESCRIPTION_CHARACTERS_MAX = 6_000

/** Where a story that failed came to its end. */
async function describe(page: TestPage, faults: readonly string[]): Promise<void> {
  const seen = await page
    .locator('body')
    .ariaSnapshot({ timeout: 60_000 })
    .catch((error: unknown) => String(error))
  process.stderr.write(`${page.url()}\n${seen.slice(0, DESCRIPTION_CHARACTERS_MAX)}\n${faults.join('\n')}\n`)
}

async function closeAll(pages: readonly TestPage[]): Promise<void> {
  await Promise.all(pages.map((page) => page.context().close()))
}

/** Once for all consoles of this process. */
let built: Promise<void> | undefined

/** As `npm start` does it; nothing to do if it was built from these very sources. */
async function build(): Promise<void> {
  const script = join(import.meta.dirname, '../../scripts/run.mjs')
  const child = spawn(process.execPath, [script, '--with-console', '--eval', '0'], { stdio: 'ignore' })
  const [status] = await once(child, 'exit')
  assert.equal(status, 0, 'the console could not be built')
}

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 360, height: 740 }

/** What is not there by then will not come, even where the machine has much else to do. */
const PATIENCE_MS = 180_000

const NOTHING = /(?!)/

async function open(
  { app, browser }: { readonly app: ServedApp; readonly browser: Browser },
  path: string,
  { by = { token: SERVICE_TOKEN }, expects = NOTHING, ...options }: OpenOptions = {},
): Promise<TestPage> {
  const context = await browser.newContext({
    viewport: DESKTOP,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const faults: string[] = []
  watch(page, { origin: new URL(app.url).origin, faults, expects })
  if (by !== null) {
    const response = await context.request.post(`${app.url}/v1/session`, { data: by })
    assert.equal(response.status(), 201, await response.text())
  }
  await page.goto(`${app.url}${path}`)
  return Object.assign(page, { takeFaults: () => faults.splice(0) })
}

/** The browser reports refused requests in its console; those that a page is made for are its own business. */
const EXPECTED = /status of (?:401|403|404|409|412|422|429|400)/

interface Watched {
  readonly origin: string
  readonly faults: string[]
  readonly expects: RegExp
}

function watch(page: Page, { origin, faults, expects }: Watched): void {
  const note = (fault: string) => {
    if (!expects.test(fault)) faults.push(fault)
  }
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (!EXPECTED.test(message.text())) note(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => note(`thrown: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol !== 'data:' && url.protocol !== 'blob:') {
      note(`a request to elsewhere: ${request.url()}`)
    }
  })
}

let axeSource: Promise<string> | undefined

export interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly string[]
}

const ALL_RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds on the page by the rules of WCAG 2.2 AA and its own best practices, or by these of its rules alone. */
export async function findViolations(page: Page, rules = ALL_RULES): Promise<readonly Violation[]> {
  axeSource ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // Evaluated by the debugger, which the page's policy has no say in. It stays until another page is loaded.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axeSource)
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }
    const { violations } = await axe.run({ runOnly: rules, resultTypes: ['violations'] })
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary}`),
    }))
  }, rules)
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string
    readonly help: string
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
  }[]
}
