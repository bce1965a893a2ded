import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { HIDDEN } from '../../../domain/redaction/redact.ts'
import type { TlsEdit } from '../../../domain/webhook/webhook-edit.ts'
import type { WebhookTls } from '../../../domain/webhook/webhook-tls.ts'

/** A certificate, key or bundle in a request; more than any chain needs. */
export const PEM_CHARACTERS_MAX = 64 * 1024

const pemOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: PEM_CHARACTERS_MAX, description })

const MEMBERS = {
  ca_certificates: pemOrNull(
    'PEM with one or more certificates: only certificates that these issued are trusted. Null: those that the system trusts.',
  ),
  client_certificate: pemOrNull('PEM: the certificate to present to a receiver that asks for one.'),
  client_key: pemOrNull(
    `PEM: the private key of the client certificate. Shown as \`${HIDDEN}\`, sent back it keeps the stored key.`,
  ),
  insecure: Type.Boolean({
    description:
      'True: any certificate is accepted. Anybody on the way to the receiver can read and change everything.',
  }),
}

const DESCRIPTION =
  'How connections to the receiver are secured; null: certificates are checked against the authorities that the system trusts.'

/** TLS settings in responses. */
export const TLS = Type.Unsafe<object | null>({
  ...Type.Object(MEMBERS),
  type: ['object', 'null'],
  description: DESCRIPTION,
})

const TLS_MEMBERS = Type.Partial(Type.Object(MEMBERS))

/** TLS settings in requests: absent members stay as they are; in a new webhook they are null and false. */
export const TLS_CHANGE = Type.Unsafe<Static<typeof TLS_MEMBERS> | null>({
  ...TLS_MEMBERS,
  type: ['object', 'null'],
  additionalProperties: false,
  description: DESCRIPTION,
})

export function toTlsWire(tls: WebhookTls | null): object | null {
  return (
    tls && {
      ca_certificates: tls.ca,
      client_certificate: tls.certificate,
      client_key: tls.key === null ? null : HIDDEN,
      insecure: tls.insecure,
    }
  )
}

/** Undefined: they stay as they are. */
export function toTlsEdit(change: Static<typeof TLS_CHANGE> | undefined): TlsEdit | null | undefined {
  return (
    change && {
      ca: change.ca_certificates,
      certificate: change.client_certificate,
      key: change.client_key,
      insecure: change.insecure,
    }
  )
}
