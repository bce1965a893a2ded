/**
 * The condition for what is in the alert queue that has this name in the statement. It is compared as a row, which no
 * index fits but those of alert queues: one by the webhook alone looks as cheap while the tables are small, and would
 * have all that is unfinished for that webhook read for each line. Whoever wants an order asks for that of the index.
 */
export const inAlertQueue = (alertQueue: string, of = '') =>
  `(${of}subject, ${of}webhook_id) >= (${alertQueue}.subject, ${alertQueue}.webhook_id)
    AND (${of}subject, ${of}webhook_id) <= (${alertQueue}.subject, ${alertQueue}.webhook_id)`

export const ALERT_QUEUE_ORDER = 'subject, webhook_id, event_id, id'
export const ALERT_QUEUE_ORDER_FROM_NEWEST = 'subject DESC, webhook_id DESC, event_id DESC, id DESC'
