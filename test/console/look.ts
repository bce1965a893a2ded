import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { DESKTOP, findViolations, PHONE, type TestConsole } from './console.ts'
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
  for (const viewport of [DESKTOP, PHONE]) {
    const where = `${address} ${viewport.width} px wide`
    await page.setViewportSize(viewport)
    await shown(page, text)
    await colour(page, 'light')
    found.push(...(await describeViolations(page, `${where}, light`)), ...(await describeShape(page, where)))
    await colour(page, 'dark')
    found.push(...(await describeViolations(page, `${where}, dark`, ['color-contrast'])))
  }
  return found
}

interface Animation {
  readonly finished: Promise<unknown>
  /** Only transitions have one; other animations may go on for ever. */
  readonly transitionProperty?: string
}

async function colour(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  const html = page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)
  await html.evaluate(async (element) => {
    const animations = element.getAnimations({ subtree: true }) as readonly Animation[]
    const fading = animations.filter(({ transitionProperty }) => transitionProperty !== undefined)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  })
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
