import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { AUDIT_ACTIONS, AUDIT_OBJECTS, type AuditEntry } from '../../../domain/audit/audit.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { idSchema, instantSchema, nullable, nullableText } from '../shapes.ts'

const valueSchema = (description: string) =>
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], { description })

export const fieldChangeSchema = Type.Object(
  {
    field: Type.String({ description: 'Which member, e.g. `url` or `http_headers[3]`.' }),
    from: valueSchema('The previous value; null: none. Secrets are `***`.'),
    to: valueSchema('The new value; null: none. Ends with `(changed)` if a hidden part differs.'),
  },
  { title: 'FieldChange' },
)

export const auditEntrySchema = Type.Object(
  {
    id: idSchema('The id of the entry; later entries have greater ids.'),
    at: instantSchema('When it was done.'),
    actor: Type.Object(
      {
        token_id: nullable(Type.Integer({ minimum: 1 }), 'The token that was used; null: none.'),
        user_id: nullable(Type.Integer({ minimum: 1 }), 'The id of the user; null: not a user.'),
        name: Type.String({
          description: 'The name of the user or token then; `tocsin` is the service itself.',
        }),
        address: nullableText('Where the request came from; null: from the service itself.'),
      },
      { title: 'Actor', description: 'Who did it.' },
    ),
    action: Type.Enum([...AUDIT_ACTIONS], { description: 'What was done.' }),
    object_type: Type.Enum([...AUDIT_OBJECTS], { description: 'The kind of resource.' }),
    object_id: nullable(
      Type.Integer({ minimum: 1 }),
      'The id of the resource, which may be deleted; null: the only one of its kind, or a tested draft.',
    ),
    object_name: nullableText('Its name at that time.'),
    changes: Type.Array(fieldChangeSchema, {
      description: 'The changes; empty for actions such as a test.',
    }),
    note: nullableText('A note, e.g. `through v6`.'),
  },
  { title: 'AuditEntry' },
)

export function toAuditWire(entry: AuditEntry): Static<typeof auditEntrySchema> {
  return {
    id: entry.id,
    at: formatInstant(entry.at),
    actor: {
      token_id: entry.actor.tokenId,
      user_id: entry.actor.userId,
      name: entry.actor.name,
      address: entry.actor.address,
    },
    action: entry.action,
    object_type: entry.objectType,
    object_id: entry.objectId,
    object_name: entry.objectName,
    changes: entry.changes.map(({ field, from, to }) => ({ field, from, to })),
    note: entry.note,
  }
}
