import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { ADMIN_TOKEN, startApp, type TestApp } from '../support/app/start-app.ts'

const page = readFileSync('docs/management-interface.md', 'utf8')
const errors = readFileSync('docs/errors.md', 'utf8')

function firstBlock(language: string): string {
  const block = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1]
  assert.ok(block, language)
  return block
}

describe('docs/management-interface.md', () => {
  let app: TestApp
  before(async () => {
    app = await startApp({ listen: true })
  })
  after(() => app.stop())

  it('has a tour that goes as it says, from the first webhook to the last', async () => {
    const [tour = '', farewell = ''] = firstBlock('sh').split(/^(?=# Delete)/m)
    const settings = tour.slice(0, tour.indexOf('# Add'))

    const seen = await runShell(tour)

    assert.match(seen, /^HTTP\/1\.1 200 OK\r\nlocation: \/api\/v15\/webhook\/1\r\n/i)
    assert.deepEqual((await app.call('GET', '/api/v15/webhook/1')).json, {
      id: 1,
      name: 'dba chat',
      url: 'https://hooks.example.com/dba',
      enabled: true,
      method: 'POST',
      http_headers: [
        { http_header_id: 1, http_header_key: 'Authorization', http_header_value: 'Bearer another' },
        { http_header_id: 2, http_header_key: 'X-Team', http_header_value: 'dba' },
      ],
      payload_template: '{"text": "%AlertName% on %ObjectName% is now %CurrentState%"}',
      low_alert: false,
      med_alert: true,
      high_alert: true,
      cleared_alert: true,
      payload_type: 'JOB',
    })

    await runShell(`${settings}\n${farewell}`)

    assert.deepEqual((await app.call('GET', '/api/v15/webhook/')).json, [])
  })

  it('has its refusals on the page of errors, with the pair that its clients know', async () => {
    const { json } = await app.call('POST', '/api/v15/webhook/', { name: 'a', url: 'nowhere' })

    assert.deepEqual([json.success, json.errormsg], [0, json.detail])
    assert.match(errors, /`success`, always 0, and `errormsg`, the same sentence as `detail`/)
  })

  it('names every status by which an operation refuses', () => {
    const { paths } = JSON.parse(readFileSync('openapi/v15.json', 'utf8')) as {
      readonly paths: Record<string, Record<string, { readonly responses: object }>>
    }
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    const refusals = new Set(operations.flatMap(({ responses }) => Object.keys(responses)))

    const explained = new Set([...errors.matchAll(/^## ([45]\d\d) /gm)].map(([, status]) => status))
    assert.deepEqual(
      [...refusals].filter((status) => Number(status) >= 400 && !explained.has(status)),
      [],
    )
  })

  /** What the commands of the page print, sent to this service; one that is refused ends it. */
  async function runShell(script: string): Promise<string> {
    const adapted = script.replace('http://127.0.0.1:8480', app.url).replaceAll('curl ', 'curl -fsS ')
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', adapted], {
      timeout: 120_000,
      env: { ...process.env, TOCSIN_TOKEN: ADMIN_TOKEN },
    })
    return stdout
  }
})
