import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** What the service does with the marks in index.html, for the development server. */
function fillMarks(): Plugin {
  return {
    name: 'fill-marks',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html.replace('%BASE%', '/').replaceAll('%NONCE%', '').replace('%EARLY%', ''),
  }
}

/** Where `npm run console` finds the API. */
const SERVICE = 'http://127.0.0.1:8480'

export default defineConfig({
  // Relative: the base path is known only to the service, which writes it into the page.
  base: './',
  plugins: [react(), fillMarks()],
  build: {
    target: 'es2023',
    // CSP forbids them; and a data: address could not be cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'licenses.md' },
    // What the first page needs stands in one file; test/console holds its size, compressed.
    chunkSizeWarningLimit: 1_000,
  },
  server: { proxy: Object.fromEntries(['/v1', '/openapi', '/docs'].map((path) => [path, SERVICE])) },
})
