import { DOCUMENT_NAMES, DOCUMENT_TITLES } from './documents.ts'

/** The page at /docs. Everything it loads is on this server; nothing in it is inline. */
export function docsPage(basePath: string): string {
  const files = `${basePath}/docs`
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Tocsin: the interfaces</title>
    <link rel="icon" type="image/png" href="${files}/favicon-32x32.png">
    <link rel="stylesheet" href="${files}/swagger-ui.css">
    <link rel="stylesheet" href="${files}/index.css">
  </head>
  <body>
    <div id="docs"></div>
    <noscript>This page needs JavaScript; the documents themselves are at ${basePath}/openapi/v1.json.</noscript>
    <script src="${files}/swagger-ui-bundle.js"></script>
    <script src="${files}/swagger-ui-standalone-preset.js"></script>
    <script src="${files}/start.js"></script>
  </body>
</html>
`
}

/** Starts Swagger UI on the documents of this server, the newest interface first. */
export function docsScript(basePath: string): string {
  const urls = DOCUMENT_NAMES.map((name) => ({
    name: DOCUMENT_TITLES[name],
    url: `${basePath}/openapi/${name}.json`,
  }))
  return `SwaggerUIBundle({
  dom_id: '#docs',
  urls: ${JSON.stringify(urls)},
  layout: 'StandaloneLayout',
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  deepLinking: true,
  docExpansion: 'list',
  // Its logo brings an inline style, which the page's policy forbids, and is not ours.
  plugins: [() => ({ components: { Logo: () => null } })],
  // The validator of Swagger UI is a server of somebody else.
  validatorUrl: null,
})
`
}
