import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import type { AlertDetails } from '../../../domain/alert/alert.ts'
import type { JobRunDetails } from '../../../domain/alert/job-run.ts'
import { nullableText, textMap } from '../shapes.ts'

/** Whom an alert or a job run speaks of. The objects are always there; what is not known in them is null. */

const agentSchema = Type.Object(
  { id: nullableText('Its id at the monitor.'), name: nullableText('Its name.') },
  { description: 'The agent that watches the server.' },
)

const serverSchema = Type.Object(
  {
    id: nullableText('Its id at the monitor.'),
    name: nullableText('Its name.'),
    address: nullableText('Host name or address.'),
    port: nullableText('Its port, as text.'),
  },
  { description: 'The database server.' },
)

const labelsSchema = textMap('Further values of the monitor, by name.')

export const alertDetailsMembers = {
  object: Type.Object(
    { type: nullableText('What kind of object, e.g. `server` or `table`.'), name: nullableText('Its name.') },
    { description: 'What the alert is about.' },
  ),
  agent: agentSchema,
  server: serverSchema,
  database: nullableText('The database.'),
  schema: nullableText('The schema in the database.'),
  package: nullableText('The package in the schema.'),
  database_object: nullableText('The table, index, … in the schema.'),
  current_value: nullableText('What was measured.'),
  threshold_value: nullableText('What it was compared with.'),
  parameters: nullableText('With which parameters it was measured.'),
  info: nullableText('A text for people.'),
  source_link: nullableText('The page of the monitor about it.'),
  labels: labelsSchema,
  annotations: textMap('Texts for people, by name.'),
}

export const jobRunDetailsMembers = {
  agent: agentSchema,
  server: serverSchema,
  database: nullableText('The database the job works on.'),
  exit_code: nullableText('The exit code, as text.'),
  output: nullableText('What the job printed.'),
  command: nullableText('The command.'),
  labels: labelsSchema,
}

const alertDetailsSchema = Type.Object(alertDetailsMembers)
const jobRunDetailsSchema = Type.Object(jobRunDetailsMembers)

export function toAlertDetailsWire(details: AlertDetails): Static<typeof alertDetailsSchema> {
  return {
    object: { type: details.objectType ?? null, name: details.objectName ?? null },
    agent: toAgentWire(details),
    server: toServerWire(details),
    database: details.database ?? null,
    schema: details.schema ?? null,
    package: details.package ?? null,
    database_object: details.databaseObject ?? null,
    current_value: details.currentValue ?? null,
    threshold_value: details.thresholdValue ?? null,
    parameters: details.parameters ?? null,
    info: details.info ?? null,
    source_link: details.sourceLink ?? null,
    labels: details.labels ?? {},
    annotations: details.annotations ?? {},
  }
}

export function toJobRunDetailsWire(details: JobRunDetails): Static<typeof jobRunDetailsSchema> {
  return {
    agent: toAgentWire(details),
    server: toServerWire(details),
    database: details.database ?? null,
    exit_code: details.exitCode ?? null,
    output: details.output ?? null,
    command: details.command ?? null,
    labels: details.labels ?? {},
  }
}

function toAgentWire({ agentId, agentName }: AlertDetails | JobRunDetails): Static<typeof agentSchema> {
  return { id: agentId ?? null, name: agentName ?? null }
}

function toServerWire(details: AlertDetails | JobRunDetails): Static<typeof serverSchema> {
  return {
    id: details.serverId ?? null,
    name: details.serverName ?? null,
    address: details.serverAddress ?? null,
    port: details.serverPort ?? null,
  }
}
