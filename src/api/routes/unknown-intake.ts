import { AppError } from '../../domain/errors.ts'

/** More in one sentence help nobody; a file may name hundreds. */
const ADDRESSES_MAX = 50

export interface IntakeAddresses {
  /** Where reports are taken: `/intake/<source>`, of some with more after it. */
  readonly known: readonly string[]
  readonly basePath: string
}

/** Why nothing is taken at this address below `/intake`, and which one is right. */
export function explainUnknownIntake(path: string, { known, basePath }: IntakeAddresses): AppError {
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
