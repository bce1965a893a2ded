import { DOCUMENT_NAMES, type DocumentName } from '../../src/api/openapi/document-routes.ts'
import { html, type Html } from './html.ts'
import type { Reference } from './reference.ts'

const NAMES: Readonly<Record<DocumentName, string>> = {
  v1: 'Native',
  v15: 'Management v15',
  v6: 'Management v6',
}

interface Framed {
  readonly title: string
  /** The last part of this page's address. */
  readonly page: string
  readonly main: Html
}

/**
 * Returns a whole page: what all of them have around the main part. Nothing in it is inline, and all it loads is on the
 * same server. Its links are relative, so that it works below any base path.
 */
export function framed({ name, document, sections }: Reference, { title, page, main }: Framed): string {
  const link = (to: string, text: string) =>
    html`<a href="${to}" ${to === page && html` aria-current="page"`}>${text}</a>`
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Tocsin</title>
        <link rel="icon" type="image/svg+xml" href="icon.svg" />
        <link rel="stylesheet" href="docs.css" />
        <script src="docs.js"></script>
        <script type="module" src="find.js"></script>
        <script type="module" src="try-it.js"></script>
      </head>
      <body>
        <a class="skip" href="#main">To the content</a>
        <header>
          <span class="brand">Tocsin <small>${String(document.info['version'])}</small></span>
          <nav aria-label="Interfaces">
            ${DOCUMENT_NAMES.map((each) => html`<a href="${each}" ${each === name && html` aria-current="true"`}>${NAMES[each]}</a>`)}<a
              href="../openapi/${name}.json"
              >OpenAPI</a
            >
          </nav>
        </header>
        <div class="columns">
          <nav aria-label="Sections" class="sections">
            ${link(name, 'Overview')}${sections.map((section) => link(section.page, section.title))}
          </nav>
          <main id="main" tabindex="-1">${main}</main>
        </div>
      </body>
    </html> `
  return markup
}
