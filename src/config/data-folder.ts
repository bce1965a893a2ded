import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseAddress, SqliteAddress } from './database-address.ts'
import { homeFolder } from './this-user.ts'
import type { Environment } from './setting.ts'

/** The database of a service that names none: its file lies in the data folder. */
export const IN_DATA_FOLDER: SqliteAddress = { engine: 'sqlite', file: '' }

interface Locations {
  readonly database: DatabaseAddress
  readonly dataFolder: string
}

/**
 * Completes the two: a data folder that is not set is that of the SQLite file, or the default one; a database that is
 * not set is a file in the data folder.
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
/** The data folder of a service that the system runs. */
export const OF_SYSTEM = '/var/lib/tocsin'

/**
 * Returns the data folder of a service that names none: `./data` in a clone. An installed program has it where servers
 * of the system do if it is run by root, and else where the XDG Base Directory Specification puts the data of a user.
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

/** Lists where services of this machine may have their data folder, for those who look for one; the nearest first. */
export function knownDataFolders(environment: Environment, workingDirectory: string): readonly string[] {
  const ofClone = join(workingDirectory, OF_CLONE)
  return THIS_PROGRAM.isInstalled ? [ofClone, standardDataFolder(environment), OF_SYSTEM] : [ofClone]
}

export function isInstalledProgram(): boolean {
  return THIS_PROGRAM.isInstalled
}

/** Only a build has compiled files. */
const THIS_PROGRAM = { isInstalled: import.meta.filename.endsWith('.js'), isRoot: process.getuid?.() === 0 }

/**
 * Until release 0.3.0 `TOCSIN_DATA_FOLDER` said nothing about the database. Finds one that would no longer be
 * found, as if it were lost.
 */
export function findLeftBehind({ database, dataFolder }: Locations): readonly string[] {
  const left = `${OF_CLONE}/${FILE}`
  if (database.engine !== 'sqlite' || database.file !== '' || dataFolder === '') return []
  if (existsSync(join(dataFolder, FILE)) || !existsSync(left)) return []
  return [
    `TOCSIN_DATA_FOLDER is "${dataFolder}", and the database would be a new one there: set TOCSIN_DATABASE=sqlite:${left} to keep yours, or move it`,
  ]
}
