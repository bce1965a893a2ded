/**
 * Node's own HTTP. An `import` of it reads each of its exports, and some of these (`WebSocket`, `MessageEvent`) are loaded
 * when they are read, with a whole second HTTP client: 10 MB of memory, for nothing.
 */
export const http = process.getBuiltinModule('node:http')
