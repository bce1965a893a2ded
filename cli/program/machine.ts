export type Environment = Readonly<Record<string, string | undefined>>

/** A setting, and the flag, variable or file that has it. */
export interface Given {
  readonly text: string
  readonly from: string
}

/** The service that runs or is installed on this machine. */
export interface LocalService {
  findAddress(): Given | undefined
  /** Finds its admin token if this is its address: no other gets it. */
  findToken(url: URL): Given | undefined
}

/** The machine, as the service sees it too. */
export interface Machine {
  homeFolder(): string
  findLocalService(place: {
    readonly environment: Environment
    readonly workingDirectory: string
  }): LocalService
  /** Says why this process cannot read and write a path. Undefined: owners and modes allow it. */
  explainAccess(path: string): string | undefined
  /** Reads the file of a reference. Undefined: no text file, or too large. */
  readReferencedFile(path: string): string | undefined
}
