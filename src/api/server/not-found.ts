import type { FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors.ts'

const ADDRESSES_MAX = 50

/**
 * Explains why nothing is accepted at this address below `/intake`, and which one is right. `known`: addresses of
 * reports, `/intake/<source>` and below.
 */
export function explainUnknownIntake(path: string, known: readonly string[], basePath: string): AppError {
  const [, , name = '', next = ''] = path.split('/')
  const own = `/intake/${name}`
  const longer = known.find((address) => address.startsWith(`${own}/`))
  if (longer !== undefined) {
    const rest = longer.slice(own.length)
    return notFound(
      `The source ${name} takes reports at ${basePath}${longer}. Senders of its kind add ${rest} by themselves: give them the address that ends with ${basePath}${own}.`,
    )
  }
  if (known.includes(own)) {
    return notFound(
      next.startsWith('tcn_')
        ? `A token in an address stands before the source: ${basePath}/intake/<token>/${name}.`
        : `The source ${name} takes reports at ${basePath}${own}, and there is nothing below it.`,
    )
  }
  const what = name === '' ? 'No source is named' : `There is no source ${JSON.stringify(name.slice(0, 63))}`
  const addresses = known.slice(0, ADDRESSES_MAX).map((address) => `${basePath}${address}`)
  const rest = known.length > ADDRESSES_MAX ? `, and ${known.length - ADDRESSES_MAX} more` : ''
  return notFound(`${what} at this address; reports are taken at ${addresses.join(', ')}${rest}.`)
}

function notFound(sentence: string): AppError {
  return new AppError('not_found', sentence)
}

/**
 * Tells whether a person followed a wrong link. Addresses that begin like a route are for programs, which get the
 * reason.
 */
export function isLostBrowser(
  { method, url, headers }: FastifyRequest,
  paths: readonly { readonly path: string }[],
): boolean {
  if (method !== 'GET' || !headers.accept?.includes('text/html')) return false
  return paths.every(({ path }) => firstPart(path) !== firstPart(url))
}

function firstPart(url: string): string | undefined {
  return /^\/([^/?]*)/.exec(url)?.[1]
}
