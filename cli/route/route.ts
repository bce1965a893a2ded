import { type CliContext, defineNoun, TaughtCommand } from '../program/command.ts'
import { PAYLOAD_TYPES } from '../../src/domain/webhook/webhook.ts'
import { actOnService, ask } from '../client/session.ts'
import { oneOf, parseId, parseLabels } from '../options/option-values.ts'
import { asNumber, asObject, asObjects, asText, type Received } from '../view/response.ts'
import { describeTime } from '../view/human-units.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Screen } from '../view/screen.ts'
import { describeChange } from '../view/state-words.ts'
import { RAISED_STATES } from '../../src/domain/alert/severity.ts'
import { JOB_STATUSES } from '../../src/domain/alert/job-run.ts'

const SIGNS: Readonly<Record<string, string>> = { added: '+', removed: '-' }

export const defineRoute = defineNoun('route', {
  summary: 'say who would be notified, before anything happens',
  description:
    'A webhook takes the events that its payload type, its flags and its matchers (--match) fit. These commands say what that means for an alert, and for the last events.',
  examples: {
    'tocsin route test --label team=dba --severity low':
      'who would be notified of such an alert, and who not',
    'tocsin route preview --match \'label.team="dba"\'': 'which of the last events a new webhook would get',
  },
  verbs: (context) => [defineRouteTest(context), defineRoutePreview(context)],
})

function defineRoutePreview(context: CliContext) {
  const command = new TaughtCommand('preview', {
    summary: 'say which of the last events a webhook would get with these matchers',
    description:
      'Decides as the service does when a report comes in, for the last 1,000 events. Nothing is changed. With --webhook it compares with what that webhook gets now.',
    examples: {
      'tocsin route preview --match \'label.team="dba"\'': 'a webhook that is new',
      "tocsin route preview --webhook 3 --match 'severity!=low'": 'webhook 3 with other matchers',
    },
  })
    .option('--match <matchers>', 'the matchers; without it every event, or what the webhook has')
    .option('--webhook <id>', 'the webhook that would be changed', parseId)
    .option('--payload-type <type>', `of a new webhook: ${PAYLOAD_TYPES.join(' or ')}`, oneOf(PAYLOAD_TYPES))
  return actOnService(command, context, async (session, options) => {
    const { match, webhook, payloadType } = options
    const { text, json } = await ask(session.client, 'POST', '/v1/routing/preview', {
      body: {
        match,
        webhook_id: webhook === undefined ? undefined : Number(webhook),
        payload_type: payloadType,
      },
    })
    session.print(text, (screen) => showPreview(screen, json, context.clock.now()))
  })
}

function showPreview(screen: Screen, preview: Received<'MatchPreview'>, now: Instant): void {
  const { examined, matched, added, removed, raises, clears } = preview
  const changes = `${asText(added)} new, ${asText(removed)} no longer`
  screen.line(`Of the last ${asText(examined)} events it would get ${asText(matched)}: ${changes}.`)
  if ((asNumber(clears) ?? 0) > 0)
    screen.line(`${asText(raises)} of these raise or change an alert, ${asText(clears)} clear one.`)
  if (preview.is_complete === false) screen.line('There was no time to look at more events.')
  for (const { change, event_id: id, event } of asObjects(preview.events)) {
    const brief = asObject(event)
    screen.line(
      `  ${SIGNS[asText(change)] ?? ' '} ${asText(id)}  ${asText(brief.name)}, ${describeChange(brief)}, ${describeTime(brief.at, now)}`,
    )
  }
  for (const finding of preview.findings ?? []) screen.line({ text: asText(finding), tone: 'warn' })
}

function defineRouteTest(context: CliContext) {
  const command = new TaughtCommand('test', {
    summary: 'say who would be notified of an alert or a job run with these values',
    description:
      'Decides as the service does when a report comes in, and says of each other webhook why it would not be notified. Nothing is stored and nobody is notified. With --job-status it is a job run, else an alert that is raised.',
    examples: {
      'tocsin route test --label team=dba --severity low': 'an alert of the team dba',
      'tocsin route test --job-status failure --name nightly-backup': 'a failed job run',
    },
  })
    .option(
      '--severity <severity>',
      `of an alert: ${RAISED_STATES.join(', ')}; default: high`,
      oneOf(RAISED_STATES),
    )
    .option('--job-status <status>', `of a job run: ${JOB_STATUSES.join(', ')}`, oneOf(JOB_STATUSES))
    .option('--source <name>', 'who reports it')
    .option('--name <name>', 'of the alert or the job')
    .option('--server <name>', 'name of the server')
    .option('--object <name>', 'name of the object')
    .option('--object-type <type>', 'type of the object')
    .option('--database <name>', 'the database')
    .option('--schema <name>', 'the schema')
    .option('--agent <name>', 'name of the agent')
    .option('--label <key=value>', 'a label; may stand several times', parseLabels)
    .option('--annotation <key=value>', 'an annotation; may stand several times', parseLabels)
  return actOnService(command, context, async (session, options) => {
    const { severity, jobStatus, objectType, label, annotation } = options
    const { source, name, server, object, database, schema, agent } = options
    const { text, json } = await ask(session.client, 'POST', '/v1/routing/test', {
      body: {
        kind: jobStatus === undefined ? 'alert' : 'job_run',
        severity,
        job_status: jobStatus,
        source,
        name,
        server,
        object,
        object_type: objectType,
        database,
        schema,
        agent,
        labels: label,
        annotations: annotation,
      },
    })
    session.print(text, (screen) => showTest(screen, json))
  })
}

function showTest(screen: Screen, test: Received<'RoutingTest'>): void {
  const [notified, others] = [asObjects(test.notified), asObjects(test.not_notified)]
  if (notified.length === 0) screen.line('Nobody would be notified.')
  else screen.line({ text: 'Would be notified:', tone: 'dim' })
  for (const webhook of notified) {
    const match = typeof webhook.match === 'string' ? `: ${webhook.match}` : ''
    screen.line(`  Webhook ${asText(webhook.webhook_id)} "${asText(webhook.name)}"${match}`)
  }
  showMore(screen, test.notified_count, notified.length)
  if (others.length > 0) screen.line({ text: 'Would not be notified:', tone: 'dim' })
  for (const webhook of others) screen.line(`  ${asText(webhook.sentence)}`)
  showMore(screen, test.not_notified_count, others.length)
}

function showMore(screen: Screen, count: unknown, shown: number): void {
  const more = Number(count) - shown
  if (more > 0) screen.line(`  … and ${more} more webhooks.`)
}
