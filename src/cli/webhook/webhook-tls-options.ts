import type { Command } from 'commander'
import type { CliContext } from '../program/context.ts'
import { DEFAULT_WORD } from '../options/option-values.ts'
import { readTextFile } from '../options/text-file.ts'

/** Larger than the service takes; it has the last word. */
const PEM_BYTES_MAX = 1024 ** 2

export interface WebhookTlsOptions {
  readonly caCertificates?: string
  readonly clientCertificate?: string
  readonly clientKey?: string
  readonly insecure?: boolean
}

export function addTlsOptions(command: Command): Command {
  return command
    .option(
      '--ca-certificates <file>',
      `PEM file with the authorities that vouch for the receiver, instead of those of the system; ${DEFAULT_WORD}: those`,
    )
    .option('--client-certificate <file>', `PEM file with the certificate to show; ${DEFAULT_WORD}: none`)
    .option('--client-key <file>', `PEM file with the private key of that; ${DEFAULT_WORD}: none`)
    .option('--insecure', 'take any certificate of the receiver for good: not for what matters')
    .option('--no-insecure', 'check the certificate of the receiver')
}

/** The member `tls` of the API; undefined: it stays as it is. Throws a CliError that names the file. */
export async function toTlsMember(
  { caCertificates, clientCertificate, clientKey, insecure }: WebhookTlsOptions,
  { terminal }: CliContext,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const read = async (option: string, file: string | undefined) => {
    if (file === undefined || file === DEFAULT_WORD) return file && null
    return readTextFile(file, { option, terminal, bytesMax: PEM_BYTES_MAX })
  }
  const members = {
    ca_certificates: await read('--ca-certificates', caCertificates),
    client_certificate: await read('--client-certificate', clientCertificate),
    client_key: await read('--client-key', clientKey),
    insecure,
  }
  const given = Object.entries(members).filter(([, value]) => value !== undefined)
  return given.length === 0 ? undefined : Object.fromEntries(given)
}
