import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runTool } from './run-tool.ts'

describe('tocsin alone', () => {
  it('says where one is and how to begin', async () => {
    const { code, out } = await runTool([])

    assert.equal(code, 0)
    assert.match(out, /The first five minutes/)
    assert.match(out, /tocsin webhook add/)
  })

  it('helps in every way that people ask', async () => {
    const asked = await Promise.all(
      [
        ['webhook', 'add', '--help'],
        ['webhook', 'add', '-h'],
        ['help', 'webhook', 'add'],
      ].map((argv) => runTool(argv)),
    )

    for (const { code, out } of asked) {
      assert.equal(code, 0)
      assert.match(out, /^Usage: tocsin webhook add/)
      assert.match(out, /Examples:\n {2}# /)
    }
  })

  it('tells its version', async () => {
    for (const word of ['--version', 'version'])
      assert.match((await runTool([word])).out, /^\d+\.\d+\.\d+\n$/)
  })
})

describe('usage mistakes', () => {
  for (const { argv, says } of [
    { argv: ['webhok'], says: /^Unknown command 'webhok'\. Did you mean webhook\?\nSee: tocsin --help\n$/ },
    {
      argv: ['webhook', 'list', '--lmit', '5'],
      says: /^Unknown option '--lmit'\. Did you mean --limit\?\nSee: tocsin webhook list --help\n$/,
    },
    { argv: ['help-me', '--help'], says: /^Unknown command 'help-me'\./ },
    { argv: ['completion', 'csh'], says: /^<shell> is "csh", but must be bash, zsh or fish\./ },
    { argv: ['help', 'webhok'], says: /^Unknown command 'webhok'\. Did you mean webhook\?/ },
    { argv: ['--url', 'http://x', 'webhook', 'lst', '-h'], says: /^Unknown command 'lst'\. Did you mean/ },
    { argv: ['webhook', 'show'], says: /^Missing required argument 'id'\./ },
    { argv: ['webhook', 'show', '1', '2'], says: /^Too many arguments/ },
    { argv: ['webhook', 'show', '../tokens'], says: /^<id> is "\.\.\/tokens", not an id such as 7\./ },
    { argv: ['webhook', 'add', '--name', 'x'], says: /^Required option '--url <url>' not specified\./ },
    {
      argv: ['webhook', 'add', '--name', 'x', '--url', 'http://x', '--only', 'hgih'],
      says: /^--only is "hgih", but must be cleared, low, medium or high\./,
    },
    {
      argv: ['webhook', 'add', '--name', 'x', '--url', 'http://x', '--only', 'high', '--no-low'],
      says: /^--only says everything about states; it cannot stand together with --no-low\./,
    },
    {
      argv: ['webhook', 'add', '--name', 'x', '--url', 'http://x', '--template', '/nonexistent'],
      says: /^--template names \/nonexistent, which cannot be read: there is no such file\./,
    },
    { argv: ['webhook', 'edit', '1'], says: /^Nothing to change was given\./ },
    { argv: ['alert', 'list', '--resolved'], says: /^--resolved is called --cleared\./ },
    { argv: ['webhook', 'list', '--label', 'team=dba'], says: /^--label is called --tag\./ },
    {
      argv: ['webhook', 'edit', '1', '--remove-label', 'team'],
      says: /^--remove-label is called --remove-tag\./,
    },
    { argv: ['webhook', 'show', '1', '--label', 'team=dba'], says: /^Unknown option '--label'/ },
    { argv: ['silence', 'add', '--label', 'team=dba'], says: /^Unknown option '--label'/ },
    {
      argv: ['webhook', 'edit', '1', '--enabled', '--disabled'],
      says: /^--enabled and --disabled cannot both be given\./,
    },
    {
      argv: ['webhook', 'delete', '1'],
      says: /^There is nobody to ask for a confirmation; confirm with --yes\./,
    },
    {
      argv: ['webhook', 'test', '1', '--event', '2', '--sample', 'raised'],
      says: /^--event and --sample cannot both be given\./,
    },
    {
      argv: ['alert', 'send', '--key', 'a'],
      says: /^--name, --state must be given \(all of them\), or --file\./,
    },
    {
      argv: ['alert', 'send', '--key', 'a', '--file', 'x.json'],
      says: /^With --file everything stands in the file; --key cannot be given too\./,
    },
    {
      argv: ['delivery', 'list', '--since', 'yesterday'],
      says: /^--since is "yesterday", neither a time such as .* nor how long ago/,
    },
    { argv: ['delivery', 'retry'], says: /^Give either the ids of the deliveries, or options/ },
    { argv: ['delivery', 'cancel', '7', '--webhook', '1'], says: /^Give either the ids/ },
    { argv: ['delivery', 'retry', '--state', 'delivered'], says: /^--state is "delivered", but must be/ },
    {
      argv: ['delivery', 'list', '--failed', '--undelivered'],
      says: /^--failed and --undelivered cannot both be given\./,
    },
    { argv: ['delivery', 'reroute', '--webhook', '1'], says: /^Required option '--to <id>' not specified\./ },
    { argv: ['delivery', 'reroute', '--to', '1'], says: /^Say which deliveries, .* give --all\./ },
    {
      argv: ['delivery', 'retry', '--failed'],
      says: /^There is nobody to ask for a confirmation; confirm with --yes\./,
    },
    {
      argv: ['token', 'create', '--name', 'x', '--scope', 'everything'],
      says: /^--scope is "everything", but must be webhooks:read, /,
    },
    { argv: ['listen', '--status', 'maybe'], says: /^--status is "maybe", not HTTP statuses/ },
    {
      argv: ['webhook', 'list', '--url', 'nowhere'],
      says: /^The address of the service is "nowhere" \(from --url\), but must be like/,
    },
  ]) {
    it(`tocsin ${argv.join(' ')}: exit code 2 and a sentence`, async () => {
      const { code, out, err } = await runTool(argv)

      assert.equal(code, 2)
      assert.match(err, says)
      assert.equal(out, '')
    })
  }

  it('a noun without a verb shows what there is', async () => {
    const { code, err } = await runTool(['webhook'])

    assert.equal(code, 2)
    assert.match(err, /Commands:\n {2}list /)
  })

  it('are JSON on stderr with --json', async () => {
    const { code, err } = await runTool(['--json', 'webhook', 'show', 'x'])

    assert.equal(code, 2)
    assert.equal(JSON.parse(err).detail, '<id> is "x", not an id such as 7.')
  })

  it('lists all mistakes in the settings at once', async () => {
    const { code, err } = await runTool(['serve', '--listen', 'here'], {
      environment: { TOCSIN_RETENTION: 'long', TOCSIN_RETNTION: '1d', TOCSIN_LOG_LEVEL: 'silent' },
    })

    assert.equal(code, 1)
    assert.match(err, /^The configuration has 3 mistakes:\n/)
    assert.match(err, /--listen is "here"/)
    assert.match(err, /TOCSIN_RETENTION is "long"/)
    assert.match(err, /TOCSIN_RETNTION is not a setting/)
  })
})
