import { STATUS_OF, TITLE_OF, toProblem } from '../../src/api/routes/problem.ts'
import { AppError, ERROR_CODES, invalidRequest, type ErrorCode } from '../../src/domain/errors.ts'
import { table } from './markdown.ts'

interface Advice {
  readonly causes: string
  readonly remedy: string
}

/** The cause of each error and what helps. A new code without its line does not compile. */
const ADVICE: Readonly<Record<ErrorCode, Advice>> = {
  invalid_request: {
    causes:
      'A member, query parameter or `If-Match` is missing, unknown, of the wrong type or out of range; the body is not JSON; the request does not fit the object.',
    remedy:
      'Fix each field in `errors`. Up to 20 are listed; structural errors come first, so a second round may be needed.',
  },
  unauthorized: {
    causes:
      'The token is missing, mistyped, expired or revoked; name and password do not fit; or a source that wants signatures got none or a wrong one. `detail` says which.',
    remedy:
      'Send `X-Auth-Token: <token>` or `Authorization: Bearer <token>`. An admin creates new ones with `POST /v1/tokens`. For signatures see [Grafana](sources-grafana.md).',
  },
  forbidden: {
    causes: 'The token is valid, but lacks a scope; `detail` names it, and those the token has.',
    remedy: 'Use or create a token with that scope. The scopes of a token never change.',
  },
  csrf: {
    causes:
      'A change came with the cookie of a session, but without its `X-CSRF-Token`, or from a page of another site.',
    remedy:
      'Send `csrf_token` of `GET /v1/session` as `X-CSRF-Token`, from a page of this service. Programs use a token. Behind a proxy that changes the host, set `TOCSIN_PUBLIC_URL`.',
  },
  not_found: {
    causes:
      'The address is mistyped, the version unknown, the id not in use or not in decimal digits (`007`), or the history was pruned.',
    remedy:
      'Look the address up at `/docs`, or list what there is. `TOCSIN_RETENTION` sets how long history is kept.',
  },
  method_not_allowed: {
    causes: 'The address exists, but not with this method.',
    remedy: 'Use a method of the header `Allow`.',
  },
  request_timeout: {
    causes: 'The request did not arrive within half a minute.',
    remedy: 'Send the request in one go; look for a slow link or a stalled producer.',
  },
  conflict: {
    causes:
      'The object is in a state that does not allow it: a webhook to delete is the fallback of another one, a delivery to retry has not failed, a backup is under way, a token to revoke is the last one of an admin.',
    remedy: 'Do what `detail` names first, then send the request again.',
  },
  precondition_failed: {
    causes:
      'Somebody changed the object after you read it, so the ETag in `If-Match` is not the current one; or the ETag is a weak one.',
    remedy: 'Read the object again, change what it is now, and send the new ETag.',
  },
  payload_too_large: {
    causes:
      'The body is larger than `TOCSIN_BODY_SIZE_MAX` (4 MB if not set), at an address that needs no token larger than 16 KiB, made of more than 100,000 values (30,000 if their members have more than 1,000 different names), or with an object of more than 1,020 members.',
    remedy: 'Send smaller batches, or raise the limit.',
  },
  unsupported_media_type: {
    causes: 'The body is not sent as JSON (`curl -d` without a header sends a form), or it is compressed.',
    remedy: 'Send `Content-Type: application/json`, and no `Content-Encoding`.',
  },
  too_many_requests: {
    causes:
      'More than 20 wrong tokens came from your address within a minute; too many wrong passwords for one name; too many listeners of one caller at `/v1/stream`.',
    remedy:
      '`detail` says which. Find the client with the wrong token or the many listeners, and wait the seconds of `Retry-After`.',
  },
  headers_too_large: {
    causes: 'The address and the headers together are larger than 16 KiB: a very long query, many cookies.',
    remedy: 'Send fewer and shorter ones.',
  },
  version_not_supported: {
    causes:
      'The first line of the request names another version of HTTP than 1.0 or 1.1, such as `HTTP/2.0`.',
    remedy: 'Send HTTP/1.1, or let a proxy in front use the other version.',
  },
  unavailable: {
    causes:
      'More reports came at once than the service can commit, unfinished requests fill the memory that they may use, the disk is full, `TOCSIN_DATABASE_SIZE_MAX` is reached, or the service is stopping.',
    remedy:
      'Send the same request again after `Retry-After` seconds. Unless `detail` says that nothing was changed, it may have been stored, in whole or in part: reports can be sent again without harm; for anything else, look first whether it is there. If 503 stays, look at `/readyz` and the log.',
  },
  damaged: {
    causes:
      'The disk lost or changed what was written, the database file was copied without its `-wal`, or somebody wrote into it.',
    remedy:
      'If one event is damaged, the others are not. If the database is, `/readyz` says so: restore a backup, see [a damaged database](health.md#a-damaged-database).',
  },
  internal: {
    causes: 'The service has a fault.',
    remedy: 'The log has a line `request.failed` with the cause. Please report it.',
  },
}

/** docs/errors.md, from the list of codes and their statuses. */
export function errorsPage(): string {
  return [
    '<!-- Generated by `npm run gen` from src/domain/errors.ts and src/api/routes/problem.ts. Change it there, or in scripts/pages/errors-page.ts. -->',
    '# Errors',
    `Every refusal is a problem document (RFC 9457), sent as \`application/problem+json\`, and changes nothing. Programs read \`type\`,
which stays the same; people read \`detail\`, which may change; \`errors\` names each wrong field by its path in the body, or the
query parameter.`,
    `\`\`\`json\n${JSON.stringify(example(), null, 2)}\n\`\`\``,
    `v6 and v15 add two members that their clients know: \`success\`, always 0, and \`errormsg\`, the same sentence as \`detail\`.`,
    table(['status', '`type`'], codes().map(overviewRow)),
    ...codes().map(section),
  ].join('\n\n')
}

function codes(): readonly ErrorCode[] {
  // The keys of the list are its codes.
  return Object.keys(ERROR_CODES) as ErrorCode[]
}

function example(): unknown {
  return toProblem(
    invalidRequest([{ path: '[3].state', message: 'must be one of "cleared", "low", "medium", "high"' }]),
  )
}

function overviewRow(code: ErrorCode): readonly string[] {
  const { type } = toProblem(new AppError(code, ''))
  return [`[${STATUS_OF[code]} ${TITLE_OF[code]}](#${anchorOf(code)})`, `\`${type}\``]
}

/** Returns the anchor that GitHub gives the heading. */
function anchorOf(code: ErrorCode): string {
  return `${STATUS_OF[code]} ${TITLE_OF[code]}`.toLowerCase().replaceAll(' ', '-')
}

function section(code: ErrorCode): string {
  const { causes, remedy } = ADVICE[code]
  return `## ${STATUS_OF[code]} ${TITLE_OF[code]}\n\n**Causes:** ${causes}\n\n**Remedy:** ${remedy}`
}
