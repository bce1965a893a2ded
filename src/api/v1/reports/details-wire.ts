import type { AlertDetails } from '../../../domain/alert/alert.ts'
import type { JobRunDetails } from '../../../domain/alert/job-run.ts'
import { orNull, resourceOf } from '../resource.ts'
import { nullableText, textMap } from '../shapes.ts'

/** Whom an alert or a job run speaks of. The objects are always there; what is not known in them is null. */

type Details = AlertDetails | JobRunDetails

const agent = resourceOf<Details>()(
  {
    id: [nullableText('Its id at the monitor.'), orNull('agentId')],
    name: [nullableText('Its name.'), orNull('agentName')],
  },
  { description: 'The agent that watches the server.' },
)

const server = resourceOf<Details>()(
  {
    id: [nullableText('Its id at the monitor.'), orNull('serverId')],
    name: [nullableText('Its name.'), orNull('serverName')],
    address: [nullableText('Host name or address.'), orNull('serverAddress')],
    port: [nullableText('Its port, as text.'), orNull('serverPort')],
  },
  { description: 'The database server.' },
)

const object = resourceOf<AlertDetails>()(
  {
    type: [nullableText('What kind of object, e.g. `server` or `table`.'), orNull('objectType')],
    name: [nullableText('Its name.'), orNull('objectName')],
  },
  { description: 'What the alert is about.' },
)

const labelsSchema = textMap('Further values of the monitor, by name.')

export const alertDetails = resourceOf<AlertDetails>()({
  object: [object.schema, object.toWire],
  agent: [agent.schema, agent.toWire],
  server: [server.schema, server.toWire],
  database: [nullableText('The database.'), orNull('database')],
  schema: [nullableText('The schema in the database.'), orNull('schema')],
  package: [nullableText('The package in the schema.'), orNull('package')],
  database_object: [nullableText('The table, index, … in the schema.'), orNull('databaseObject')],
  current_value: [nullableText('What was measured.'), orNull('currentValue')],
  threshold_value: [nullableText('What it was compared with.'), orNull('thresholdValue')],
  parameters: [nullableText('With which parameters it was measured.'), orNull('parameters')],
  info: [nullableText('A text for people.'), orNull('info')],
  source_link: [nullableText('The page of the monitor about it.'), orNull('sourceLink')],
  labels: [labelsSchema, ({ labels = {} }) => labels],
  annotations: [textMap('Texts for people, by name.'), ({ annotations = {} }) => annotations],
})

export const jobRunDetails = resourceOf<JobRunDetails>()({
  agent: [agent.schema, agent.toWire],
  server: [server.schema, server.toWire],
  database: [nullableText('The database the job works on.'), orNull('database')],
  exit_code: [nullableText('The exit code, as text.'), orNull('exitCode')],
  output: [nullableText('What the job printed.'), orNull('output')],
  command: [nullableText('The command.'), orNull('command')],
  labels: [labelsSchema, ({ labels = {} }) => labels],
})
