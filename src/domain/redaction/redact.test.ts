import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { redactHeaders, redactUrl, secretPartsOfUrl } from './redact.ts'

describe('redactHeaders', () => {
  const hidden: readonly (readonly [string, string, string])[] = [
    ['Authorization', 'Bearer abc.def', 'Bearer ***'],
    ['authorization', 'Basic Ym9iOnB3', 'Basic ***'],
    ['Authorization', 'GenieKey 0000-1111', 'GenieKey ***'],
    ['Authorization', 'abc', '***'],
    ['Proxy-Authorization', 'Basic Ym9iOnB3', 'Basic ***'],
    ['X-Auth-Token', 'abc', '***'],
    ['X-Api-Key', 'abc', '***'],
    ['DD-API-KEY', 'abc', '***'],
    ['apikey', 'abc', '***'],
    ['X-Routing-Key', 'abc', '***'],
    ['PRIVATE-TOKEN', 'abc', '***'],
    ['X-Webhook-Secret', 'abc', '***'],
    ['X-Password', 'abc', '***'],
    ['Cookie', 'session=abc', '***'],
    ['Set-Cookie', 'session=abc', '***'],
    ['Location', 'https://bob:pw@h.example/a?token=abc', 'https://***@h.example/a?token=***'],
  ]
  for (const [name, value, shown] of hidden) {
    it(`shows ${name}: ${value} as ${shown}`, () => {
      assert.deepEqual(redactHeaders([[name, value]]), [[name, shown]])
    })
  }

  it('hides further names that it is given, whatever their case', () => {
    const headers = [
      ['X-Team', 'dba'],
      ['X-Other', 'shown'],
    ] as const

    assert.deepEqual(redactHeaders(headers, new Set(['x-team'])), [
      ['X-Team', '***'],
      ['X-Other', 'shown'],
    ])
  })

  it('leaves the others, in their order, and reads their bytes as UTF-8', () => {
    const headers = [
      ['Content-Type', 'application/json'],
      ['webhook-id', 'dlv_1_2'],
      ['Idempotency-Key', 'dlv_1_2'],
      ['X-Object', Buffer.from('Störung').toString('latin1')],
      ['X-Twice', 'one'],
      ['X-Twice', 'two'],
    ] as const

    const shown = redactHeaders(headers)

    assert.deepEqual(shown[3], ['X-Object', 'Störung'])
    assert.deepEqual([...shown.slice(0, 3), ...shown.slice(4)], [...headers.slice(0, 3), ...headers.slice(4)])
  })
})

