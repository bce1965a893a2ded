import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp, type StartOptions, type TestApp } from '../app/start-app.ts'

/** Apps with a file of sources of their own. */
export class SourceApps {
  readonly folder = mkdtempSync(join(tmpdir(), 'tocsin-sources-'))
  readonly #started: TestApp[] = []

  async start(sources: string, options: StartOptions = {}): Promise<TestApp> {
    const file = join(this.folder, `sources-${this.#started.length}.yaml`)
    writeFileSync(file, sources)
    const app = await startApp({ ...options, settings: { ...options.settings, TOCSIN_SOURCES_FILE: file } })
    this.#started.push(app)
    return app
  }

  async stop(): Promise<void> {
    await Promise.all(this.#started.map((app) => app.stop()))
    rmSync(this.folder, { recursive: true })
  }
}
