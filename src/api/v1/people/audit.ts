import type { ApiDeps } from '../../deps/api-deps.ts'
import { invalidRequest } from '../../../domain/errors.ts'
import { AUDIT } from '../../../domain/lists/indexed-lists.ts'
import type { Route } from '../../routes/route.ts'
import { auditEntry } from './audit-wire.ts'
import { parametersOf } from '../list-query.ts'
import { PAGING } from '../paging.ts'
import { defineQuery } from '../query.ts'
import { readList, readOne } from '../read-routes.ts'

const query = defineQuery({ ...PAGING, ...parametersOf(AUDIT.filters) })

/** Routes for the audit log, which no route changes or removes. */
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
