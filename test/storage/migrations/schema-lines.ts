import type { Database } from 'better-sqlite3'
import type { ClientBase } from 'pg'

/** All that a schema is made of, a line for each part, without the comments and line breaks of whoever wrote it. */
export function sqliteSchema(db: Database): readonly string[] {
  return db
    .prepare<[], string>(
      `SELECT type || ' ' || name || ' ' || sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'sqlite_sequence' ORDER BY 1`,
    )
    .pluck()
    .all()
    .map((line) => line.replaceAll(/--[^\n]*\n/g, '').replaceAll(/\s+/g, ' '))
}

const LINES = `
  SELECT concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod),
      CASE WHEN attnotnull THEN 'NOT NULL' END, pg_get_expr(adbin, adrelid), attidentity, attgenerated) AS line
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT concat_ws(' ', 'index', indexdef) FROM pg_indexes
    JOIN pg_class ON pg_class.oid = indexname::regclass AND NOT relispartition WHERE schemaname = current_schema()
  UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid AND NOT relispartition
    WHERE connamespace = current_schema()::regnamespace AND contype <> 'n'
  UNION ALL SELECT concat_ws(' ', 'function', pg_get_functiondef(oid))
    FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
  UNION ALL SELECT concat_ws(' ', 'trigger', pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY 1`

/** The same for the present schema of PostgreSQL, without the partitions. */
export async function postgresSchema(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ line: string }>(LINES)
  return rows.map(({ line }) => line)
}
