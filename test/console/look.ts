import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { DESKTOP, findViolations, PHONE, type TestConsole } from './console.ts'
import { eventually } from '../support/eventually.ts'
import type { SamplePage } from './all-pages.ts'

/** Everything that must hold of a page, in both themes, on a desk and on a phone; gives what does not. */
export async function lookAt(
  console: TestConsole,
  { address, isPublic }: SamplePage,
  text: string,
): Promise<readonly string[]> {
  const page = await console.open(address, { colorScheme: 'light', ...(isPublic === true && { by: null }) })
  await shown(page, text)
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    // What is not about colours is the same in both.
    const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
    await colour(page, colorScheme)
    for (const viewport of [DESKTOP, PHONE]) {
      const where = `${address} ${viewport.width} px wide, ${colorScheme}`
      await page.setViewportSize(viewport)
      await shown(page, text)
      found.push(...(await describeViolations(page, where, rules)), ...(await describeShape(page, where)))
    }
  }
  return found
}

interface Animation {
  readonly finished: Promise<unknown>
  /** Only transitions have one; other animations may go on for ever. */
  readonly transitionProperty?: string
}

/** The page follows the system a moment later; half of it in the old colours would be found to be unreadable. */
async function colour(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  const before = await colourOf(page)
  const isSo = await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).count()
  await page.emulateMedia({ colorScheme })
  if (isSo === 0)
    await eventually(`the page is ${colorScheme}`, async () => (await colourOf(page)) !== before)
  await page.locator('html').evaluate(async (element) => {
    const animations = element.getAnimations({ subtree: true }) as readonly Animation[]
    const fading = animations.filter(({ transitionProperty }) => transitionProperty !== undefined)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
}

function colourOf(page: Page): Promise<string> {
  return page.locator('body').evaluate((body) => body.ownerDocument.defaultView.getComputedStyle(body).color)
}

async function shown(page: Page, text: string): Promise<void> {
  await page.getByText(text).filter({ visible: true }).first().waitFor()
  await page.locator('[aria-busy=true]').filter({ visible: true }).waitFor({ state: 'detached' })
}

async function describeViolations(page: Page, where: string, rules?: string[]): Promise<readonly string[]> {
  const violations = await findViolations(page, rules)
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${where}: ${id}: ${node}`))
}

/** One heading of the first level, a title, and nothing beyond the edge of the window. */
async function describeShape(page: Page, where: string): Promise<readonly string[]> {
  const title = await page.title()
  const headings = await page.getByRole('heading', { level: 1 }).count()
  const [width, window] = await page
    .locator('html')
    .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth] as const)
  return [
    ...(/^\S.* · Tocsin$/.test(title) ? [] : [`${where}: its title is "${title}"`]),
    ...(headings === 1 ? [] : [`${where}: ${headings} headings of the first level`]),
    ...(width <= window ? [] : [`${where}: ${width} px wide`]),
  ]
}

/** With what was found as the message. */
export function assertNothing(found: readonly string[]): void {
  assert.equal(found.join('\n'), '')
}
