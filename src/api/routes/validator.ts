import { Ajv, type ValidateFunction } from 'ajv'
import { describeValidation, type ValidationFault } from './validation.ts'

/** The check of one part of a request: true, or an AppError that says what is wrong. */
export type Validator = (value: unknown) => { readonly error: Error } | true

/**
 * Makes validators that are compiled when they are first used: most routes of a running service are never called, and
 * compiling them all would make up a good part of its start and of its memory.
 */
export function createValidatorFactory(): (part: {
  readonly schema: unknown
  readonly httpPart?: string
}) => Validator {
  // Nothing is coerced and nothing dropped: `"true"` is not a boolean, and an unknown member is a mistake to name.
  const ajv = new Ajv({
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    allErrors: true,
    strict: false,
    verbose: true,
    // That our own schemas are schemas is held by a test; to find it out anew, each process would compile the schema of
    // schemas.
    meta: false,
    validateSchema: false,
  })
  return ({ schema, httpPart = 'body' }) => {
    let validate: ValidateFunction | undefined
    return (value) => {
      validate ??= ajv.compile(schema as object)
      if (validate(value)) return true
      return { error: describeValidation((validate.errors ?? []) as readonly ValidationFault[], httpPart) }
    }
  }
}
