import { TITLE_OF, toProblem } from '../../src/api/routes/problem.ts'
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
      'A member or query parameter is missing, unknown, of the wrong type or out of its range; the body is not JSON; the request does not fit the object it is for.',
    remedy:
      'Fix each field in `errors`. Up to 20 are listed; structural errors come first, so a second round may be needed. Nothing was changed.',
  },
  unauthorized: {
    causes:
      'No token, a mistyped one, or one that has expired or was revoked; at a source that asks for signatures, none or a wrong one. `detail` says which.',
    remedy:
      'Send `X-Auth-Token: <token>` or `Authorization: Bearer <token>`. An admin makes new ones with `POST /v1/tokens`. For signatures see sources-grafana.md.',
  },
  forbidden: {
    causes: 'The token is good, but not for this; `detail` names the scope that is missing and those it has.',
    remedy: 'Use a token with that scope, or make one. The scopes of a token never change.',
  },
  csrf: {
    causes:
      'A change came with the cookie of a session, but without the header `X-CSRF-Token` or with that of another session; or from a page of another site.',
    remedy:
      'Send `csrf_token` of `GET /v1/session` as `X-CSRF-Token`, from a page of this service. Programs use a token. Behind a proxy that changes the host, set `TOCSIN_PUBLIC_URL`.',
  },
  not_found: {
    causes: 'A mistyped address, an unknown version, an id that never was, or history that has been pruned.',
    remedy:
      'Look the address up at `/docs`; list what there is. `TOCSIN_RETENTION` says how long history is kept.',
  },
  method_not_allowed: {
    causes: 'The address exists, but not with this method.',
    remedy: 'Use one of those that the header `Allow` lists.',
  },
  request_timeout: {
    causes: 'Headers or body dripped in for more than half a minute.',
    remedy: 'Send the request in one go; look for a slow link or a stalled producer.',
  },
  conflict: {
    causes:
      'The object is in a state that does not allow it: a delivery to retry is not failed, a backup is under way, a token to revoke is the last admin.',
    remedy: 'Read the object again; `detail` says what would have to be otherwise.',
  },
  precondition_failed: {
    causes:
      'Somebody else changed the object after you read it; the ETag in `If-Match` is not its present one.',
    remedy: 'Read it again, apply your change to what it is now, and send the new ETag.',
  },
  payload_too_large: {
    causes:
      'The body is larger than `TOCSIN_BODY_SIZE_MAX` (4 MB if not set), at an address that needs no token larger than 16 KiB, made of more than 100,000 values (30,000 if their members have more than 1,000 different names), or with an object of more than 1,020 members.',
    remedy: 'Send smaller batches, or raise the limit.',
  },
  unsupported_media_type: {
    causes:
      'The body was sent as something else than JSON (`curl -d` without a header sends a form), or compressed.',
    remedy: 'Send `Content-Type: application/json`, and no `Content-Encoding`.',
  },
  too_many_requests: {
    causes:
      'More than 20 wrong tokens came from your address within a minute; too many wrong passwords for one name; too many listeners of one caller at `/v1/stream`.',
    remedy:
      'The text says which. Find the client with the wrong token or the many listeners; wait as many seconds as `Retry-After` says.',
  },
  headers_too_large: {
    causes: 'The address and the headers together are larger than 16 KiB: a very long query, many cookies.',
    remedy: 'Send fewer and shorter ones.',
  },
  version_not_supported: {
    causes:
      'The first line of the request names another version, such as `HTTP/2.0`, which is spoken over TLS only, and not here.',
    remedy: 'Send HTTP/1.1, or let a proxy in front speak the other version.',
  },
  unavailable: {
    causes:
      'More reports at once than can be committed, more bytes of unfinished requests than there is room for, a full disk, `TOCSIN_DATABASE_SIZE_MAX` reached, or a service that is stopping.',
    remedy:
      'Send the same request again after `Retry-After` seconds. Unless `detail` says that nothing was changed, it may have been kept, in whole or in part: reports of alerts and job runs can be sent again without harm; of anything else look first whether it is there. If it stays, look at `/readyz` and the log.',
  },
  damaged: {
    causes:
      'A disk that lost or changed what was written, a copy of a database file without its `-wal`, or a hand that wrote into it.',
    remedy:
      'If it is one event, the others are not harmed. If it is the database itself, `/readyz` says so: restore a backup, see [a damaged database](health.md#a-damaged-database).',
  },
  internal: {
    causes: 'A fault of the service.',
    remedy: 'The log has a line `request.failed` with the cause. Please report it.',
  },
}

/** docs/errors.md, from the list of codes and their statuses. */
export function errorsPage(): string {
  return [
    '<!-- Generated by `npm run gen` from src/domain/errors.ts and src/api/routes/problem.ts. Change it there, or in scripts/pages/errors-page.ts. -->',
    '# Errors',
    `Every refusal is a problem document (RFC 9457), sent as \`application/problem+json\`, and changes nothing. \`type\` says which
refusal it is and stays the same; \`detail\` is a sentence for people and may change; \`errors\` names each wrong field, with
the path of the field in the body or the name of the query parameter.`,
    `\`\`\`json\n${JSON.stringify(example(), null, 2)}\n\`\`\``,
    `The interfaces v6 and v15 add the two members that their clients know: \`success\`, always 0, and \`errormsg\`, the same
sentence as \`detail\`.`,
    table(['status', '`type`', 'meaning'], codes().map(overviewRow)),
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
  const { status, type } = toProblem(new AppError(code, ''))
  return [String(status), `\`${type}\``, ERROR_CODES[code]]
}

function section(code: ErrorCode): string {
  const { status } = toProblem(new AppError(code, ''))
  const { causes, remedy } = ADVICE[code]
  return `## ${status} ${TITLE_OF[code]}\n\n**Causes:** ${causes}\n\n**Remedy:** ${remedy}`
}
