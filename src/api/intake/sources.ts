import { AppError, invalidRequest } from '../../domain/errors.ts'
import { principalKey } from '../../domain/people/principal.ts'
import { type BodySignature, findSignatureFault } from '../../domain/source/body-signature.ts'
import type { Dialect, Sender } from '../../intake/reading/dialect.ts'
import type { PushSource, ReportBody, ReportDeps, TakenReport } from '../../intake/source.ts'
import { assembleBody, hasDialect, takeReport } from '../../intake/source.ts'
import { recogniseDialect } from '../../intake/sources/dialects.ts'
import { followedTrace } from '../auth/actor.ts'
import type { ApiDeps } from '../deps/api-deps.ts'
import { defineRoute, type RequestOrigin, type Route, type RouteResponse, Type } from '../routes/route.ts'
import {
  jobRunResults,
  observationResults,
  toJobRunResults,
  toObservationResults,
} from '../v1/accepted-wire.ts'

const responseSchema = Type.Object('ReportTaken', {
  results: observationResults,
  job_runs: Type.Optional(jobRunResults),
  note: Type.Optional(Type.String('Why nothing was stored, e.g. for a test of the sender.')),
})

/** Returns the routes to which senders of all dialects report: `/intake/<name>`. */
export function sourceRoutes(deps: ApiDeps): readonly Route[] {
  return deps.sources
    .filter(({ dialect }) => dialect.path === undefined)
    .map((source) => reportRoute(source, deps))
}

function reportRoute(source: PushSource, deps: ApiDeps): Route {
  const { name, dialect, signature } = source
  return defineRoute({
    route: `POST /intake/${name}`,
    scope: 'events:write',
    id: operationId('report', name),
    summary: `Report as ${dialect.title} does`,
    description: `The body as the monitor sends it, with any content type, plain or with \`Content-Encoding: gzip\`. The response is 200 once everything is durable. A 400 names each mistake; the valid entries of the same request are stored.`,
    body: Type.Unknown(),
    anyContentType: true,
    ...(signature && { checkBytes: signatureCheck(signature, deps) }),
    responses: { 200: ['What each entry did.', responseSchema] },
    handler: async ({ body: given, ...from }) => {
      const body = assembleBody(source, given, from.headers)
      if (!dialect.recognises(body)) throw wrongAddress(body, source, deps)
      return toResponse(await takeReport(deps, source, { body, given, ...originOf(from) }), dialect)
    },
  })
}

/** Checks that the body is the sender's own, besides the token. */
function signatureCheck(signature: BodySignature, { clock }: ReportDeps): NonNullable<Route['checkBytes']> {
  return (body, headers) => {
    const fault = findSignatureFault(signature, { body, headers }, clock.now())
    if (fault !== undefined) throw new AppError('unauthorized', `${fault} Nothing was taken in.`)
  }
}

/** `report`, `my-datadog` → `reportMyDatadog`. Unique: `a_b` → `reportA_b`. */
export function operationId(verb: string, name: string): string {
  const words = `-${name}`.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return `${verb}${words}`
}

function toResponse(taken: TakenReport, dialect: Dialect): RouteResponse {
  const { errors, observations, note, accepted, acceptedJobRuns } = taken
  if (errors.length > 0) throw refusal(taken, dialect)
  return {
    status: 200,
    body: {
      results: toObservationResults(accepted, observations),
      ...(acceptedJobRuns.length > 0 && { job_runs: toJobRunResults(acceptedJobRuns) }),
      ...(note !== undefined && { note }),
    },
  }
}

/** Refuses the faulty entries. The rest is stored, and may be repeated safely. */
function refusal(
  { errors, accepted, acceptedJobRuns }: TakenReport,
  { title, mistakes = `This is not as ${title} sends it` }: Dialect,
): AppError {
  const count = accepted.length + acceptedJobRuns.length
  return new AppError('invalid_request', `${mistakes}: ${errors.join('; ')}. ${restOf(count)}.`)
}

function restOf(count: number): string {
  if (count === 0) return 'Nothing was taken in'
  return count === 1
    ? 'The other one of the request is taken in'
    : `The other ${count} of the request are taken in`
}

/** Names the address that fits the body, if any. */
export function wrongAddress(
  body: unknown,
  { name, dialect: { title, hint } }: PushSource,
  { sources, basePath }: Pick<ApiDeps, 'sources' | 'basePath'>,
): AppError {
  const named = recogniseDialect(body)
  const right = named && sources.find(({ dialect }) => dialect === named)
  if (!right) {
    const message = `The body is not as ${title} sends it. ${hint === undefined ? '' : `${hint} `}Nothing was taken in.`
    return invalidRequest([{ path: '', message }])
  }
  return new AppError(
    'invalid_request',
    `${basePath}/intake/${name} is for ${title}, but this is what ${named.title} sends: its address is ${basePath}/intake/${right.name}${named.path ?? ''}. Nothing was taken in.`,
  )
}

export function originOf(request: RequestOrigin): Pick<ReportBody, 'sender' | 'trace'> {
  return { sender: senderOf(request), trace: followedTrace(request) }
}

function senderOf({ principal, address }: RequestOrigin): Sender {
  if (!principal) return { principal: '', name: '', address }
  return { principal: principalKey(principal), name: principal.name, address }
}

/**
 * Returns the routes for CloudEvents senders that ask before they send, as Azure Event Grid does (HTTP 1.1 Web Hooks
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
