import { AppError } from '../../domain/errors.ts'

/** Returns what was found, or throws `not_found` with the id. */
export function found<Thing>(thing: Thing | undefined, noun: string, id: number): Thing {
  if (thing === undefined) throw new AppError('not_found', `There is no ${noun} ${id}.`)
  return thing
}
