import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { MONITOR_GUIDES } from '../../console/src/pages/settings/sources/guides/monitor-guides.ts'
import { readSources } from '../../src/domain/source/source.ts'
import { routeTable } from '../../scripts/pages/openapi-documents.ts'

const PLACE = { address: 'https://tocsin.example.com', token: 'tcn_…' }
const paths = new Set(routeTable().map(({ path }) => path))

/** What a page shows to be copied, in this language. */
function blocks(page: string, language: string): readonly string[] {
  const text = readFileSync(`docs/${page}.md`, 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, code = '']) => code,
  )
}

describe('the pages about sources', () => {
  it('show files of sources that are read without a complaint', () => {
    const files = ['sources', 'sources-grafana', 'sources-jobs', 'sources-json'].flatMap((page) =>
      blocks(page, 'yaml').filter((text) => text.startsWith('sources:')),
    )

    assert.ok(files.length >= 9)
    for (const file of files) assert.ok(readSources(parse(file)).length > 0)
  })

  it('show a contact point and a policy of Grafana that belong together', () => {
    const [file = ''] = blocks('sources-grafana', 'yaml')
    const { apiVersion, contactPoints, policies } = parse(file)
    const [{ name, receivers }] = contactPoints
    const [{ type, settings }] = receivers

    assert.deepEqual([apiVersion, type, policies[0].receiver], [1, 'webhook', name])
    assert.ok(paths.has(new URL(settings.url).pathname))
  })

  it('show an Alertmanager whose route leads to its receiver', () => {
    const file = blocks('sources-prometheus', 'yaml').find((text) => text.startsWith('route:')) ?? ''
    const { route, receivers } = parse(file)

    assert.equal(route.receiver, receivers[0].name)
    assert.ok(paths.has(new URL(receivers[0].webhook_configs[0].url).pathname))
  })

  it('show the same commands of Nagios as the console does', () => {
    const page = readFileSync('docs/sources-nagios.md', 'utf8').replaceAll(/^ {3}\b/gm, '')

    const guide = MONITOR_GUIDES.find(({ id }) => id === 'nagios')
    assert.ok(guide)
    for (const { title, text = '' } of guide.steps(PLACE)) assert.ok(page.includes(text), title)
  })

  it('name only addresses that there are', () => {
    for (const page of [
      'sources',
      'sources-grafana',
      'sources-zabbix',
      'sources-nagios',
      'sources-prometheus',
      'sources-hosted',
    ]) {
      const text = readFileSync(`docs/${page}.md`, 'utf8')
      const named = [...text.matchAll(/example\.com(\/intake\/[\w/]+)/g)].map(([, path = '']) => path)

      for (const path of named.filter((path) => !path.includes('tcn_')))
        assert.ok(paths.has(path) || paths.has(`${path}/api/v2/alerts`), `${page}: ${path}`)
    }
  })
})
