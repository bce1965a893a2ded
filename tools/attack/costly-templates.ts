import { findBodyFault, compileTemplate } from '../../src/domain/template/template.ts'
import { describeChange } from '../../src/domain/audit/describe-change.ts'
import { compileRequest, tryRequest } from '../../src/domain/template/render-request.ts'
import { redactText } from '../../src/domain/redaction/redact-text.ts'
import { sampleEvent } from '../../src/domain/template/sample-event.ts'
import {
  HEADERS_MAX,
  HEADER_VALUE_BYTES_MAX,
  TEMPLATE_BYTES_MAX,
} from '../../src/domain/webhook/webhook-limits.ts'
import { formatSigningSecret } from '../../src/domain/receiver/signature.ts'
import { secretsOf } from '../../src/domain/definition/webhook-secrets.ts'
import type { Event } from '../../src/domain/alert/event.ts'
import type { RequestResult } from '../../src/domain/receiver/outcome.ts'
import { finish, type Steps } from '../../src/domain/steps.ts'
import { callWebhook } from '../../src/delivery/call-webhook.ts'
import { prepareRequest } from '../../src/delivery/prepare-request.ts'
import { RequestCache } from '../../src/delivery/request-cache.ts'
import type { Webhook } from '../../src/domain/webhook/webhook.ts'
import { NOW, webhook, SITE } from '../../test/support/build.ts'
import type { CostlyCall } from './costly-call.ts'

const filled = (text: string, length = TEMPLATE_BYTES_MAX) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)

const headersOf = (value: (index: number) => string): Webhook['headers'] =>
  Array.from({ length: HEADERS_MAX }, (_, index) => ({
    id: index,
    key: 'X-Api-Key',
    value: value(index).slice(0, HEADER_VALUE_BYTES_MAX),
  }))

const SECRETS = headersOf((index) => `${filled('a', 4_000 + index)}b${filled('a', 4_000)}`)

const SAMPLE = sampleEvent('raised', NOW) as Extract<Event, { kind: 'alert' }>
const EVENT: Event = {
  ...SAMPLE,
  details: {
    info: filled('\u0001', 65_536),
    labels: Object.fromEntries(Array.from({ length: 64 }, (_, at) => [`label${at}`, filled('v', 4_096)])),
  },
}

const compiled = (what: string, contentType: string, text: string): CostlyCall => ({
  what: 'compile a template',
  input: `${contentType}: ${what}, 256 KB`,
  prepare: () => () => compileTemplate(text, { payloadType: 'ALERT', contentType }),
})

const rendered = (what: string, contentType: string, text: string): CostlyCall => ({
  what: 'render a template',
  input: `${contentType}: ${what}, 256 KB`,
  prepare: () => {
    const headers = [{ id: 1, key: 'Content-Type', value: contentType }]
    const { render } = compileRequest(webhook({ payloadTemplate: text, headers }), SITE)
    return () => render({ event: EVENT, deliveryId: '1' })
  },
})

const callDeps = (reply: RequestResult) => ({
  requests: new RequestCache(SITE),
  clock: { now: () => NOW },
  version: '1',
  requestTimeoutMs: 1_000,
  responseBytesMax: 1024 ** 2,
  sender: { send: async () => reply },
})

/** The first attempt of a webhook: nothing of it is compiled yet. */
const attempted = (what: string, given: Partial<Webhook>): CostlyCall => ({
  what: 'prepare a first attempt',
  input: `a template of 256 KB and 64 headers of 8 KB: ${what}`,
  prepare: () => {
    const called = webhook(given)
    return () =>
      prepareRequest(
        called,
        EVENT,
        { id: 'dlv_1', isOver: false },
        {
          requests: new RequestCache(SITE),
          clock: { now: () => NOW },
          version: '1',
        },
      )
  },
})

/** Measures an attempt after the first: the compiled template is kept, and the longest response is searched. */
const attemptedAgain = (input: string, given: Partial<Webhook>): CostlyCall => ({
  what: 'make an attempt after the first',
  input,
  prepare: () => {
    const called = webhook(given)
    const response = { status: 200, headers: [], body: filled('a', 1024 ** 2), bodyTruncated: true }
    const deps = callDeps({ kind: 'response', response, timing: { totalMs: 1 } })
    return async (doInPieces) => {
      const longWork = {
        run: async <Result>(_alert_queue: string, steps: Steps<Result>) => doInPieces(steps),
      }
      await callWebhook(
        called,
        EVENT,
        { id: 'dlv_1', queue: 'deliveries', isOver: false },
        { ...deps, longWork },
      )
    }
  },
})

