import { CLOCKS_APART_MS_MAX } from '../../../domain/clock-steps.ts'
import { PAUSE_MS_FIRST } from '../../../domain/flow/flow.ts'
import { ASKED_DELAY_MS_MAX } from '../../../domain/delivery/retry-policy.ts'

/** `isPaused` of domain/flow/flow.ts for a row of `webhook_flow`, at the moment `$1`; null counts as no. */
export const IS_PAUSED = `(flow.paused_until > $1
    AND flow.paused_until <= $1 + greatest(flow.pause_ms, ${PAUSE_MS_FIRST}) + ${CLOCKS_APART_MS_MAX}
  OR flow.asked_until > $1 AND flow.asked_until <= $1 + ${ASKED_DELAY_MS_MAX + CLOCKS_APART_MS_MAX})`
