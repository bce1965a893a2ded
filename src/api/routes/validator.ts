import { Ajv, type ValidateFunction } from 'ajv'
import { invalidRequest, ISSUES_MAX, type AppError, type Issue } from '../../domain/errors.ts'
import { nearestMember } from '../../domain/word-distance.ts'

/** Characters of an unknown member's name in a message. */
const NAME_SHOWN_MAX = 100
/** Characters of a faulty name in a message. */
const WRONG_NAME_SHOWN_MAX = 40

/** Keywords that only repeat an inner fault. */
const SUMMARIES: ReadonlySet<string> = new Set(['if', 'propertyNames'])

/** Returns true, or an AppError that says what is wrong. */
export type Validator = (value: unknown) => { readonly error: Error } | true

/**
 * Makes validators that compile on first use: most are never called, and compiling all would dominate start and memory.
 */
export function createValidatorFactory(): (part: {
  readonly schema: unknown
  readonly httpPart?: string
}) => Validator {
  // Coerces and drops nothing: `"true"` is no boolean, and unknown members are mistakes.
  const ajv = new Ajv({
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    allErrors: true,
    strict: false,
    verbose: true,
    // A test validates our schemas; doing it again would compile the meta-schema in each process.
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

interface ValidationFault {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly parentSchema?: Readonly<Record<string, unknown>>
  readonly message?: string
  /** Set: the fault is in a member's name. */
  readonly propertyName?: string
}

/** Describes a misfit in sentences that name each field. `context`: `body`, `querystring`, … */
function describeValidation(errors: readonly ValidationFault[], context: string): AppError {
  const faults = errors.filter(({ keyword }) => !SUMMARIES.has(keyword))
  const issues = faults.slice(0, ISSUES_MAX).map((error) => nameTheBody(toIssue(error, context), context))
  const unique = new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue]))
  return invalidRequest([...unique.values()])
}

function nameTheBody({ path, message }: Issue, context: string): Issue {
  return path === '' && context === 'body' ? { path, message: `the body ${message}` } : { path, message }
}

function toIssue(error: ValidationFault, context: string): Issue {
  const path = toPath(error.instancePath)
  const { params } = error
  switch (error.keyword) {
    case 'additionalProperties':
      return {
        path: join(path, String(params['additionalProperty']).slice(0, NAME_SHOWN_MAX)),
        message: unknownMember(error, context),
      }
    case 'required':
      return { path: join(path, String(params['missingProperty'])), message: 'is required' }
    case 'type':
      return {
        path,
        message: hintOf(error, 'x-type-hint') ?? `must be ${withArticle(String(params['type']))}`,
      }
    case 'enum':
      return {
        path,
        message: [
          `must be one of ${(params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`,
          hintOf(error, 'x-former'),
        ]
          .filter((part) => part !== undefined)
          .join('; '),
      }
    case 'const':
      return { path, message: `must be ${JSON.stringify(params['allowedValue'])}` }
    case 'minLength':
      return {
        path,
        message:
          params['limit'] === 1 ? 'must not be empty' : `must have at least ${params['limit']} characters`,
      }
    case 'maxLength':
      return { path, message: `${nameOf(error)}must have at most ${params['limit']} characters` }
    case 'minItems':
      return {
        path,
        message:
          params['limit'] === 1 ? 'must not be empty' : `must have at least ${params['limit']} entries`,
      }
    case 'maxItems':
      return { path, message: `must have at most ${params['limit']} entries` }
    case 'maxProperties':
      return { path, message: `must have at most ${params['limit']} members` }
    case 'minimum':
      return { path, message: `must be at least ${params['limit']}` }
    case 'maximum':
      return { path, message: `must be at most ${params['limit']}` }
    default:
      return {
        path,
        message: `${nameOf(error)}${hintOf(error, 'x-hint') ?? error.message ?? 'is not valid'}`,
      }
  }
}

/** `x-unknown` says what to do about members that clients are likely to try. */
function unknownMember(error: ValidationFault, context: string): string {
  const hints = error.parentSchema?.['x-unknown'] as Readonly<Record<string, string>> | undefined
  const name = String(error.params['additionalProperty'])
  const hint = hints && Object.hasOwn(hints, name) ? hints[name] : undefined
  if (hint !== undefined) return hint
  const known = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {})
  const word = context === 'querystring' ? 'query parameter' : 'member'
  if (known.length === 0) return `is an unknown ${word}; there are none here`
  const near = nearestMember(name, known)
  const hintOfKnown = `known are ${known.join(', ')}`
  return `is an unknown ${word}; ${near === undefined ? hintOfKnown : `did you mean ${near}?`}`
}

function nameOf({ propertyName }: ValidationFault): string {
  if (propertyName === undefined) return ''
  const cut = propertyName.length > WRONG_NAME_SHOWN_MAX ? '…' : ''
  return `has the name ${JSON.stringify(propertyName.slice(0, WRONG_NAME_SHOWN_MAX))}${cut}, which `
}

/** `x-hint` says what a pattern means, `x-type-hint` what to send in place of a frequent wrong type. */
function hintOf(error: ValidationFault, keyword: 'x-hint' | 'x-type-hint' | 'x-former'): string | undefined {
  const hint = error.parentSchema?.[keyword]
  return typeof hint === 'string' ? hint : undefined
}

function withArticle(type: string): string {
  const options = type
    .split(',')
    .map((option) => (/^[aeio]/.test(option) ? `an ${option}` : option === 'null' ? 'null' : `a ${option}`))
  return options.join(' or ')
}

/** `/http_headers/added/0/http_header_key` as `http_headers.added[0].http_header_key`. */
function toPath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '')
}

function join(path: string, member: string): string {
  return path === '' ? member : `${path}.${member}`
}
