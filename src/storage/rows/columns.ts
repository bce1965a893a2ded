/** The type of a column for the copy; a `flag` is 0 or 1. */
export type ColumnType = 'text' | 'whole' | 'real' | 'flag'

/** A column: members have the type `Value`, rows have `InRow`. */
interface Column<Value, InRow = Value> {
  readonly type: ColumnType
  /** Absent: the row has the value as it is. */
  readonly form?: Form<Value, InRow>
}

interface Form<Value, InRow> {
  fromRow(stored: InRow): Value
  toRow(value: Value): InRow
}

type Columns = Readonly<Record<string, Column<unknown, unknown>>>

export function whole<Value extends number | boolean | null = number>(): Column<Value> {
  return { type: 'whole' }
}

export function text<Value extends string | null = string>(): Column<Value> {
  return { type: 'text' }
}

/** A truth value, written as 0 and 1: SQLite has no others. */
export type StoredFlag = number | boolean

export function flag(): Column<boolean, StoredFlag> {
  return { type: 'flag', form: { fromRow: Boolean, toRow: Number } }
}

export function bit(): Column<boolean, number> {
  return { type: 'whole', form: { fromRow: (stored) => stored === 1, toRow: Number } }
}

/** JSON; the stand-in replaces a damaged value. */
export function json<Value>(standIn: Value): Column<Value, string> {
  return {
    type: 'text',
    form: { fromRow: (stored) => readStored(stored, standIn), toRow: (value) => JSON.stringify(value) },
  }
}

/** A list as JSON, or null. A damaged list is empty: better a notification too many than a lost one. */
export function jsonList<Item>(): Column<readonly Item[] | null, string | null> {
  const { form } = json<readonly Item[]>([])
  return {
    type: 'text',
    form: {
      fromRow: (stored) => (stored === null ? null : form!.fromRow(stored)),
      toRow: (value) => (value === null ? null : form!.toRow(value)),
    },
  }
}

type Camel<Name> = Name extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Name

export type RowOf<Of> = {
  [Name in keyof Of]: Of[Name] extends Column<infer _Value, infer InRow> ? InRow : never
}

type ThingOf<Of> = {
  readonly [Name in keyof Of as Camel<Name>]: Of[Name] extends Column<infer Value, infer _InRow>
    ? Value
    : never
}

/**
 * Derives statements, types for the copy and mapping from columns. Mapping costs some microseconds a row, so
 * what every delivery reads is mapped by hand.
 */
export function tableOf<const Of extends Columns>(columns: Of) {
  const entries = Object.entries(columns).map(([name, column]) => ({
    name,
    member: memberOf(name),
    ...column,
  }))
  const written = entries.filter(({ name }) => name !== 'id')
  const names = written.map(({ name }) => name)
  return {
    /** The columns, for a SELECT. */
    list: Object.keys(columns).join(', '),
    /** The columns but the id and their values, for an INSERT. */
    values: columnsAndValues(names),
    /** The columns but the id, for an UPDATE. */
    changes: names.map((name) => `${name} = @${name}`).join(', '),
    types: typesOf(columns),
    fromRow(row: RowOf<Of>): ThingOf<Of> {
      const thing: Record<string, unknown> = {}
      for (const { name, member, form } of entries) {
        const stored: unknown = row[name]
        thing[member] = form ? form.fromRow(stored) : stored
      }
      return thing as ThingOf<Of>
    },
    toRow(thing: Omit<ThingOf<Of>, 'id'>): Omit<RowOf<Of>, 'id'> {
      const values: Readonly<Record<string, unknown>> = thing
      const row = written.map(({ name, member, form }) => [
        name,
        form ? form.toRow(values[member]) : values[member],
      ])
      return Object.fromEntries(row) as Omit<RowOf<Of>, 'id'>
    },
  }
}

/** Returns the type of each column, for the copy. */
export function typesOf(columns: Columns): Readonly<Record<string, ColumnType>> {
  return Object.fromEntries(Object.entries(columns).map(([name, { type }]) => [name, type]))
}

/** `created_at`: `createdAt` */
function memberOf(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_, first: string) => first.toUpperCase())
}

export function columnsAndValues(columns: readonly string[]): string {
  return `(${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})`
}

/** Reads stored JSON; returns the stand-in if it is damaged. */
export function readStored<Value>(text: string, standIn: Value): Value {
  try {
    return JSON.parse(text)
  } catch {
    return standIn
  }
}
