/** Removes the heading that the service wrote into the document, as soon as the page has its own. */
export function replaceEarlyHeading(root: Element): void {
  const early = document.querySelector('.early')
  if (early === null) return
  const observer = new MutationObserver(() => {
    if (root.querySelector('h1') === null) return
    early.remove()
    observer.disconnect()
  })
  observer.observe(root, { childList: true, subtree: true })
}
