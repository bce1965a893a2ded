import type { ApiDeps } from '../../deps/api-deps.ts'
import { namedAuthor } from '../../../domain/audit/audit.ts'
import { readSilenceLimits } from '../budget-limits.ts'
import type { SilenceSeen } from '../../../domain/silence/silence.ts'
import type { Instant } from '../../../domain/instant.ts'
import type { Store } from '../../../storage/store.ts'
import { SILENCE_FILTERS } from '../../../domain/lists/lists.ts'
import { actorOf } from '../../auth/actor.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { found, parametersOf, readList, readOne } from '../read-routes.ts'
import { tidyAs } from '../body-members.ts'
import { PAGING } from '../paging.ts'
import { defineQuery } from '../query.ts'
import { refuseBadChange, toNewSilence, toSilenceEdit } from './silence-body.ts'
import { previewSilence } from './silence-preview.ts'
import { newSilenceSchema, silenceChangeSchema, silenceSchema, toSilenceWire } from './silence-wire.ts'

const query = defineQuery({ ...PAGING, ...parametersOf(SILENCE_FILTERS) })

const HAS_ENDED = { description: 'The silence has ended.' }

export function silenceRoutes(deps: ApiDeps): readonly Route[] {
  return [
    listSilences(deps),
    postSilence(deps),
    getSilence(deps),
    patchSilence(deps),
    removeSilence(deps),
    previewSilence(deps),
  ]
}

function listSilences({ store, clock }: ApiDeps): Route {
  return readList({
    path: '/v1/silences',
    scope: 'deliveries:read',
    id: 'listSilences',
    summary: 'List silences, newest first',
    description: 'Silences that have ended are kept as long as events.',
    nouns: 'silences',
    query,
    schema: silenceSchema,
    read: (filter, page) => store.listSilences({ ...filter, now: clock.now() }, page),
    show: async (silences) => {
      const now = clock.now()
      const limitOf = await readSilenceLimits(store, silences, now)
      return silences.map((silence) => toSilenceWire(silence, now, limitOf))
    },
  })
}

function postSilence({ store, clock, basePath }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/silences',
    scope: 'silences:write',
    id: 'createSilence',
    summary: 'Create a silence',
    description:
      'Holds notifications of the alerts and job runs that its matchers meet. The clear of an alert that was notified is still sent. When the silence ends, receivers get the current state of an alert once, if it differs from what they were sent.',
    body: newSilenceSchema,
    responses: {
      201: {
        description: 'The new silence.',
        schema: silenceSchema,
        headers: { Location: 'The path of the new silence.' },
      },
      409: 'There are too many silences that have not ended.',
    },
    handler: async (input) => {
      const [now, by] = [clock.now(), actorOf(input)]
      const silence = toNewSilence(input.body, { now, author: namedAuthor(tidyAs(input.body.as), by) })
      const created = await store.createSilence(silence, now, by)
      return {
        status: 201,
        body: toSilenceWire({ ...created, heldCount: 0 }, now),
        headers: { location: `${basePath}/v1/silences/${created.id}` },
      }
    },
  })
}

function getSilence({ store, clock }: ApiDeps): Route {
  return readOne({
    path: '/v1/silences/:id',
    scope: 'deliveries:read',
    id: 'getSilence',
    summary: 'Read a silence',
    noun: 'silence',
    schema: silenceSchema,
    find: (id) => store.findSilence(id),
    show: (silence) => showSilence(store, silence, clock.now()),
  })
}

function patchSilence({ store, clock }: ApiDeps): Route {
  return defineRoute({
    route: 'PATCH /v1/silences/:id',
    scope: 'silences:write',
    id: 'changeSilence',
    summary: 'Change a silence that has not ended',
    description: 'Its end and its reason can always be changed; everything else only before it begins.',
    noun: 'silence',
    body: silenceChangeSchema,
    responses: { 200: ['The silence as it is now.', silenceSchema], 409: HAS_ENDED },
    handler: async (input) => {
      const { id } = input
      const now = clock.now()
      refuseBadChange(input.body)
      const before = found(await store.findSilence(id), 'silence', id)
      const edit = toSilenceEdit(input.body, { now, before })
      await store.changeSilence(id, edit, { now, by: actorOf(input) })
      return {
        status: 200,
        body: await showSilence(store, found(await store.findSilence(id), 'silence', id), now),
      }
    },
  })
}

function removeSilence({ store, clock }: ApiDeps): Route {
  return defineRoute({
    route: 'DELETE /v1/silences/:id',
    scope: 'silences:write',
    id: 'endSilence',
    summary: 'End a silence now',
    description:
      'Receivers get the current state of the alerts that it held. The silence stays in the list as expired.',
    noun: 'silence',
    responses: { 204: 'It has ended.', 409: HAS_ENDED },
    handler: async (input) => {
      const { id } = input
      await store.endSilence(id, { now: clock.now(), by: actorOf(input) })
      return { status: 204 }
    },
  })
}

async function showSilence(store: Store, silence: SilenceSeen, now: Instant) {
  return toSilenceWire(silence, now, await readSilenceLimits(store, [silence], now))
}
