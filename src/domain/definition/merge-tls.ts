import { HIDDEN } from '../redaction/redact.ts'
import type { TlsEdit } from '../webhook/webhook-edit.ts'
import type { WebhookTls } from '../webhook/webhook-tls.ts'

/**
 * The settings after an edit; all of them absent is the same as none. Undefined: they stay as they are. A key is never
 * shown, so a hidden one is the present one.
 */
export function mergeTls(
  current: WebhookTls | null,
  edit: TlsEdit | null | undefined,
): WebhookTls | null | undefined {
  if (edit === undefined || edit === null) return edit
  const { ca = current?.ca ?? null, certificate = current?.certificate ?? null } = edit
  const { key: givenKey = current?.key ?? null, insecure = current?.insecure ?? false } = edit
  // Without a present key the placeholder stays, to be refused (masked-values.ts).
  const key = givenKey === HIDDEN ? (current?.key ?? HIDDEN) : givenKey
  const isNone = ca === null && certificate === null && key === null && !insecure
  return isNone ? null : { ca, certificate, key, insecure }
}
