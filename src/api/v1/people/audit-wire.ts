import type { Static } from 'typebox'
import { Type } from '../../routes/schema-builder.ts'
import { AUDIT_ACTIONS, AUDIT_OBJECTS, type AuditEntry } from '../../../domain/audit/audit.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { idSchema, instantSchema, nullable, nullableText } from '../shapes.ts'

const valueSchema = (description: string) =>
  Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()], { description })

const fieldChangeSchema = Type.Object(
  {
    field: Type.String({ description: 'Which member, e.g. `url` or `http_headers[3]`.' }),
    from: valueSchema('What it was; null: nothing. Secrets are `***`.'),
    to: valueSchema(
      'What it became; null: nothing. Ends with `(changed)` where a part that is hidden differs.',
    ),
  },
  { title: 'FieldChange' },
)

export const auditEntrySchema = Type.Object(
  {
    id: idSchema('The id of the entry. Later ones are greater.'),
    at: instantSchema('When it was done.'),
    actor: Type.Object(
      {
        token_id: nullable(Type.Integer({ minimum: 1 }), 'The token that was used; null: none.'),
        user_id: nullable(Type.Integer({ minimum: 1 }), 'The user who did it; null: it was no user.'),
        name: Type.String({
          description: 'The name of the user or token then; `tocsin` is the service itself.',
        }),
        address: nullableText('Where the request came from; null: from the service itself.'),
      },
      { title: 'Actor', description: 'Who did it.' },
    ),
    action: Type.Enum([...AUDIT_ACTIONS], { description: 'What was done.' }),
    object_type: Type.Enum([...AUDIT_OBJECTS], { description: 'On what kind of thing.' }),
    object_id: nullable(
      Type.Integer({ minimum: 1 }),
      'On which one; null for the only one of its kind, and for a draft that was tested. It may be gone.',
    ),
    object_name: nullableText('How it was called then.'),
    changes: Type.Array(fieldChangeSchema, {
      description: 'What it changed; empty for what leaves everything as it is, such as a test.',
    }),
    note: nullableText('What else is worth knowing, e.g. `through v6`.'),
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
