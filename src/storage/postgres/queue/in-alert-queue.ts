/**
 * Returns the condition for deliveries of the alert queue with this name. Compared as a row, which fits only
 * the index of alert queues: one by the webhook would read all of its unfinished deliveries.
 */
export const inAlertQueue = (alertQueue: string, of = '') =>
  `(${of}subject, ${of}webhook_id) >= (${alertQueue}.subject, ${alertQueue}.webhook_id)
    AND (${of}subject, ${of}webhook_id) <= (${alertQueue}.subject, ${alertQueue}.webhook_id)`

export const ALERT_QUEUE_ORDER = 'subject, webhook_id, event_id, id'
export const ALERT_QUEUE_ORDER_FROM_NEWEST = 'subject DESC, webhook_id DESC, event_id DESC, id DESC'
