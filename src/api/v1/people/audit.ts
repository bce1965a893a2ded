import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '../../../domain/audit/audit.ts'
import { invalidRequest } from '../../../domain/errors.ts'
import type { Store } from '../../../storage/store.ts'
import type { Route } from '../../routes/route.ts'
import { auditEntry } from './audit-wire.ts'
import { PAGING } from '../paging.ts'
import { anyOf, defineQuery, instant, oneOf, text, wholeNumber } from '../query.ts'
import { readList, readOne } from '../read-routes.ts'

export interface AuditRoutesDeps {
  readonly store: Pick<Store, 'listAudit' | 'findAudit'>
}

const query = defineQuery({
  ...PAGING,
  actions: anyOf('action', AUDIT_ACTIONS, 'Only these actions.'),
  objectType: oneOf('object_type', AUDIT_OBJECTS, 'Only changes of this kind of resource.'),
  objectId: wholeNumber('object_id', {
    description: 'Only changes of the resource with this id; needs `object_type`.',
  }),
  actorName: text(
    'actor',
    'Only changes by the user or token with this name; `tocsin`: by the service itself.',
  ),
  tokenId: wholeNumber('token_id', { description: 'Only changes with this token.' }),
  userId: wholeNumber('user_id', { description: 'Only changes by this user.' }),
  from: instant('from', 'Only changes at or after this time.'),
  until: instant('until', 'Only changes before this time.'),
})

/** Routes for the audit log, which no route changes or removes. */
export function auditRoutes(deps: AuditRoutesDeps): readonly Route[] {
  return [listAudit(deps), getAuditEntry(deps)]
}

function listAudit({ store }: AuditRoutesDeps): Route {
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

function getAuditEntry({ store }: AuditRoutesDeps): Route {
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
