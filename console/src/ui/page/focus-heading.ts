/** Focuses the page's heading, or its content while it has none. */
export function focusHeading(): void {
  const main = document.querySelector<HTMLElement>('#main')
  const heading = main?.querySelector<HTMLElement>('h1') ?? main
  heading?.focus({ preventScroll: true })
}

/** Moves the focus after a dialog if its opener is gone, such as a deleted row. */
export function rescueFocus(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  // The page behind an open story cannot be used.
  const story = document.querySelector<HTMLElement>('[data-story] [data-autofocus]')
  if (story === null) focusHeading()
  else story.focus()
}
