import { isInstalledProgram, OF_SYSTEM } from '../../config/data-folder.ts'
import type { Environment } from '../../config/setting.ts'
import { readServiceEnvironment } from '../../config/service-environment.ts'

/** The service that a package has installed on this machine. */
export interface InstalledService {
  readonly dataFolder: string
  readonly environment: Environment
}

/** Finds the installed service by its unit; undefined: it is not installed, or its settings are not for this user. */
export function findInstalledService(): InstalledService | undefined {
  return isInstalledProgram() ? readInstalledService() : undefined
}

export function readInstalledService(root?: string): InstalledService | undefined {
  try {
    const environment = readServiceEnvironment(root)?.environment
    return environment && { environment, dataFolder: environment['TOCSIN_DATA_FOLDER'] || OF_SYSTEM }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}
