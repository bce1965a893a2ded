import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { DESKTOP, findViolations, PHONE, type TestConsole } from './console.ts'
import { eventually } from '../support/time/eventually.ts'
import type { SamplePage } from './all-pages.ts'

/** Everything that must hold of a page, in both themes, on a desk and on a phone; gives what does not. */
export async function visit(
  console: TestConsole,
  { address, isPublic }: SamplePage,
  text: string,
): Promise<readonly string[]> {
  const page = await console.visit(address, isPublic === true ? null : undefined)
  await shown(page, text)
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    // What is not about colours is the same in both.
    const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
    await page.emulateMedia({ colorScheme })
    // Where a script follows the system, it has done so; other pages follow by their style sheet.
    const escalated = `html[data-mantine-color-scheme=${colorScheme}], html:not([data-mantine-color-scheme])`
    await page.locator(escalated).waitFor({ state: 'attached' })
    // Each is laid out again only where it has to be.
    for (const viewport of colorScheme === 'light' ? [DESKTOP, PHONE] : [PHONE, DESKTOP]) {
      const where = `${address} ${viewport.width} px wide, ${colorScheme}`
      await page.setViewportSize(viewport)
      await shown(page, text)
      await atRest(page)
      found.push(...(await describeShape(page, where)), ...(await describeViolations(page, where, rules)))
    }
  }
  return found
}

interface Animation {
  readonly finished: Promise<unknown>
  /** Only transitions have one; other animations may go on for ever. */
  readonly transitionProperty?: string
}

/** What fades is over: half of a page in the old colours, or in half of its own, would be found to be unreadable. */
async function atRest(page: Page): Promise<void> {
  await page.locator('html').evaluate(async (element) => {
    const { requestAnimationFrame } = element.ownerDocument.defaultView
    for (let quiet = 0, round = 0; quiet < 2 && round < 100; quiet += 1, round += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const animations = element.getAnimations({ subtree: true }) as readonly Animation[]
      const fading = animations.filter(({ transitionProperty }) => transitionProperty !== undefined)
      if (fading.length > 0) quiet = -1
      await Promise.allSettled(fading.map(({ finished }) => finished))
    }
  })
}

async function shown(page: Page, text: string): Promise<void> {
  await page.getByText(text).filter({ visible: true }).first().waitFor()
  await page.locator('[aria-busy=true]').filter({ visible: true }).first().waitFor({ state: 'detached' })
}

async function describeViolations(page: Page, where: string, rules?: string[]): Promise<readonly string[]> {
  const violations = await findViolations(page, rules)
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${where}: ${id}: ${node}`))
}

/** One heading of the first level, a title, and nothing beyond the edge of the window; as it stays, not while it is laid out. */
async function describeShape(page: Page, where: string): Promise<readonly string[]> {
  let found: readonly string[] = []
  await eventually(`the shape of ${where}`, async () => {
    found = await shapeOf(page, where)
    return found.length === 0
  }).catch((error: unknown) => {
    if (found.length === 0) throw error
  })
  return found
}

async function shapeOf(page: Page, where: string): Promise<readonly string[]> {
  const title = await page.title()
  const headings = await page.getByRole('heading', { level: 1 }).count()
  const [width, window] = await page
    .locator('html')
    .evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth] as const)
  return [
    ...(/^\S.* · Tocsin$/.test(title) ? [] : [`${where}: its title is "${title}"`]),
    ...(headings === 1 ? [] : [`${where}: ${headings} headings of the first level`]),
    ...(width <= window ? [] : [`${where}: ${width} px wide`]),
    ...(await cutOff(page)).map((control) => `${where}: "${control}" is cut off`),
  ]
}

/**
 * Controls whose middle lies where an element around them is cut off and does not scroll; a text that ends in dots
 * is no such. While a dialog is open, nobody can use what it covers.
 */
function cutOff(page: Page): Promise<readonly string[]> {
  return page.locator('button, a[href], input, select, textarea, label, [role=tab]').evaluateAll((controls) =>
    controls.flatMap((control) => {
      const box = control.getBoundingClientRect()
      const isBehind =
        control.ownerDocument.querySelector('[role=dialog]') !== null &&
        control.closest('[role=dialog]') === null
      const isShown = box.width > 1 && box.height > 1 && control.checkVisibility({ visibilityProperty: true })
      if (!isShown || isBehind) return []
      const middle = box.x + box.width / 2
      for (let around = control.parentElement; around; around = around.parentElement) {
        const style = around.ownerDocument.defaultView!.getComputedStyle(around)
        if (style.overflowX === 'auto' || style.overflowX === 'scroll') return []
        if (style.overflowX === 'visible' || style.textOverflow === 'ellipsis') continue
        const edges = around.getBoundingClientRect()
        const isVisuallyHidden = edges.width <= 1
        if (!isVisuallyHidden && (middle < edges.left || middle > edges.right)) {
          return [(control.getAttribute('aria-label') ?? control.textContent ?? '').slice(0, 60)]
        }
      }
      return []
    }),
  )
}

/** With what was found as the message. */
export function assertNothing(found: readonly string[]): void {
  assert.equal(found.join('\n'), '')
}
