import type { Static } from 'typebox'
import { Type } from '../../routes/route.ts'
import {
  FAILURE_KINDS,
  type HeaderPairs,
  type RecordedResponse,
  type RecordedRequest,
  type Timing,
} from '../../../domain/receiver/outcome.ts'
import { nullable, resourceOf } from '../resource.ts'

export const headersSchema = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
  description: 'In the order they are sent; a name may stand twice.',
})

export function toHeadersWire(headers: HeaderPairs): Static<typeof headersSchema> {
  return headers.map(([name, value]) => ({ name, value }))
}

export const requestResource = resourceOf<RecordedRequest>()(
  {
    method: Type.String(),
    url: Type.String(),
    headers: [headersSchema, ({ headers }) => toHeadersWire(headers)],
    body: Type.String(),
  },
  { title: 'SentRequest', description: 'The request to the receiver; values that are secret are masked.' },
)

export const receivedResponse = resourceOf<RecordedResponse>()('ReceivedResponse', {
  status: Type.Integer(),
  headers: [headersSchema, ({ headers }) => toHeadersWire(headers)],
  body: Type.String(),
  body_truncated: Type.Boolean('True: the stored body was cut.'),
})

const milliseconds = (description: string) => Type.Number({ minimum: 0, description })

export const timingResource = resourceOf<Timing>()(
  {
    dns_ms: Type.Optional(milliseconds('The DNS query; absent on a connection that was kept.')),
    connect_ms: Type.Optional(milliseconds('The TCP handshake; absent on a connection that was kept.')),
    tls_ms: Type.Optional(milliseconds('The TLS handshake.')),
    first_byte_ms: Type.Optional(milliseconds('From the start to the first byte of the response.')),
    total_ms: milliseconds('Duration from start to end.'),
  },
  { title: 'Timing', description: 'Duration of each phase; phases that did not happen are absent.' },
)

export const outcomeSchema = Type.Enum(['accept', 'retry', 'refuse'], {
  description: 'Effect of the response: delivered, retry, or give up.',
})

export const failureMember = nullable(
  Type.Enum([...FAILURE_KINDS]),
  'Of what a failure speaks. unreachable: the receiver does not respond, or fails (5xx, 408, 425); endpoint_wrong: its address or credentials (401, 403, a redirect, 404); asks_for_time: it wants no more for a while; rejected: this one notification, which it does not take (400, 413, 422, a rule for answers that is broken). Null: it did not fail, or for a reason of the service.',
)
