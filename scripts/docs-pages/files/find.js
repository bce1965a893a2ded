// The field that finds operations: it leaves those that have each of its words.

const field = document.querySelector('#find')
if (field instanceof HTMLInputElement) begin(field)

/** @param {HTMLInputElement} field */
function begin(field) {
  const entries = [...document.querySelectorAll('.listed li')].map((element) => ({
    element,
    text: (element.textContent ?? '').toLowerCase(),
  }))
  const sections = [...document.querySelectorAll('.listed')]
  const told = field.parentElement?.querySelector('[role=status]')
  field.parentElement?.removeAttribute('hidden')
  const find = () => {
    const words = field.value.toLowerCase().split(/\s+/)
    const found = entries.filter(({ text }) => words.every((word) => text.includes(word)))
    for (const entry of entries) entry.element.toggleAttribute('hidden', !found.includes(entry))
    for (const section of sections) {
      section.toggleAttribute('hidden', section.querySelector('li:not([hidden])') === null)
    }
    if (told) told.textContent = field.value === '' ? '' : `${found.length} of ${entries.length}`
  }
  field.addEventListener('input', find)
  // The browser may have kept what stood there before.
  find()
}
