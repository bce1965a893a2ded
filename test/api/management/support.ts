import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { startApp, type CallResponse, type TestApp } from '../../support/app/start-app.ts'

/** Name and URL are all that a new webhook needs. */
export const BARE = { name: 'bare', url: 'https://hooks.example.com/bare' }

/** Every member that both versions have, none at its default. */
export const FULL = {
  name: 'full',
  url: 'https://hooks.example.com/full?alert=%AlertID%',
  enabled: false,
  method: 'PUT',
  http_headers: [
    { http_header_key: 'Content-Type', http_header_value: 'text/plain' },
    { http_header_key: 'X-Team', http_header_value: 'dba' },
  ],
  payload_template: "{'text': '%AlertName% is %CurrentState%'",
  low_alert: false,
  med_alert: false,
  high_alert: false,
  cleared_alert: false,
}

export function assertRefused(response: CallResponse, path: string, message: RegExp): void {
  assert.equal(response.status, 400, response.text)
  assert.equal(response.headers['content-type'], 'application/problem+json; charset=utf-8')
  const issues: readonly { readonly path: string; readonly message: string }[] = response.json.errors
  const found = issues.filter((issue) => issue.path === path)
  assert.ok(found.length > 0, `no issue for ${JSON.stringify(path)} in ${response.text}`)
  for (const issue of found) assert.match(issue.message, message)
}

export function assertDone(response: CallResponse): void {
  assert.equal(response.status, 200, response.text)
  assert.equal(response.text, '')
}

/** Adds a webhook; gives its path, as the response does. */
export async function add(app: TestApp, path: string, body: object): Promise<string> {
  const response = await app.call('POST', path, body)
  assertDone(response)
  return String(response.headers['location'])
}

/** One app for a suite of tests, and how they see it. */
export interface Surroundings {
  readonly path: string
  readonly app: () => TestApp
  /** A webhook as this version shows it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses of any shape
  readonly read: (webhook: string) => Promise<any>
}

export type ManagementVersion = 'v6' | 'v15'

/** To be called once per suite. */
export function surround(version: ManagementVersion): Surroundings {
  let app: TestApp
  before(async () => {
    app = await startApp()
  })
  after(() => app.stop())
  return {
    path: `/api/${version}/webhook`,
    app: () => app,
    read: async (webhook) => (await app.call('GET', webhook)).json,
  }
}
