import type { AlertDetails } from '../../../domain/alert/alert.ts'
import { lastValueOf } from '../../../domain/alert/keep-on-clear.ts'
import type { JobRunDetails } from '../../../domain/alert/job-run.ts'
import { resourceOf } from '../resource.ts'
import { nullableText, textMap } from '../shapes.ts'

/**
 * The server, database and others that an alert or a job run is about. The objects are always there; what is not
 * known in them is null.
 */

type Details = AlertDetails | JobRunDetails

const agent = resourceOf<Details>()(
  {
    id: [nullableText('Its id at the monitor.'), 'agentId'],
    name: [nullableText('Its name.'), 'agentName'],
  },
  { description: 'The agent that watches the server.' },
)

const server = resourceOf<Details>()(
  {
    id: [nullableText('Its id at the monitor.'), 'serverId'],
    name: [nullableText('Its name.'), 'serverName'],
    address: [nullableText('Host name or address.'), 'serverAddress'],
    port: [nullableText('Its port, as text.'), 'serverPort'],
  },
  { description: 'The database server.' },
)

const object = resourceOf<AlertDetails>()(
  {
    type: [nullableText('What kind of object, e.g. `server` or `table`.'), 'objectType'],
    name: [nullableText('Its name.'), 'objectName'],
  },
  { description: 'What the alert is about.' },
)

const labelsSchema = textMap('Further values of the monitor, by name.')

export const alertDetails = resourceOf<AlertDetails>()({
  object: [object.schema, object.toWire],
  agent: [agent.schema, agent.toWire],
  server: [server.schema, server.toWire],
  database: nullableText('The database.'),
  schema: nullableText('The schema in the database.'),
  package: nullableText('The package in the schema.'),
  database_object: nullableText('The table, index, … in the schema.'),
  current_value: nullableText('What was measured; null in a clear that says no value.'),
  last_value: [
    nullableText('What was measured last while the alert was raised.'),
    (details) => lastValueOf(details) || null,
  ],
  threshold_value: nullableText('What it was compared with.'),
  parameters: nullableText('With which parameters it was measured.'),
  info: nullableText('A text for people.'),
  source_link: nullableText('The page of the monitor about it.'),
  labels: [labelsSchema, ({ labels = {} }) => labels],
  annotations: [textMap('Texts for people, by name.'), ({ annotations = {} }) => annotations],
})

export const jobRunDetails = resourceOf<JobRunDetails>()({
  agent: [agent.schema, agent.toWire],
  server: [server.schema, server.toWire],
  database: nullableText('The database the job works on.'),
  exit_code: nullableText('The exit code, as text.'),
  output: nullableText('What the job printed.'),
  command: nullableText('The command.'),
  labels: [labelsSchema, ({ labels = {} }) => labels],
})
