import type { Command } from 'commander'
import { RAISED_STATES } from '../../domain/alert/severity.ts'
import { JOB_STATUSES } from '../../domain/alert/job-run.ts'
import { actOnService } from '../client/client-command.ts'
import { ask } from '../client/ask.ts'
import { oneOf, parseLabels } from '../options/option-values.ts'
import type { CliContext } from '../program/context.ts'
import { TaughtCommand } from '../program/taught-command.ts'
import type { Received } from '../view/api-types.ts'
import { asObjects, asText } from '../view/json-value.ts'
import type { Screen } from '../view/screen.ts'

interface TestOptions {
  readonly severity?: (typeof RAISED_STATES)[number]
  readonly jobStatus?: (typeof JOB_STATUSES)[number]
  readonly source?: string
  readonly name?: string
  readonly server?: string
  readonly object?: string
  readonly objectType?: string
  readonly database?: string
  readonly schema?: string
  readonly agent?: string
  readonly label?: Readonly<Record<string, string>>
  readonly annotation?: Readonly<Record<string, string>>
}

export function defineRouteTest(context: CliContext): Command {
  const command = new TaughtCommand('test', {
    summary: 'say who would be notified of an alert or a job run with these values',
    description:
      'Decides as the service does when a report comes in, and says of each other webhook why it would not be notified. Nothing is stored and nobody is notified. With --job-status it is a job run, else an alert that is raised.',
    examples: [
      ['tocsin route test --label team=dba --severity low', 'an alert of the team dba'],
      ['tocsin route test --job-status failure --name nightly-backup', 'a failed job run'],
    ],
  })
  command
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
  return actOnService<TestOptions>(command, context, async (session, options) => {
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
