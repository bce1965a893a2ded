/**
 * Node's own HTTP. An `import` would read every export, and some (`WebSocket`, `MessageEvent`) load a second
 * HTTP client: 30 ms of processor time at each start.
 */
export const http = process.getBuiltinModule('node:http')
