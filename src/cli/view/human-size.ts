/** `512 bytes`, `16.0 KiB`, `1.4 GiB`. */
export function describeBytes(byteCount: number): string {
  const units = [
    ['GiB', 1024 ** 3],
    ['MiB', 1024 ** 2],
    ['KiB', 1024],
  ] as const
  const found = units.find(([, size]) => byteCount >= size)
  return found ? `${(byteCount / found[1]).toFixed(1)} ${found[0]}` : `${byteCount} bytes`
}
