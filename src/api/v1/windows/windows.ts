import type { ApiDeps } from '../../deps/api-deps.ts'
import type { Store } from '../../../storage/store.ts'
import type { Static } from 'typebox'
import type { WindowId } from '../../../domain/ids.ts'
import type { CharactersMaxOf } from '../../../domain/matching/match-budget.ts'
import { readSilenceLimits } from '../budget-limits.ts'
import type { Instant } from '../../../domain/instant.ts'
import { principalKey } from '../../../domain/people/principal.ts'
import { actorOf, principalOf } from '../../auth/actor.ts'
import { LONG_AHEAD, type Steps } from '../../../domain/steps.ts'
import type { WindowSeen } from '../../../domain/window/window.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { found, readList, readOne } from '../read-routes.ts'
import { PAGING } from '../paging.ts'
import { defineQuery } from '../query.ts'
import { toCheckedSchedule, toNewWindow, toWindowEdit } from './window-body.ts'
import {
  newWindowSchema,
  nextSchema,
  skippedDaySchema,
  toNextWire,
  toWindowWire,
  windowChangeSchema,
  windowDraftSchema,
  windowSchema,
} from './window-wire.ts'

const NOUN = 'maintenance window'
const query = defineQuery(PAGING)
const NAME_TAKEN = 'Another one has the name.'

/** Returns the routes for maintenance windows, which are recurring silences. */
export function windowRoutes(deps: ApiDeps): readonly Route[] {
  return [
    listWindows(deps),
    postWindow(deps),
    getWindow(deps),
    patchWindow(deps),
    removeWindow(deps),
    ...occurrenceRoutes(deps),
    previewWindow(deps),
  ]
}

function listWindows({ store, clock, longWork }: ApiDeps): Route {
  return readList({
    path: '/v1/windows',
    scope: 'deliveries:read',
    id: 'listWindows',
    summary: 'List maintenance windows, newest first',
    nouns: 'maintenance windows',
    query,
    schema: windowSchema,
    read: (_filter, page) => store.listWindows(clock.now(), page),
    show: async (windows) => {
      const now = clock.now()
      const limitOf = await readSilenceLimits(store, windows, now)
      return longWork.run('windows', showAll(windows, now, limitOf))
    },
  })
}

function postWindow({ store, clock, basePath }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/windows',
    scope: 'webhooks:write',
    id: 'createWindow',
    summary: 'Create a maintenance window',
    description:
      'Silences the alerts and job runs that its matchers meet, again and again. The silence of each occurrence is created a day before it begins; `GET /v1/silences` lists it. A begin that does not exist, because clocks are put forward, is the first moment after the gap; one that exists twice is the first.',
    body: newWindowSchema,
    responses: {
      201: {
        description: 'The new maintenance window.',
        schema: windowSchema,
        headers: { Location: 'The path of the new maintenance window.' },
      },
      409: `${NAME_TAKEN} Or: there are too many.`,
    },
    handler: async (input) => {
      const [now, by] = [clock.now(), actorOf(input)]
      const window = toNewWindow(input.body, { now, createdBy: by.name })
      const { id } = await store.createWindow(window, now, by)
      return {
        status: 201,
        body: await show(store, id, now),
        headers: { location: `${basePath}/v1/windows/${id}` },
      }
    },
  })
}

function getWindow({ store, clock }: ApiDeps): Route {
  return readOne({
    path: '/v1/windows/:id',
    scope: 'deliveries:read',
    id: 'getWindow',
    summary: 'Read a maintenance window',
    noun: NOUN,
    schema: windowSchema,
    find: (id) => store.findWindow(id, clock.now()),
    show: (window) => showOne(store, window, clock.now()),
  })
}

