import type { PresetField } from './preset.ts'

/** Fields that several presets ask for. */

/** An address whose form the receiver does not give away, because everybody runs one of their own. */
export const OWN_URL: PresetField = {
  name: 'url',
  label: 'URL',
  help: 'The address that the webhook calls. Markers such as %x.Key% may stand in path and query.',
  pattern: String.raw`https?://\S+`,
  wanted: 'must be an http or https address, such as https://hooks.example.com/alerts',
  example: 'https://hooks.example.com/alerts',
  isSecret: true,
}

/** The pattern for a receiver on this machine, to try a preset out. */
export const LOOPBACK_PATTERN = String.raw`https?://(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?(?:/\S*)?`

/** Sent as `Authorization: Bearer …`, if there is one. */
export const BEARER_TOKEN: PresetField = {
  name: 'token',
  label: 'Access token',
  help: 'Sent as `Authorization: Bearer …`; leave it empty if the receiver asks for none.',
  pattern: '[A-Za-z0-9._~+/=-]+',
  wanted: 'must be a token without blanks: letters, digits and ._~+/=- only',
  example: 'tk_0123456789example',
  isSecret: true,
  fallback: null,
}
