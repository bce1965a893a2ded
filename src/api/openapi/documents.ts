import { describeApi, type OpenApiDocument } from './openapi.ts'
import type { Route } from '../routes/route.ts'

/** The documents, one per interface, in the order of the page. */
export const DOCUMENT_NAMES = ['v1', 'v15', 'v6'] as const
export type DocumentName = (typeof DOCUMENT_NAMES)[number]

export const DOCUMENT_TITLES: Readonly<Record<DocumentName, string>> = {
  v1: 'Tocsin, native interface',
  v15: 'Tocsin, webhook management interface v15',
  v6: 'Tocsin, webhook management interface v6',
}

const DESCRIPTIONS: Readonly<Record<DocumentName, string>> = {
  v1: 'Everything that Tocsin does: webhooks, alerts, job runs, deliveries, tokens, people, and the senders’ own dialects.',
  v15: 'Webhook definitions, version v15.',
  v6: 'Webhook definitions, version v6. It shows the same webhooks as v15, in fewer words.',
}

/**
 * Makes the documents of all routes. Routes that are not under /api/v6 or /api/v15 belong to v1, including the token
 * service: the contracts of the other two have what their specification says, and no more.
 */
export function describeAll(
  routes: readonly Route[],
  { version, basePath }: { readonly version: string; readonly basePath: string },
): Readonly<Record<DocumentName, OpenApiDocument>> {
  const routesOf = Map.groupBy(routes, documentOf)
  const describe = (name: DocumentName) =>
    describeApi(routesOf.get(name) ?? [], {
      title: DOCUMENT_TITLES[name],
      description: DESCRIPTIONS[name],
      version,
      basePath,
      isLegacy: name !== 'v1',
    })
  return { v1: describe('v1'), v15: describe('v15'), v6: describe('v6') }
}

function documentOf({ path }: Route): DocumentName {
  if (path.startsWith('/api/v6/')) return 'v6'
  return path.startsWith('/api/v15/') ? 'v15' : 'v1'
}
