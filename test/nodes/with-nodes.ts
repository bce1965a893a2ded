import { startApp, type StartOptions, type TestApp } from '../support/app/start-app.ts'
import { createTestDatabase } from '../support/databases/test-engine.ts'

/** Several nodes on one new database, stopped at the end whatever happens. */
export async function withNodes(
  options: readonly StartOptions[],
  work: (...nodes: readonly TestApp[]) => Promise<void>,
): Promise<void> {
  const database = await createTestDatabase()
  const nodes = await Promise.all(
    options.map((option) => startApp({ database, usesServerTime: true, ...option })),
  )
  try {
    await work(...nodes)
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
  }
}
