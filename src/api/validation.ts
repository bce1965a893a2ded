import { invalidRequest, type AppError, type Issue } from '../domain/errors.ts'

/** More than this many issues help nobody. */
const ISSUES_MAX = 20

/** What the validator says of one fault, as far as we read it. */
export interface ValidationFault {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly parentSchema?: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** A body or query that does not fit its schema, as sentences that name each field. `context` is `body`, `querystring`, … */
export function describeValidation(errors: readonly ValidationFault[], context: string): AppError {
  const issues = errors.slice(0, ISSUES_MAX).map((error) => toIssue(error, context))
  const unique = new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue]))
  return invalidRequest([...unique.values()])
}

function toIssue(error: ValidationFault, context: string): Issue {
  const path = toPath(error.instancePath)
  const { params } = error
  switch (error.keyword) {
    case 'additionalProperties':
      return {
        path: join(path, String(params['additionalProperty'])),
        message: unknownMember(error, context),
      }
    case 'required':
      return { path: join(path, String(params['missingProperty'])), message: 'is required' }
    case 'type':
      return { path, message: `must be ${withArticle(String(params['type']))}` }
    case 'enum':
      return {
        path,
        message: `must be one of ${(params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`,
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
      return { path, message: `must have at most ${params['limit']} characters` }
    case 'minItems':
      return { path, message: `must have at least ${params['limit']} entries` }
    case 'maxItems':
      return { path, message: `must have at most ${params['limit']} entries` }
    case 'maxProperties':
      return { path, message: `must have at most ${params['limit']} members` }
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return { path, message: `must be ${params['comparison']} ${params['limit']}` }
    default:
      return { path, message: patternHint(error) ?? error.message ?? 'is not valid' }
  }
}

function unknownMember(error: ValidationFault, context: string): string {
  const known = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {})
  const word = context === 'querystring' ? 'query parameter' : 'member'
  return known.length === 0
    ? `is an unknown ${word}; there are none here`
    : `is an unknown ${word}; known are ${known.join(', ')}`
}

/** A schema with a pattern says in its description what the pattern means. */
function patternHint(error: ValidationFault): string | undefined {
  const hint = error.parentSchema?.['x-hint']
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
