// A receiver that takes only what was signed with the secret of its webhook, with the library of Standard Webhooks.
//
//   npm install standardwebhooks
//   WEBHOOK_SECRET=whsec_… PORT=9000 node receiver.ts
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env['WEBHOOK_SECRET'] ?? '')
const seen = new Set<string>()

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  // The bytes as they came: a body that was parsed and written anew has another signature.
  const body = Buffer.concat(chunks).toString('utf8')
  try {
    webhook.verify(body, request.headers as Record<string, string>, { jsonParse: false })
  } catch (error) {
    response.writeHead(401).end(String(error))
    return
  }
  const id = String(request.headers['webhook-id'])
  // The same id is the same notification, sent once more because an answer was lost.
  if (!seen.has(id)) console.log(body)
  seen.add(id)
  response.writeHead(204).end()
})
server.listen(Number(process.env['PORT'] ?? 9000), '127.0.0.1')
