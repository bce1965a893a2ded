/** The heading of the page, or its content as long as that has none, gets the focus. */
export function focusHeading(): void {
  const main = document.querySelector<HTMLElement>('#main')
  const heading = main?.querySelector<HTMLElement>('h1') ?? main
  heading?.focus({ preventScroll: true })
}

/** Once a dialog has gone: where it came from may have gone too, such as the row that was deleted. */
export function rescueFocus(): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  // What is behind an open story cannot be used.
  const story = document.querySelector<HTMLElement>('[data-story] [data-autofocus]')
  if (story === null) focusHeading()
  else story.focus()
}
