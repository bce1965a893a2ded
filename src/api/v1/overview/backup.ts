import type { ApiDeps } from '../../deps/api-deps.ts'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import type { Clock } from '../../../runtime/clock.ts'
import { entryOf } from '../../../domain/audit/audit-entries.ts'
import { AppError } from '../../../domain/errors.ts'
import { formatInstant, type Instant } from '../../../domain/instant.ts'
import type { Store } from '../../../storage/store.ts'
import { actorOf } from '../../auth/actor.ts'

/** A stalled client must not hold the disk space of its copy forever. */
const DOWNLOAD_MS_MAX = 3600_000

const NOT_ONE_FILE =
  'The database is PostgreSQL, which is no file that could be sent: save it with pg_dump, or with what saves your other databases.'

/** Returns the route for the whole database as one file, copied while the service runs. */
export function backupRoutes(deps: ApiDeps): readonly Route[] {
  // Backups run one at a time: each needs as much disk as the database.
  let isUnderWay = false
  const getBackup = defineRoute({
    route: 'GET /v1/backup',
    scope: 'admin',
    id: 'getBackup',
    summary: 'Download a copy of the database',
    description:
      'A consistent copy, made while the service runs: an SQLite file that the service can be started with.',
    responses: {
      200: {
        description: 'The database file.',
        contentType: 'application/vnd.sqlite3',
        schema: Type.String({ contentMediaType: 'application/vnd.sqlite3' }),
        headers: { 'Content-Disposition': 'The file name contains the time of the copy.' },
      },
      409: 'Another backup is being made or downloaded.',
    },
    handler: async (input) => {
      const { backupFolder } = deps
      if (backupFolder === null) throw new AppError('conflict', NOT_ONE_FILE)
      if (isUnderWay) {
        throw new AppError('conflict', 'Another backup is being made or downloaded; try again after it.')
      }
      isUnderWay = true
      const end = () => {
        isUnderWay = false
      }
      try {
        const now = deps.clock.now()
        // Audited first, so that no copy is missing in the log.
        await deps.store.recordAudit(entryOf('backup.taken', {}, { at: now, by: actorOf(input) }))
        const { stream, bytes } = await copyDatabase(deps.store, backupFolder)
        stream.once('close', end)
        endDownload(stream, deps.clock)
        return { status: 200, stream, headers: downloadHeaders(bytes, now) }
      } catch (error) {
        end()
        throw error
      }
    },
  })
  return [getBackup]
}

/** Removed before it is read, so that the disk space is freed in any case. */
async function copyDatabase(store: Store, backupFolder: string) {
  const temporary = await mkdtemp(join(backupFolder, 'backup-'))
  try {
    const file = join(temporary, 'tocsin.db')
    await store.backup(file)
    const handle = await open(file)
    const { size: bytes } = await handle.stat()
    return { stream: handle.createReadStream(), bytes }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

function endDownload(stream: Readable, clock: Clock): void {
  const closed = new AbortController()
  stream.once('close', () => closed.abort())
  void clock.wait(DOWNLOAD_MS_MAX, closed.signal).then(() => stream.destroy())
}

function downloadHeaders(bytes: number, now: Instant): Readonly<Record<string, string>> {
  const moment = formatInstant(now).replaceAll(/[:.]/g, '-')
  return {
    'content-type': 'application/vnd.sqlite3',
    'content-length': String(bytes),
    'content-disposition': `attachment; filename="tocsin-${moment}.db"`,
    'cache-control': 'no-store',
  }
}
