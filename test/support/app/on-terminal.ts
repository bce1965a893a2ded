/** Loaded before the service: it takes its stderr for a terminal, where it says what no log may keep. */
process.stderr.isTTY = true
