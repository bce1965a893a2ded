import { after, afterEach, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { ALL_PAGES } from './all-pages.ts'
import { startConsole, type TestConsole } from './console.ts'
import { assertNothing } from './look.ts'
import { fillWithSamples, type SampleData } from './sample-data.ts'

/** From a small phone to a wall; tablets and laptops at 200 % lie between. */
const WIDTHS = [320, 390, 600, 720, 768, 900, 1024, 1440, 2560]

describe('at every width', () => {
  let console: TestConsole
  let samples: SampleData
  before(async () => {
    console = await startConsole()
    samples = await fillWithSamples(console.app)
  })
  afterEach((story) => console.closePages(story))
  after(async () => {
    await console.stop()
    await samples.stop()
  })

  for (const { address, shows, isPublic } of ALL_PAGES) {
    it(`no text and no control of ${address} covers another one`, async () => {
      const page = await console.visit(address, isPublic === true ? null : undefined)
      await page.getByText(shows).filter({ visible: true }).first().waitFor()
      await page.locator('[aria-busy=true]').filter({ visible: true }).first().waitFor({ state: 'detached' })
      const found: string[] = []
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        found.push(...(await findOverlaps(page)).map((overlap) => `${address} ${width} px wide: ${overlap}`))
      }
      assertNothing(found)
    })
  }
})

/** Pairs of texts and controls whose boxes meet, though neither is in the other. */
function findOverlaps(page: Page): Promise<readonly string[]> {
  return page.locator('body').evaluate(async (body) => {
    const window = body.ownerDocument.defaultView!
    // What follows the size of the window has done so.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((next) => window.requestAnimationFrame(next))
    interface Box {
      readonly element: typeof body
      readonly name: string
      readonly left: number
      readonly right: number
      readonly top: number
      readonly bottom: number
    }
    const boxes: Box[] = []
    const isVisible = (element: typeof body) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    /** Returns the part of a box that is not cut off. */
    const cut = (element: typeof body, { left, right, top, bottom }: Omit<Box, 'element' | 'name'>) => {
      const box = { left, right, top, bottom }
      for (let around: typeof body | null = element; around; around = around.parentElement) {
        const { overflowX, overflowY, position } = window.getComputedStyle(around)
        const edges = around.getBoundingClientRect()
        if (overflowX !== 'visible') {
          box.left = Math.max(box.left, edges.left)
          box.right = Math.min(box.right, edges.right)
        }
        if (overflowY !== 'visible') {
          box.top = Math.max(box.top, edges.top)
          box.bottom = Math.min(box.bottom, edges.bottom)
        }
        // What stays while the page scrolls lies above it on purpose.
        if (position === 'sticky' || position === 'fixed') return undefined
      }
      return box.right - box.left > 2 && box.bottom - box.top > 2 ? box : undefined
    }
    const add = (element: typeof body, name: string, given: Omit<Box, 'element' | 'name'>) => {
      const box = cut(element, given)
      if (box) boxes.push({ element, name: name.trim().slice(0, 40), ...box })
    }
    const walker = body.ownerDocument.createTreeWalker(body, window.NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !(node.textContent ?? '').trim() || !isVisible(element)) continue
      if (element.closest('script, style, svg, .cm-editor')) continue
      const range = body.ownerDocument.createRange()
      range.selectNodeContents(node)
      for (const rect of range.getClientRects()) add(element, node.textContent ?? '', rect)
    }
    for (const control of body.querySelectorAll('button, input, select, textarea')) {
      // The input of a switch is hidden: what one sees stands around it.
      const seen = control.matches('[role=switch]') ? (control.parentElement ?? control) : control
      if (!isVisible(seen) || control.closest('.cm-editor')) continue
      const name = control.getAttribute('aria-label') ?? control.textContent ?? control.tagName
      add(seen, name, seen.getBoundingClientRect())
    }
    /** A field and what stands within its frame: a mark, or the button that empties it. */
    const isField = (one: Box, other: Box) =>
      one.element.matches('input, select, textarea') &&
      one.element.parentElement?.parentElement?.contains(other.element) === true
    const found: string[] = []
    boxes.sort((one, other) => one.top - other.top)
    for (let index = 0; index < boxes.length; index += 1) {
      const one = boxes[index]!
      for (let next = index + 1; next < boxes.length && boxes[next]!.top < one.bottom - 2; next += 1) {
        const other = boxes[next]!
        const meet = one.left < other.right - 2 && other.left < one.right - 2
        if (!meet || one.element.contains(other.element) || other.element.contains(one.element)) continue
        if (isField(one, other) || isField(other, one)) continue
        if (one.element.closest('label') && one.element.closest('label') === other.element.closest('label'))
          continue
        found.push(`"${one.name}" and "${other.name}"`)
      }
    }
    return [...new Set(found)].slice(0, 5)
  })
}
