/** Who names a webhook as the fallback, asked whenever one is changed or deleted. */
export const webhooksByFallback = `
CREATE INDEX webhooks_by_fallback ON webhooks (fallback_webhook_id) WHERE fallback_webhook_id IS NOT NULL;
`
