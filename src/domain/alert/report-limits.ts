/** `key`, `job_id` and `run_id` of a report; in foreign dialects longer ones end with a digest of the whole. */
export const KEY_LENGTH_MAX = 500
/** The name of what is reported. */
export const NAME_LENGTH_MAX = 500
/** A value of a report that is short by nature: an address, a number, the value of a label. */
export const VALUE_LENGTH_MAX = 4096
/** A text of a report for people, and what a job printed. */
export const LONG_TEXT_LENGTH_MAX = 65_536
/** Labels of one report, and annotations. */
export const LABELS_MAX = 64
/** The name of a label or annotation. */
export const LABEL_NAME_LENGTH_MAX = 200
