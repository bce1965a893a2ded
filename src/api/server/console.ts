import { readFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { defineRoute, type Route, type RouteResponse, Type } from '../routes/route.ts'
import type { Chance } from '../../runtime/clock.ts'
import { AppError } from '../../domain/errors.ts'
import { seemsSignedIn } from '../auth/session-cookie.ts'
import { StaticFiles } from './static-files.ts'

/** First parts of the console's addresses (console/src/router.tsx); the browser resolves them. */
export const CONSOLE_PLACES = [
  'webhooks',
  'deliveries',
  'alerts',
  'job-runs',
  'routing',
  'silences',
  'windows',
  'settings',
  'sign-in',
  'invitation',
] as const

/** Headings of the pages, sent in the document for slow connections, before the scripts load. */
export const EARLY_HEADINGS: Readonly<Record<string, string>> = {
  '/': 'Overview',
  '/webhooks': 'Webhooks',
  '/deliveries': 'Deliveries',
  '/alerts': 'Alerts',
  '/job-runs': 'Job runs',
  '/routing': 'Routing',
  '/silences': 'Silences',
  '/windows': 'Maintenance windows',
}

export interface ConsoleOptions {
  readonly basePath: string
  readonly chance: Chance
  /** The built console; without it the console is one sentence. */
  readonly consoleFolder: string
}

/** Files whose names are not hashes of their content. */
const UNHASHED = ['icon.svg', 'color-scheme.js']

const NONCE_BYTES = 16

/** Serves the console: one page for all its addresses, and its files. */
export function consoleRoutes(options: ConsoleOptions): readonly Route[] {
  const { consoleFolder: folder } = options
  const files = new StaticFiles(folder)
  const paths = ['/', ...CONSOLE_PLACES.flatMap((place) => [`/${place}`, `/${place}/*`])]
  return [
    ...paths.map((path) => getPage(path, options)),
    ...UNHASHED.map((name) => getFile(name, files)),
    getAsset(new StaticFiles(join(folder, 'assets'))),
  ]
}

function getPage(path: string, options: ConsoleOptions): Route {
  return defineRoute({
    route: `GET ${path}`,
    scope: null,
    id: 'getConsole',
    summary: 'The web console',
    responses: { 200: { description: 'The page.', contentType: 'text/html' } },
    handler: async ({ headers }) => readPage(options, earlyHeading(path, headers)),
  })
}

/** Returns the heading if the browser seems signed in; others go to the sign-in. */
function earlyHeading(path: string, headers: IncomingHttpHeaders): string {
  const heading = EARLY_HEADINGS[path]
  if (heading === undefined || !seemsSignedIn(headers)) return ''
  return `<div class="early"><h1>${heading}</h1></div>`
}

/** Returns the page; `early` is shown until its scripts run. Throws until the console is built. */
export async function readPage(
  { basePath, chance, consoleFolder }: ConsoleOptions,
  early = '',
): Promise<RouteResponse> {
  const nonce = chance.bytes(NONCE_BYTES).toString('base64')
  const page = await readFile(join(consoleFolder, 'index.html'), 'utf8').catch(() => {
    throw notBuilt()
  })
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': contentSecurityPolicy(nonce),
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    },
    body: page.replace('%BASE%', `${basePath}/`).replaceAll('%NONCE%', nonce).replace('%EARLY%', early),
  }
}

/** Allows nothing from elsewhere, nothing inline but styles with the nonce, no frames. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Files named by their content never change. */
const FOR_EVER = 'public, max-age=31536000, immutable'

function getAsset(files: StaticFiles): Route {
  return defineRoute({
    route: 'GET /assets/:file',
    scope: null,
    id: 'getConsoleAsset',
    summary: 'A file that the console is made of',
    params: Type.Object({ file: Type.String() }),
    responses: { 200: { description: 'The file.', contentType: '*/*' } },
    handler: async ({ params: { file }, headers }) =>
      (await files.send(file, headers, FOR_EVER)) ?? noSuchFile(),
  })
}

function getFile(name: string, files: StaticFiles): Route {
  return defineRoute({
    route: `GET /${name}`,
    scope: null,
    id: 'getConsoleFile',
    summary: 'A file that the console is made of',
    responses: { 200: { description: 'The file.', contentType: '*/*' } },
    handler: async ({ headers }) => (await files.send(name, headers, 'max-age=3600')) ?? noSuchFile(),
  })
}

function noSuchFile(): never {
  throw new AppError('not_found', 'The console has no such file.')
}

function notBuilt(): AppError {
  return new AppError(
    'not_found',
    'The console is not built; `npm start` builds it. Everything else works without it.',
  )
}
