import assert from 'node:assert/strict'
import { after, afterEach, before, describe, it } from 'node:test'
import type { Locator } from 'playwright-core'
import { addUser, PASSWORD } from '../support/people/people.ts'
import { ALL_PAGES } from './all-pages.ts'
import { startConsole, type TestConsole, type TestPage } from './console.ts'
import { fillWithSamples, type SampleData } from './sample-data.ts'

/** Controls of the page and of what is open above it; fields are no such. */
const CONTROLS = ['main', '[role=dialog]']
  .map((place) => `${place} :is(button, [role=switch], input[type=checkbox], a[aria-disabled])`)
  .join(', ')

/** Requests that only read, though they are no GET, or that change only one's own session. */
const READING = /\/(?:preview|routing\/test|sessions\/\d+)(?:\?|$)/

/** Words that a page shows to viewers as well, at addresses that open something. */
const OPEN = [
  { address: '/alerts?open=1', shows: 'Silence this' },
  { address: '/deliveries?open=1', shows: 'Retry now' },
  { address: '/silences?open=2', shows: 'Replacing the disk' },
]

describe('a viewer', () => {
  let console: TestConsole
  let samples: SampleData
  const seen = new Set<string>()
  before(async () => {
    console = await startConsole()
    samples = await fillWithSamples(console.app)
    await addUser(console.app, { name: 'vera', role: 'viewer' })
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    await samples.stop()
  })

  it('finds no control that does nothing: each says which right it needs, or works', async () => {
    const page = await console.open('/', { by: { username: 'vera', password: PASSWORD } })
    const writes: string[] = []
    page.on('request', (request) => {
      const isWrite = request.method() !== 'GET' && !READING.test(request.url())
      if (isWrite) writes.push(`${request.method()} ${request.url()}`)
    })
    const faults: string[] = []
    const pages = ALL_PAGES.filter(({ isPublic }) => !isPublic)
    for (const { address, shows } of [...pages, ...OPEN]) {
      const dead = await findDead(page, { url: `${console.app.url}${address}`, shows, seen })
      faults.push(...dead.map((one) => `${address}: ${one}`))
    }

    assert.deepEqual(faults, [])
    assert.deepEqual(writes, [])
    for (const name of ['Acknowledge', 'Silence this', 'Try', 'New silence', 'New webhook']) {
      assert.ok(
        seen.has(`guarded ${name}`),
        `${name} is among those that were tried: ${[...seen].join(', ')}`,
      )
    }
  })
})

interface Tried {
  readonly url: string
  /** A text that is there once the page has been read; a viewer may lack the right for it. */
  readonly shows: string
  /** The kinds of controls that were used already. */
  readonly seen: Set<string>
}

/** Uses each kind of control of a page once. Gives those that neither explain themselves nor do anything. */
async function findDead(page: TestPage, { url, shows, seen }: Tried): Promise<readonly string[]> {
  const found: string[] = []
  const load = async () => {
    await page.goto(url)
    await settled(page, shows)
  }
  await load()
  const count = await page.locator(CONTROLS).count()
  for (let index = 0; index < count; index += 1) {
    const control = page.locator(CONTROLS).nth(index)
    const { name, isGuarded, isUsable } = await describeControl(control)
    const key = `${isGuarded ? 'guarded' : 'free'} ${kindOf(name)}`
    // The end of a list is no right, and what is copied changes nothing on the page.
    if (!isUsable || seen.has(key) || /^Copy| in the list$/.test(name)) continue
    seen.add(key)
    if (isGuarded) {
      if (!(await isExplained(control))) found.push(`"${name}" does not say which right it needs`)
      continue
    }
    if (!(await hasEffect(control)) && !(await hasTooltip(control))) found.push(`"${name}" does nothing`)
    await load()
  }
  return found
}

async function settled(page: TestPage, shows: string): Promise<void> {
  const read = page.getByText(shows).or(page.getByText(/lacks the right/))
  // A viewer may not see every part of a page, so some of these never come.
  await read
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: 5_000 })
    .catch(() => undefined)
  await page.locator('[aria-busy=true]').filter({ visible: true }).first().waitFor({ state: 'detached' })
}

async function describeControl(control: Locator) {
  return control.evaluate((element) => {
    const isShown = element.checkVisibility({ visibilityProperty: true })
    // The tab that is open leads nowhere, nor does the order that a list has.
    const isOff = element.matches(
      ':disabled, [aria-selected=true], [aria-sort=ascending] *, [aria-sort=descending] *',
    )
    const { labels } = element as { readonly labels?: ArrayLike<{ readonly textContent: string }> }
    const text = element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent ?? ''
    return {
      name: text.trim(),
      isGuarded: element.getAttribute('aria-disabled') === 'true',
      isUsable: isShown && !isOff,
    }
  })
}

/** The name of a control without the thing that it is about, of which there are many. */
function kindOf(name: string): string {
  return name
    .replace(/^(Select|Health of|Try|Change|Delete) .*/, '$1')
    .replace(/^.*( is enabled)$/, '$1')
    .replace(/[:\d].*/, '')
}

const EXPLAINED_MS = 20_000

/** Tells whether its tooltip says which right is missing. */
async function isExplained(control: Locator): Promise<boolean> {
  await control.focus()
  const sentence = /^Your role viewer may not .+ \(needs [a-z]+(?::[a-z]+)?\)$/
  const tooltip = control.page().getByRole('tooltip').filter({ hasText: sentence })
  return tooltip.waitFor({ timeout: EXPLAINED_MS }).then(
    () => true,
    () => false,
  )
}

/** Tells whether it is there for what it says: the health of a webhook as a sentence. */
async function hasTooltip(control: Locator): Promise<boolean> {
  await control.focus()
  return control
    .page()
    .getByRole('tooltip')
    .waitFor({ timeout: EXPLAINED_MS })
    .then(
      () => true,
      () => false,
    )
}

/** Clicks without a pointer, so that nothing but the click itself can have changed the page. */
async function hasEffect(control: Locator): Promise<boolean> {
  return control.evaluate(async (element) => {
    const document = element.ownerDocument
    const window = document.defaultView!
    const [before, wasChecked] = [window.location.href, (element as { readonly checked?: boolean }).checked]
    const changed = new Promise<boolean>((resolve) => {
      const observer = new window.MutationObserver(() => resolve(true))
      observer.observe(document, { subtree: true, childList: true, attributes: true })
      window.setTimeout(() => resolve(false), 1_000)
    })
    element.click()
    const isOther = (element as { readonly checked?: boolean }).checked !== wasChecked
    return isOther || (await changed) || window.location.href !== before
  })
}
