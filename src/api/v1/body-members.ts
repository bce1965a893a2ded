import { invalidRequest, type Issue } from '../../domain/errors.ts'
import { findNameIssue, tidyName, USER_NAME_LIMITS } from '../../domain/people/user.ts'
import { parseDuration } from '../../domain/spelling.ts'
import { USERNAME_TEXT_MAX } from '../auth/failure-limit.ts'
import { documented } from '../openapi/openapi-schema.ts'
import { Type } from '../routes/route.ts'

/** The person for whom a program acts. */
export const asMember = Type.Optional(
  documented(
    Type.String({
      maxLength: USERNAME_TEXT_MAX,
      description:
        'Who does it, if that is not the token or user that asks: 1 to 100 characters. Shown as `ada (token bot)`; the audit log has the token or user as well.',
      examples: ['ada'],
    }),
    USER_NAME_LIMITS,
  ),
)

export function findAsIssues(as: string | undefined): readonly Issue[] {
  const message = as === undefined ? undefined : findNameIssue(as)
  return message === undefined ? [] : [{ path: 'as', message }]
}

export function tidyAs(as: string | undefined): string | undefined {
  return as === undefined ? undefined : tidyName(as)
}

/** Throws `invalid_request`. */
export function readAs(as: string | undefined): string | undefined {
  const issues = findAsIssues(as)
  if (issues.length > 0) throw invalidRequest(issues)
  return tidyAs(as)
}

/** Reads a duration such as `8h`. Throws `invalid_request` that names the member. */
export function readDuration(member: string, text: string): number {
  try {
    return parseDuration(text)
  } catch (error) {
    throw invalidRequest([{ path: member, message: (error as Error).message }])
  }
}
