import type { Filling } from './engines/engine.ts'

/**
 * The content of a filled database: each event has a delivery to each webhook, and there is a webhook for each of
 * `urls`.
 */
export interface Content {
  /** `unfinished`: each alert's oldest delivery is due, the others wait after it. `history`: all were delivered. */
  readonly kind: 'unfinished' | 'history'
  readonly deliveryCount: number
  readonly alertCount: number
  readonly urls: readonly string[]
  /** Notified of alerts of the load; else only of those of medium severity, which no load has. */
  readonly isNotified: boolean
}

/** Stands in the sample for the number of an event, wherever the service writes it. */
export const SAMPLE_NUMBER = 123_456_789
const HISTORY_DAYS = 10
const DAY_MS = 86_400_000
/** Events that are written at a time: between them the bench can be ended. */
const CHUNK = 100_000
/** Ids begin above whatever the sample has taken. */
const FIRST_ID = 1_000

/** Rows that are copies of those that the service itself wrote for one sample, with other numbers. */
export async function fillRows(
  filling: Filling,
  { content, webhookIds }: { readonly content: Content; readonly webhookIds: readonly number[] },
): Promise<void> {
  const eventCount = Math.ceil(content.deliveryCount / webhookIds.length)
  const writer: Writer = { filling, content, webhookIds, eventCount }
  await writeAlerts(writer)
  if (content.kind === 'unfinished') await writeUnfinished(writer, Date.now() - 60_000)
  else await writeHistory(writer, Math.floor(Date.now() / DAY_MS))
}

interface Writer {
  readonly filling: Filling
  readonly content: Content
  readonly webhookIds: readonly number[]
  readonly eventCount: number
}

/** Events `from` to `until`, counted from 0, with the moment of number n as an expression. */
interface Range {
  readonly from: number
  readonly until: number
  readonly at: string
}

async function writeAlerts(writer: Writer): Promise<void> {
  const range = { from: 0, until: writer.content.alertCount, at: '' }
  await copyRows(writer, {
    table: 'alerts',
    range,
    values: { id: `n + ${FIRST_ID}`, key: textOf("'filled '", 'n') },
  })
}

async function writeUnfinished(writer: Writer, startAt: number): Promise<void> {
  for (const range of chunks(0, writer.eventCount)) {
    const timed = { ...range, at: `${startAt} + n / 100` }
    await writeEvents(writer, { table: 'events', range: timed })
    for (const [index, webhookId] of writer.webhookIds.entries()) {
      await writeRows(writer, {
        table: 'deliveries',
        range: timed,
        values: {
          ...identity(writer, index, webhookId),
          event_at: timed.at,
          state: `CASE WHEN n < ${writer.content.alertCount} THEN 'pending' ELSE 'waiting' END`,
          due_at: timed.at,
          created_at: timed.at,
        },
      })
    }
  }
}

/** Evenly over the days before this one. */
async function writeHistory(writer: Writer, today: number): Promise<void> {
  const { filling, eventCount } = writer
  const perDay = Math.ceil(eventCount / HISTORY_DAYS)
  for (let index = 0; index < HISTORY_DAYS; index += 1) {
    const day = today - HISTORY_DAYS + index
    const tables = {
      events: await filling.historyTable('events', day),
      ended: await filling.historyTable(filling.ended.table, day),
      attempts: await filling.historyTable('attempts', day),
    }
    for (const range of chunks(index * perDay, Math.min(eventCount, (index + 1) * perDay))) {
      const at = `${day * DAY_MS} + (n - ${index * perDay}) * ${Math.floor(DAY_MS / (perDay + 1))}`
      await writeDay(writer, { range: { ...range, at }, tables })
    }
  }
}

async function writeDay(
  writer: Writer,
  {
    range,
    tables,
  }: { readonly range: Range; readonly tables: Readonly<Record<'events' | 'ended' | 'attempts', string>> },
): Promise<void> {
  await writeEvents(writer, { table: tables.events, range })
  for (const [index, webhookId] of writer.webhookIds.entries()) {
    const who = identity(writer, index, webhookId)
    await writeRows(writer, {
      table: tables.ended,
      range,
      values: {
        ...who,
        event_at: range.at,
        state: "'delivered'",
        attempts_made: '1',
        attempts_uncounted: '0',
        fallback_depth: '0',
        begun_at: range.at,
        created_at: range.at,
        finished_at: `${range.at} + 5`,
        last_reason: "'HTTP 200'",
      },
    })
    const values = { event_at: range.at, delivery_id: who.id, started_at: range.at }
    await copyRows(writer, { table: 'attempts', into: tables.attempts, range, values })
  }
}

function identity(writer: Writer, index: number, webhookId: number) {
  const { webhookIds, content } = writer
  return {
    id: `n * ${webhookIds.length} + ${index + FIRST_ID}`,
    event_id: `n + ${FIRST_ID}`,
    webhook_id: String(webhookId),
    subject: textOf("'alert '", `n % ${content.alertCount} + ${FIRST_ID}`),
  }
}

function writeEvents(
  writer: Writer,
  { table, range }: { readonly table: string; readonly range: Range },
): Promise<void> {
  const values = {
    id: `n + ${FIRST_ID}`,
    at: range.at,
    accepted_at: range.at,
    alert_id: `n % ${writer.content.alertCount} + ${FIRST_ID}`,
    body: `replace(sample.body, '${SAMPLE_NUMBER}', ${textOf("''", 'n')})`,
    // SQL cannot compute it. Without one an event is taken for that of an older release.
    digest: 'NULL',
  }
  return copyRows(writer, { table: 'events', into: table, range, values })
}

/** The number n of an event as the text that follows another. */
function textOf(before: string, number: string): string {
  return `${before} || CAST(${number} AS text)`
}

interface Rows {
  readonly table: string
  /** Another one of the same columns; else the table itself. */
  readonly into?: string
  readonly range: Range
  /** Expressions over n and, for copies, the sample. */
  readonly values: Readonly<Record<string, string>>
}

/** Copies of the one row that the table has from the sample, but for these values. */
async function copyRows({ filling }: Writer, { table, into = table, range, values }: Rows): Promise<void> {
  const columns = await filling.columnsOf(table)
  // Numbers that only the database knows are left to it.
  const written = columns.filter((column) => column !== 'id' || values['id'] !== undefined)
  const expressions = written.map((column) => values[column] ?? `sample.${column}`)
  await filling.query(
    `${series(range)} INSERT INTO ${into} (${written.join(', ')}) SELECT ${expressions.join(', ')}
     FROM series CROSS JOIN (SELECT * FROM ${table} LIMIT 1) AS sample`,
  )
}

/** Rows of these values; columns that the table does not have are passed over. */
async function writeRows({ filling }: Writer, { table, range, values }: Rows): Promise<void> {
  const columns = (await filling.columnsOf(table)).filter((column) => values[column] !== undefined)
  await filling.query(
    `${series(range)} INSERT INTO ${table} (${columns.join(', ')})
     SELECT ${columns.map((column) => values[column]).join(', ')} FROM series`,
  )
}

/** Both engines know it, and count beyond 32 bits. */
function series({ from, until }: Range): string {
  return `WITH RECURSIVE series (n) AS (SELECT CAST(${from} AS bigint) UNION ALL SELECT n + 1 FROM series WHERE n < ${until - 1})`
}

function* chunks(from: number, until: number): Generator<{ readonly from: number; readonly until: number }> {
  for (let start = from; start < until; start += CHUNK) {
    yield { from: start, until: Math.min(until, start + CHUNK) }
  }
}
