import type { ApiDeps } from '../../deps/api-deps.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { withTrace } from '../../../domain/trace/trace-context.ts'
import { followedTrace } from '../../auth/actor.ts'
import type { JobRun } from '../../../domain/alert/job-run.ts'
import { JOB_RUNS } from '../../../domain/lists/indexed-lists.ts'
import type { PageRequest } from '../../../domain/page.ts'
import { asksForText, describeJobRun, fitsText, type TextFilter } from '../../../domain/alert/text-filter.ts'
import { knownOnly } from '../../../domain/without-undefined.ts'
import type { Store } from '../../../storage/store.ts'
import { jobRunResults, toJobRunResults } from '../accepted-wire.ts'
import { jobRunResource, jobRunsSchema, toJobRunReports } from './job-run-wire.ts'
import { pageSchema, PAGING, readFilteredPage, splitPaging } from '../paging.ts'
import { parametersOf, readOne } from '../read-routes.ts'
import { defineQuery } from '../query.ts'

const query = defineQuery({ ...PAGING, ...parametersOf(JOB_RUNS.filters) })

const acceptedSchema = Type.Object({ results: jobRunResults })

export function jobRunRoutes(deps: ApiDeps): readonly Route[] {
  return [reportJobRuns(deps), listJobRuns(deps), getJobRun(deps)]
}

function reportJobRuns({ clock, intake }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/job-runs',
    scope: 'events:write',
    id: 'reportJobRuns',
    summary: 'Report finished runs of jobs',
    description:
      'One run, or a list of up to 1000 that is taken as a whole or not at all. The response comes after everything is durable. To report the same run again is harmless.',
    body: jobRunsSchema,
    responses: { 200: ['The result of each run.', acceptedSchema] },
    handler: async ({ body, ...from }) => {
      const reports = withTrace(toJobRunReports(body, clock.now()), followedTrace(from))
      const accepted = await intake.acceptJobRuns(reports)
      return { status: 200, body: { results: toJobRunResults(accepted) } }
    },
  })
}

function listJobRuns({ store }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/job-runs',
    scope: 'deliveries:read',
    id: 'listJobRuns',
    summary: 'List job runs, newest first',
    query: query.schema,
    responses: { 200: { description: 'A page of job runs.', schema: pageSchema(jobRunResource.schema) } },
    handler: async (input) => {
      const { page, filter } = splitPaging(query.parse(input.query))
      const { server, search, labels, ...rest } = filter
      const texts = knownOnly<TextFilter>({ server, search, labels })
      const read = (size: PageRequest) => store.listJobRuns(rest, size)
      const fitting = (chunk: readonly JobRun[]) =>
        chunk.filter((run) => fitsText(texts, describeJobRun(run)))
      const { items, next } = await readFilteredPage(page, read, asksForText(texts) ? fitting : undefined)
      return { status: 200, body: { items: await toWires(items, store), next } }
    },
  })
}

function getJobRun({ store }: ApiDeps): Route {
  return readOne({
    path: '/v1/job-runs/:id',
    scope: 'deliveries:read',
    id: 'getJobRun',
    summary: 'Read one job run',
    noun: 'job run',
    schema: jobRunResource.schema,
    find: (id) => store.findJobRun(id),
    show: async (run) => (await toWires([run], store))[0],
  })
}

async function toWires(runs: readonly JobRun[], store: Store) {
  const events = await store.findEventsOfJobRuns(runs.map(({ id }) => id))
  const eventIds = new Map(events.map(({ jobRunId, eventId }) => [jobRunId, eventId]))
  return runs.map((run) => jobRunResource.toWire({ ...run, eventId: eventIds.get(run.id) }))
}
