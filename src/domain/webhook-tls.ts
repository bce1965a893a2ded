/** How connections to the receiver of one webhook are secured; a webhook without it trusts what the system trusts. */
export interface WebhookTls {
  /** PEM, one certificate or more: only what these vouch for is trusted, instead of the authorities of the system. */
  readonly ca: string | null
  /** PEM: the certificate the service shows when it is asked for one, then those that vouch for it. */
  readonly certificate: string | null
  /** PEM, not encrypted: the private key of `certificate`. A secret. */
  readonly key: string | null
  /** Any certificate is taken for good: encrypted, but whoever is in between can read and change everything. */
  readonly insecure: boolean
}
