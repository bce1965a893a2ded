/** How much one definition may hold (design, section 4). */
export const HEADERS_MAX = 64
