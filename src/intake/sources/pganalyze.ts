import { knownOnly } from '../../domain/without-undefined.ts'
import { LONG_TEXT_LENGTH_MAX, NAME_LENGTH_MAX } from '../../domain/alert/report-limits.ts'
import type { AlertDetails, Observation } from '../../domain/alert/alert.ts'
import { parseInstant } from '../../domain/instant.ts'
import { unknownSeverity } from '../../domain/alert/severity.ts'
import { isObject, type JsonObject } from '../../domain/json-object.ts'
import type { Dialect, ReadContext, Reading } from '../reading/dialect.ts'
import { nothing, refusal, shorten } from '../reading/dialect.ts'
import { joinKey, toIdentity, toLabels, toText } from '../reading/foreign-text.ts'

/** pganalyze's webhooks (its documentation, "Webhooks", in early access): one issue per request. */
export const PGANALYZE: Dialect = {
  name: 'pganalyze',
  title: 'pganalyze',
  recognises: (body) =>
    isObject(body) && typeof body['type'] === 'string' && 'organization' in body && 'data' in body,
  read,
}

/** The events that raise an issue, or change its severity. */
const RAISING: ReadonlySet<string> = new Set([
  'issue.triggered',
  'issue.escalated',
  'issue.downgraded',
  'issue.reopened',
])

function read(body: unknown, context: ReadContext): Reading {
  const report = isObject(body) ? body : {}
  const type = toText(report['type']) ?? ''
  if (type === 'ping') {
    return nothing('pganalyze tried out the address: it is right.')
  }
  if (type === 'issue.acknowledged') {
    return nothing(
      'Somebody took the issue on at pganalyze. The alert stays as it is until the issue is resolved.',
    )
  }
  if (type !== 'issue.resolved' && !RAISING.has(type)) {
    const note = `The type ${JSON.stringify(shorten(type))} of pganalyze is not known, so nothing was taken in.`
    return { ...nothing(note), warning: 'not_understood' }
  }
  const observation = readIssue(report, type, context)
  return typeof observation === 'string' ? refusal(observation) : { observations: [observation], errors: [] }
}

function readIssue(
  report: JsonObject,
  type: string,
  { source, severity, now }: ReadContext,
): Observation | string {
  const inside = isObject(report['data']) ? report['data'] : {}
  const issue = isObject(inside['issue']) ? inside['issue'] : {}
  const id = toIdentity(issue['id'], LONG_TEXT_LENGTH_MAX)
  if (id === undefined) return 'data.issue.id must say which issue it is'
  const at = parseInstant(toText(report['timestamp']) ?? '')
  if (at === undefined) return 'timestamp must be a time as in RFC 3339, such as 2026-09-14T06:02:11Z'
  const word = toText(issue['severity'])
  const { state, known } = severity(word)
  const isResolved = type === 'issue.resolved'
  return {
    source,
    key: joinKey(id),
    name:
      toText(issue['checkKind'], NAME_LENGTH_MAX) ?? toText(issue['description'], NAME_LENGTH_MAX) ?? 'issue',
    state: isResolved ? 'cleared' : state,
    at: Math.min(at, now),
    details: knownOnly<AlertDetails>({
      ...serverOf(inside),
      info: infoOf(issue),
      sourceLink: toText(issue['url']),
      labels: toLabels({
        organization: isObject(report['organization']) ? report['organization']['slug'] : undefined,
      }),
    }),
    ...(!known && !isResolved && { warnings: [unknownSeverity(word ?? '')] }),
  }
}

/** The server is undocumented. */
function serverOf(inside: JsonObject) {
  const server = isObject(inside['server']) ? inside['server'] : {}
  return { serverId: toText(server['id']), serverName: toText(server['name']) }
}

function infoOf(issue: JsonObject): string | undefined {
  const texts = [issue['description'], issue['queryText']].flatMap(
    (text) => toText(text, LONG_TEXT_LENGTH_MAX) ?? [],
  )
  return toText(texts.join('\n\n'), LONG_TEXT_LENGTH_MAX)
}