/** Costly calls by templates, headers and secrets of a webhook. */
export const COSTLY_TEMPLATES: readonly CostlyCall[] = [
  compiled('markers', 'application/json', `[${filled('%AlertID%,')}1]`),
  compiled(
    'line breaks, then unknown markers',
    'application/json',
    `${filled('\n', 250_000)}${filled('%Allert%', 12_000)}`,
  ),
  compiled('different names that are nearly markers', 'text/plain', unknownNames(0)),
  compiled('the same in one long line behind others', 'text/plain', filled('é', 100_000) + unknownNames(100)),
  compiled('brackets', 'application/json', filled('[')),
  compiled('lines', 'application/x-ndjson', filled('1\n')),
  compiled('markers and brackets', 'application/xml', filled('%AlertID%>')),
  compiled('openings of sections', 'application/xml', filled('<![CDATA[%AlertID%')),
  compiled('percent signs', 'text/plain', filled('%')),
  rendered('a value of 256 KB', 'application/json', `[${filled('"%Parameters%",')}1]`),
  rendered('a value of which nothing is left', 'application/xml', filled('%AlertInfo|html%')),
  rendered('a value that is cut', 'text/plain', filled('%Parameters|slack|65535%')),
  {
    what: 'try a template',
    input: 'application/json: a value that makes 1 MB of it, 256 KB',
    prepare: () => {
      const text = `[${filled('"%Parameters%",', 2_000)}${filled('%AlertID%,')}`.slice(
        0,
        TEMPLATE_BYTES_MAX - 2,
      )
      return () => tryRequest(webhook({ payloadTemplate: `${text}1]` }), EVENT, SITE)
    },
  },
  attempted('markers', {
    payloadTemplate: `[${filled('%AlertID%,', TEMPLATE_BYTES_MAX - 3)}1]`,
    headers: SECRETS,
  }),
  attempted('long values', {
    payloadTemplate: `[${filled('"%AlertInfo%",', TEMPLATE_BYTES_MAX - 3)}1]`,
    headers: headersOf(() => filled('%AlertInfo%', HEADER_VALUE_BYTES_MAX)),
  }),
  attempted('the headers made of markers', {
    payloadTemplate: `[${filled('%AlertID%,', TEMPLATE_BYTES_MAX - 3)}1]`,
    headers: headersOf(() => filled('%AlertID%', HEADER_VALUE_BYTES_MAX)),
  }),
  attemptedAgain('a template of 256 KB, 64 secrets of 8 KB, in an answer of 1 MB', {
    headers: SECRETS,
    payloadTemplate: filled('a'),
  }),
  attemptedAgain('values that make a body of 6 MB, 64 secrets, 5 signatures', {
    headers: headersOf((index) => `${index}-secret`),
    payloadTemplate: `[${'"%AlertInfo%",'.repeat(16)}1]`,
    signingSecrets: [1, 2, 3, 4, 5].map((id) => ({
      id,
      secret: formatSigningSecret(Buffer.alloc(32, id)),
      createdAt: NOW,
      expiresAt: null,
    })),
  }),
  {
    what: 'prepare the headers of a webhook',
    input: '64 of 8 KB, unknown markers',
    prepare: () => () =>
      compileRequest(webhook({ headers: headersOf((index) => unknownNames(index * 1_000, 8_192)) }), SITE),
  },
  {
    what: 'prepare the secrets of a webhook',
    input: '64 of 8 KB that resemble each other',
    prepare: () => () => finish(secretsOf(webhook({ headers: SECRETS }))).hide('aaaa'),
  },
  {
    what: 'hide the secrets of a webhook',
    input: '64 of 8 KB, in a body of 256 KB',
    prepare: () => {
      const { hideInSteps } = finish(secretsOf(webhook({ headers: SECRETS })))
      return () => hideInSteps(filled('a'))
    },
  },
  {
    what: 'hide the secrets of a webhook',
    input: '64 of 8 KB, in an answer of 1 MB',
    prepare: () => {
      const { hideInSteps } = finish(secretsOf(webhook({ headers: SECRETS })))
      return () => hideInSteps(filled('a', 1024 ** 2), true)
    },
  },
  ...['a', 'a=', 'token=', '"token": "\\', 'a://', '<token>', 'Basic ', ' '].map((text) => ({
    what: 'hide what looks secret in a template',
    input: `256 KB of ${JSON.stringify(text)}`,
    prepare: () => () => redactText(filled(text)),
  })),
  {
    what: 'describe a change of a webhook',
    input: 'every header and the whole template',
    prepare: () => {
      const before = webhook({ headers: SECRETS, payloadTemplate: filled('token=a&') })
      const after = webhook({ headers: headersOf(() => 'b'), payloadTemplate: filled('token=b&') })
      return () => describeChange(before, after)
    },
  },
  {
    what: 'find where a body is no JSON',
    input: '1 MB in one line',
    prepare: () => {
      const body = `[${filled('1,', 1024 ** 2)}x`
      return () => findBodyFault(body, 'application/json')
    },
  },
]

/** Names of which none is a marker, but each resembles many. */
function unknownNames(from: number, length = TEMPLATE_BYTES_MAX): string {
  let text = ''
  for (let at = from; text.length < length; at += 1) text += `%1DatabaseObjectNa${at.toString(36)}% `
  return text.slice(0, length)
}
