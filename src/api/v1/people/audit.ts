import { type Actor, AUDIT_ACTIONS, AUDIT_OBJECTS, type AuditEntry } from '../../../domain/audit/audit.ts'
import { invalidRequest } from '../../../domain/errors.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { AUDIT } from '../../../domain/lists/indexed-lists.ts'
import type { ApiDeps } from '../../deps/api-deps.ts'
import { type Route, Type } from '../../routes/route.ts'
import { parametersOf, readList, readOne } from '../read-routes.ts'
import { PAGING } from '../paging.ts'
import { defineQuery } from '../query.ts'
import { idSchema, instantSchema, nullable, nullableText, resourceOf } from '../resource.ts'

const valueSchema = (description: string) =>
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], { description })

export const fieldChangeSchema = Type.Object('FieldChange', {
  field: Type.String('Which member, e.g. `url` or `http_headers[3]`.'),
  from: valueSchema('The previous value; null: none. Secrets are `***`.'),
  to: valueSchema('The new value; null: none. Ends with `(changed)` if a hidden part differs.'),
})

const actor = resourceOf<Actor>()(
  {
    token_id: nullable(Type.Integer({ minimum: 1 }), 'The token that was used; null: none.'),
    user_id: nullable(Type.Integer({ minimum: 1 }), 'The id of the user; null: not a user.'),
    name: Type.String('The name of the user or token then; `tocsin` is the service itself.'),
    address: nullableText('Where the request came from; null: from the service itself.'),
  },
  { title: 'Actor', description: 'Who did it.' },
)

const auditEntry = resourceOf<AuditEntry>()('AuditEntry', {
  id: idSchema('The id of the entry; later entries have greater ids.'),
  at: [instantSchema('When it was done.'), ({ at }) => formatInstant(at)],
  actor: [actor.schema, (entry) => actor.toWire(entry.actor)],
  action: Type.Enum(AUDIT_ACTIONS, 'What was done.'),
  object_type: Type.Enum(AUDIT_OBJECTS, 'The kind of resource.'),
  object_id: nullable(
    Type.Integer({ minimum: 1 }),
    'The id of the resource, which may be deleted; null: the only one of its kind, or a tested draft.',
  ),
  object_name: nullableText('Its name at that time.'),
  changes: Type.Array(fieldChangeSchema, 'The changes; empty for actions such as a test.'),
  note: nullableText('A note, e.g. `through v6`.'),
})

const query = defineQuery({ ...PAGING, ...parametersOf(AUDIT.filters) })

/** Routes that read the audit log; none changes or removes entries. */
export function auditRoutes(deps: ApiDeps): readonly Route[] {
  return [listAudit(deps), getAuditEntry(deps)]
}

function listAudit({ store }: ApiDeps): Route {
  return readList({
    path: '/v1/audit',
    scope: 'audit:read',
    id: 'listAudit',
    summary: 'List audit entries, newest first',
    nouns: 'entries',
    query,
    schema: auditEntry.schema,
    read: async (filter, page) => {
      if (filter.objectId !== undefined && filter.objectType === undefined) {
        throw invalidRequest([
          { path: 'object_id', message: 'needs `object_type` beside it, for ids are counted by kind' },
        ])
      }
      return store.listAudit(filter, page)
    },
    show: (entries) => entries.map(auditEntry.toWire),
  })
}

function getAuditEntry({ store }: ApiDeps): Route {
  return readOne({
    path: '/v1/audit/:id',
    scope: 'audit:read',
    id: 'getAuditEntry',
    summary: 'Read one entry of the audit log',
    noun: 'audit entry',
    schema: auditEntry.schema,
    find: (id) => store.findAudit(id),
    show: auditEntry.toWire,
  })
}