function patchWindow({ store, clock }: ApiDeps): Route {
  return defineRoute({
    route: 'PATCH /v1/windows/:id',
    scope: 'webhooks:write',
    id: 'changeWindow',
    summary: 'Change a maintenance window',
    description:
      'If it is under way and holds something else from now on, its silence ends and another one begins; receivers get the current state of what that one does not hold.',
    noun: NOUN,
    body: windowChangeSchema,
    responses: {
      200: ['The maintenance window as it is now.', windowSchema],
      409: { description: NAME_TAKEN },
    },
    handler: async (input) => {
      const [id, now] = [input.id, clock.now()]
      await store.changeWindow(id, toWindowEdit(input.body), { now, by: actorOf(input) })
      return { status: 200, body: await show(store, id, now) }
    },
  })
}

function removeWindow({ store, clock }: ApiDeps): Route {
  return defineRoute({
    route: 'DELETE /v1/windows/:id',
    scope: 'webhooks:write',
    id: 'deleteWindow',
    summary: 'Delete a maintenance window',
    description: 'If it is under way, it ends: receivers get the current state of the alerts that it held.',
    noun: NOUN,
    responses: { 204: 'It is deleted.' },
    handler: async (input) => {
      await store.deleteWindow(input.id, { now: clock.now(), by: actorOf(input) })
      return { status: 204 }
    },
  })
}

function previewWindow({ clock, longWork }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/windows/preview',
    scope: 'deliveries:read',
    id: 'previewWindow',
    summary: 'Preview when a maintenance window would occur',
    description:
      'Checks what is given, and changes nothing; whether webhooks exist and the name is free is not looked up. `POST /v1/silences/preview` says what its matchers would hold.',
    body: windowDraftSchema,
    responses: { 200: ['The next occurrences.', nextSchema] },
    handler: async ({ body, principal }) => {
      const now = clock.now()
      const next = await longWork.run(principalKey(principalOf(principal)), preview(body, now))
      return { status: 200, body: { next } }
    },
  })
}

/** Takes a step of its own: following a rule is slow. */
function* preview(
  body: Static<typeof windowDraftSchema>,
  now: Instant,
): Steps<ReturnType<typeof toNextWire>> {
  yield LONG_AHEAD
  return toNextWire(toCheckedSchedule(body, now), now)
}

const OCCURRENCE_ROUTES = [
  {
    method: 'skipOccurrence',
    verb: 'skip',
    summary: 'Skip one occurrence of a maintenance window',
    description:
      'The occurrence that begins on that day holds nothing; the others stay. If it is under way, its silence ends: receivers get the current state of what it held.',
  },
  {
    method: 'restoreOccurrence',
    verb: 'restore',
    summary: 'Restore a cancelled occurrence of a maintenance window',
    description:
      'The occurrence that begins on that day holds again what it is to hold, whether it was skipped or its silence was ended.',
  },
] as const

/** Returns the routes for single occurrences. They need the scope for ending a silence. */
function occurrenceRoutes({ store, clock }: ApiDeps): readonly Route[] {
  return OCCURRENCE_ROUTES.map(({ method, verb, summary, description }) =>
    defineRoute({
      route: `POST /v1/windows/:id/${verb}`,
      scope: 'silences:write',
      id: method,
      summary,
      description,
      noun: NOUN,
      body: skippedDaySchema,
      responses: { 200: ['The maintenance window as it is now.', windowSchema] },
      handler: async (input) => {
        const [id, now] = [input.id, clock.now()]
        await store[method](id, input.body.day, { now, by: actorOf(input) })
        return { status: 200, body: await show(store, id, now) }
      },
    }),
  )
}

async function show(store: Store, id: WindowId, now: Instant) {
  return showOne(store, found(await store.findWindow(id, now), NOUN, id), now)
}

async function showOne(store: Store, window: WindowSeen, now: Instant) {
  return toWindowWire(window, now, await readSilenceLimits(store, [window], now))
}

/** Shows windows one by one: following a rule takes milliseconds. */
function* showAll(
  windows: readonly WindowSeen[],
  now: Instant,
  limitOf: CharactersMaxOf,
): Steps<readonly unknown[]> {
  const shown: unknown[] = []
  for (const window of windows) {
    shown.push(toWindowWire(window, now, limitOf))
    yield
  }
  return shown
}
