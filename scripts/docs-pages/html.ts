/** Finished markup: whatever was put into it has been escaped. Only `html` makes it. */
export class Html {
  readonly markup: string

  constructor(markup: string) {
    this.markup = markup
  }
}

/** A value between the parts of a template; `false` and undefined leave nothing. */
type Insert = Html | string | number | false | undefined | readonly Insert[]

/** A template whose inserts are text, escaped, unless they are finished markup themselves. */
export function html(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  return new Html(String.raw({ raw: parts }, ...inserts.map(toMarkup)))
}

function toMarkup(insert: Insert): string {
  if (insert instanceof Html) return insert.markup
  if (insert === false || insert === undefined) return ''
  if (typeof insert === 'object') return insert.map(toMarkup).join('')
  return escapeHtml(String(insert))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** The texts of the documents: paragraphs apart by an empty line, and code between backticks. */
export function prose(text: string): readonly Html[] {
  return text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)
}

export function inline(text: string): readonly Html[] {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}
