/** What some runs must have tried, or they prove less than they seem to. */
export const MUST_HAPPEN = [
  'sending > delivered',
  'sending > failed',
  'sending > pending',
  'waiting > pending',
  'waiting > cancelled',
  'pending > cancelled',
  'pending > waiting',
  'pending > pending, held',
  'an answer after a lost lease',
  'a receiver asks for time',
  'a schedule is used up',
  'a webhook is paused',
  'a receiver that failed is well again',
  'a retry by hand waits',
  'a retry by hand is due',
  'an alert expires',
  'an observation is stale',
  'a job run is duplicate',
  'history is removed',
  'a call fails',
  'a quiet time, and then something is due',
  'fault',
  'dies',
  'stalls',
  'ends the zombie',
  'has stopped',
  'stands still',
  'loses wake signals',
  'rescueExpired',
  'the clock is set back',
  'the clock is set forward',
  'a due time out of reach counts as now',
  'steps the clock of the machines',
]

/** The same of many runs. */
export const MUST_HAPPEN_ONCE_IN_MANY = [
  'sending > pending, held',
  'sending > cancelled',
  'pending > failed',
  'a receiver is gone',
  'a probe fails',
  'a fallback is told',
  'delivery.lease_too_short',
  'delivery.stop_cut_short',
  'releaseClaims',
  'a lease is cut',
  'a predecessor is gone',
]

/** What only a server does, and days of history. */
export const MUST_HAPPEN_ON_POSTGRES = ['crashes', 'loses all connections', 'history is removed']
