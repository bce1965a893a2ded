import { html, type Html } from './html.ts'

/** The texts of the documents: paragraphs apart by an empty line, and code between backticks. */
export function prose(text: string): readonly Html[] {
  return text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)
}

export function inline(text: string): readonly Html[] {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}
