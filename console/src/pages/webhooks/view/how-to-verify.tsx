import { Text } from '@mantine/core'
import { CodeBlock } from '../../../ui/exchange/code-block.tsx'
import { ExternalLink } from '../../../ui/page/external-link.tsx'
import { Panel } from '../../../ui/page/panel.tsx'

const EXAMPLE = `import { Webhook } from 'standardwebhooks'

// body: the raw body of the request, before anything parses it
const webhook = new Webhook(process.env.TOCSIN_SECRET)
const payload = webhook.verify(body, request.headers) // throws if it is not genuine`

/** Shows authors of receivers how to verify a signature. */
export function HowToVerify() {
  return (
    <Panel title="How the receiver verifies it">
      <Text size="sm" mb="sm">
        Requests are signed by Standard Webhooks: the headers <span className="mono">webhook-id</span>,{' '}
        <span className="mono">webhook-timestamp</span> and <span className="mono">webhook-signature</span>,
        an HMAC-SHA256 over the three. There are libraries for most languages:{' '}
        <ExternalLink href="https://www.standardwebhooks.com" label="standardwebhooks.com" />. For example:
      </Text>
      <CodeBlock text={EXAMPLE} label="Example in JavaScript" />
    </Panel>
  )
}
