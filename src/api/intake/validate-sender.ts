import type { ApiDeps } from '../deps/api-deps.ts'
import { AppError, invalidRequest } from '../../domain/errors.ts'
import { hasDialect } from '../../intake/source.ts'
import { defineRoute, type Route } from '../routes/route.ts'
import { operationId } from './sources.ts'

/**
 * Returns the routes for senders of CloudEvents that ask before they send, as Azure Event Grid does (HTTP 1.1 Web Hooks
 * for Event Delivery 1.0.2 of CloudEvents, section 4).
 */
export function validationRoutes(deps: ApiDeps): readonly Route[] {
  return deps.sources
    .filter((source) => hasDialect(source, 'cloudevents'))
    .map(({ name }) =>
      defineRoute({
        route: `OPTIONS /intake/${name}`,
        scope: 'events:write',
        id: operationId('validate', name),
        summary: 'Ask for permission to send events',
        description:
          'The handshake of the CloudEvents webhook specification. `TOCSIN_CLOUDEVENTS_ORIGINS` and `TOCSIN_CLOUDEVENTS_RATE` decide the response.',
        responses: {
          200: {
            description: 'Permission is granted.',
            headers: {
              'WebHook-Allowed-Origin': 'The origin with permission.',
              'WebHook-Allowed-Rate': 'Granted requests per minute; `*`: no limit.',
              Allow: 'The granted method.',
            },
          },
        },
        handler: async ({ headers }) => {
          const origin = String(headers['webhook-request-origin'] ?? '').trim()
          refuseOrigin(origin, deps)
          const { cloudEventsPerMinute: rate } = deps
          return {
            status: 200,
            headers: {
              'webhook-allowed-origin': origin,
              'webhook-allowed-rate': rate === 0 ? '*' : String(rate),
              allow: 'OPTIONS, POST',
            },
          }
        },
      }),
    )
}

/** Host names have at most 253 characters (RFC 1035, section 2.3.4). */
const ORIGIN = /^[\w.:[\]*-]{1,253}$/

function refuseOrigin(origin: string, { cloudEventsOrigins: known }: ApiDeps): void {
  if (!ORIGIN.test(origin)) {
    const message = 'must be the host name of the sender, such as eventgrid.azure.net'
    throw invalidRequest([{ path: 'WebHook-Request-Origin', message }])
  }
  if (known.includes('*') || known.includes(origin.toLowerCase())) return
  throw new AppError(
    'forbidden',
    `${origin} may not send CloudEvents here; TOCSIN_CLOUDEVENTS_ORIGINS names those that may.`,
  )
}
