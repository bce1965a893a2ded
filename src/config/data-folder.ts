import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseAddress, SqliteAddress } from './database-address.ts'
import { homeFolder } from './this-user.ts'
import type { Environment } from './setting.ts'

/** The default database: its file is in the data folder. */
export const IN_DATA_FOLDER: SqliteAddress = { engine: 'sqlite', file: '' }

interface Locations {
  readonly database: DatabaseAddress
  readonly dataFolder: string
}

/**
 * Fills in what is not set: the data folder is the SQLite file's or the default; the database is a file in
 * it.
 */
export function completeLocations({ database, dataFolder }: Locations, standard: string): Locations {
  if (database.engine === 'sqlite' && database.file !== '')
    return { database, dataFolder: dataFolder || dirname(database.file) }
  const folder = dataFolder || standard
  return {
    database: database.engine === 'sqlite' ? { ...database, file: `${folder}/${FILE}` } : database,
    dataFolder: folder,
  }
}

const FILE = 'tocsin.db'
const OF_CLONE = './data'
/** The data folder of a system service. */
export const OF_SYSTEM = '/var/lib/tocsin'

/**
 * Returns the default data folder: `./data` in a clone, the system's folder for root, else the user's by the
 * XDG Base Directory Specification.
 */
export function standardDataFolder(
  environment: Environment,
  { isInstalled, isRoot }: { readonly isInstalled: boolean; readonly isRoot: boolean } = THIS_PROGRAM,
): string {
  if (!isInstalled) return OF_CLONE
  if (isRoot) return OF_SYSTEM
  const { XDG_DATA_HOME = '', HOME = homeFolder() } = environment
  return join(XDG_DATA_HOME.startsWith('/') ? XDG_DATA_HOME : join(HOME, '.local', 'share'), 'tocsin')
}

/** Lists where services of this machine may have their data folder, nearest first. */
export function knownDataFolders(environment: Environment, workingDirectory: string): readonly string[] {
  const ofClone = join(workingDirectory, OF_CLONE)
  return THIS_PROGRAM.isInstalled ? [ofClone, standardDataFolder(environment), OF_SYSTEM] : [ofClone]
}

export function isInstalledProgram(): boolean {
  return THIS_PROGRAM.isInstalled
}

/** Only a build has compiled files. */
const THIS_PROGRAM = { isInstalled: import.meta.filename.endsWith('.js'), isRoot: process.getuid?.() === 0 }

/** Until release 0.3.0 `TOCSIN_DATA_FOLDER` did not move the database. Finds one that would seem lost. */
export function findLeftBehind({ database, dataFolder }: Locations): readonly string[] {
  const left = `${OF_CLONE}/${FILE}`
  if (database.engine !== 'sqlite' || database.file !== '' || dataFolder === '') return []
  if (existsSync(join(dataFolder, FILE)) || !existsSync(left)) return []
  return [
    `TOCSIN_DATA_FOLDER is "${dataFolder}", and the database would be a new one there: set TOCSIN_DATABASE=sqlite:${left} to keep yours, or move it`,
  ]
}
