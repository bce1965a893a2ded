import { AppError } from '../../domain/errors.ts'
import type { IdOf } from '../../domain/ids.ts'

/**
 * The id in a path: decimal digits without leading zeros, so that each thing has one address. Throws `not_found`
 * naming what was given; `noun` is what should be there, e.g. `webhook`.
 */
export function parsePathId<Noun extends keyof IdOf>(text: string, noun: Noun): IdOf[Noun] {
  if (!/^(0|[1-9]\d*)$/.test(text)) {
    throw new AppError(
      'not_found',
      `${JSON.stringify(text.slice(0, 40))} is not ${/^[aeo]/.test(noun) ? 'an' : 'a'} ${noun} id.`,
    )
  }
  const id = Number(text)
  if (id === 0 || !Number.isSafeInteger(id)) {
    throw new AppError('not_found', `There is no ${noun} ${text.slice(0, 40)}.`)
  }
  return id
}
