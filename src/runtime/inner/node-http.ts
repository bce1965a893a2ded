/**
 * Node's own HTTP. An `import` of it reads each of its exports, and some of these (`WebSocket`, `MessageEvent`) are
 * loaded when they are read, with a whole second HTTP client: 30 ms of the processor at each start, for nothing.
 */
export const http = process.getBuiltinModule('node:http')
