import { Type } from '../routes/schema-builder.ts'
import { AppError } from '../../domain/errors.ts'

/** The path of one thing: `/v1/alerts/:id`. The text is judged by `parsePathId`. */
export const ID_PARAMS = Type.Object({
  id: Type.String({
    description: 'Its id.',
    'x-value': Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  }),
})

/** Returns what was found, or throws `not_found` with the id. */
export function found<Thing>(thing: Thing | undefined, noun: string, id: number): Thing {
  if (thing === undefined) throw new AppError('not_found', `There is no ${noun} ${id}.`)
  return thing
}
