import type { Page } from 'playwright-core'

/** Returns pairs of texts and controls whose boxes meet, though neither is in the other. */
export function findOverlaps(page: Page): Promise<readonly string[]> {
  return page.locator('body').evaluate(async (body) => {
    const window = body.ownerDocument.defaultView!
    // Waits until the page has followed the size of the window.
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
        // A part that stays while the page scrolls lies above it on purpose.
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
    /** A field and what stands within its frame: an icon, or the button that empties it. */
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