describe('redactUrl', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['https://hooks.example/a/b?c=d#e', 'https://hooks.example/a/b?c=d#e'],
    ['https://bob:pw@hooks.example/', 'https://***@hooks.example/'],
    ['https://bob@hooks.example/', 'https://***@hooks.example/'],
    ['https://bob:p@w@hooks.example/', 'https://***@hooks.example/'],
    [' https:\\\\bob:pw@hooks.example/', ' https:\\\\***@hooks.example/'],
    ['https:bob:pw@hooks.example/', 'https:***@hooks.example/'],
    ['https://hooks.example/?to=a@b.example', 'https://hooks.example/?to=a@b.example'],
    ['https://h.example/?token=abc&x=1', 'https://h.example/?token=***&x=1'],
    ['https://h.example/?x=1&api_key=abc', 'https://h.example/?x=1&api_key=***'],
    ['https://h.example/?x=1&sig=abc&sv=2', 'https://h.example/?x=1&sig=***&sv=2'],
    ['https://h.example/?access_token=a%26b#frag', 'https://h.example/?access_token=***#frag'],
    ['https://h.example/?secret', 'https://h.example/?secret'],
    ['https://hooks.slack.com/services/T0000/B0000/abcDEF', 'https://hooks.slack.com/services/***'],
    ['https://HOOKS.slack.com.:443/workflows/T0/A0/1/x', 'https://HOOKS.slack.com.:443/workflows/***'],
    ['https://hooks.slack.com/triggers/T0/1/x?a=b', 'https://hooks.slack.com/triggers/***?a=b'],
    ['https://discord.com/api/webhooks/12345/abc_D-e', 'https://discord.com/api/webhooks/12345/***'],
    [
      'https://discordapp.com/api/v10/webhooks/1/ab?wait=true',
      'https://discordapp.com/api/v10/webhooks/1/***?wait=true',
    ],
    [
      'https://canary.discord.com/api/webhooks/1/ab/slack',
      'https://canary.discord.com/api/webhooks/1/***/slack',
    ],
    ['https://notdiscord.com/api/webhooks/1/ab', 'https://notdiscord.com/api/webhooks/1/ab'],
    ['https://api.telegram.org/bot123:AAE-x/sendMessage', 'https://api.telegram.org/bot***/sendMessage'],
    ['https://api.telegram.org/file/bot123%3AAAE/a', 'https://api.telegram.org/file/bot***/a'],
    ['http://10.0.0.1:8081/bot123:AAE-x/sendMessage', 'http://10.0.0.1:8081/bot***/sendMessage'],
    [
      'https://x.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d',
      'https://x.webhook.office.com/webhookb2/***',
    ],
    ['https://outlook.office.com/webhook/a@b/c', 'https://outlook.office.com/webhook/***'],
    [
      'https://prod-1.westeurope.logic.azure.com:443/workflows/ab/triggers/manual/paths/invoke?api-version=1&sp=%2F&sv=1.0&sig=Ab_c',
      'https://prod-1.westeurope.logic.azure.com:443/workflows/ab/triggers/manual/paths/invoke?api-version=1&sp=%2F&sv=1.0&sig=***',
    ],
    [
      'https://x.environment.api.powerplatform.com/a?sig=b',
      'https://x.environment.api.powerplatform.com/a?sig=***',
    ],
    ['https://chat.acme.example/hooks/abcdefghijklmnopqrstuvwxyz', 'https://chat.acme.example/hooks/***'],
    [
      'https://chat.acme.example/hooks/5ab0000000aa/tokenTOKENtoken',
      'https://chat.acme.example/hooks/5ab0000000aa/***',
    ],
    ['https://hooks.zapier.com/hooks/catch/123/abc/', 'https://hooks.zapier.com/hooks/catch/***'],
    [
      'https://chat.googleapis.com/v1/spaces/A/messages?key=AIza&token=t%3D',
      'https://chat.googleapis.com/v1/spaces/A/messages?key=***&token=***',
    ],
    [
      'https://alert.victorops.com/integrations/generic/20131114/alert/k/team',
      'https://alert.victorops.com/integrations/generic/20131114/alert/***/team',
    ],
    ['https://bob:pw@discord.com/api/webhooks/1/ab', 'https://***@discord.com/api/webhooks/1/***'],
    ['https://h.example/in/0189c0de-aaaa-4bbb-8ccc-1234567890ab/x', 'https://h.example/in/***/x'],
    ['https://h.example/in/9fb1c2d3e4f5a6b7c8d9', 'https://h.example/in/***'],
    ['https://h.example/in/kJhGfDsAqWeRtYuIoPzXcVbNm', 'https://h.example/in/***'],
    ['https://h.example/key_3x4mpl3k3y4us/a', 'https://h.example/***/a'],
    // What people choose stays.
    ['https://ntfy.example/dba-alerts-production', 'https://ntfy.example/dba-alerts-production'],
    [
      'https://h.example/api/v2/alerts/replication-lag-pg-orders-2',
      'https://h.example/api/v2/alerts/replication-lag-pg-orders-2',
    ],
    ['https://h.example/alerts/2026-09-14T03:00:00', 'https://h.example/alerts/2026-09-14T03:00:00'],
    [
      'https://h.example/a/%AlertID%/%DatabaseServerName%',
      'https://h.example/a/%AlertID%/%DatabaseServerName%',
    ],
    ['https://h.example/prometheusAlertManagerReceiver', 'https://h.example/prometheusAlertManagerReceiver'],
    ['https://h.example/a?x=bot123:abc', 'https://h.example/a?x=bot123:abc'],
    ['no address at all', 'no address at all'],
    ['?token=abc', '?token=***'],
  ]
  for (const [url, shown] of cases) {
    it(`shows ${url} as ${shown}`, () => assert.equal(redactUrl(url), shown))
  }
})

describe('secretPartsOfUrl', () => {
  it('gives what redactUrl hides', () => {
    assert.deepEqual(secretPartsOfUrl('https://bob:pw@hooks.slack.com/services/T/B/x?a=b&sig=s'), [
      'bob:pw',
      'T/B/x',
      's',
    ])
    assert.deepEqual(secretPartsOfUrl('https://h.example/a?b=c'), [])
  })
})
