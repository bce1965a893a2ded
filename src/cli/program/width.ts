/**
 * Returns the width of a screen. `COLUMNS` counts where the terminal tells none: containers, serial consoles and CI
 * have terminals of 0 columns. Undefined: nobody knows, and nothing is cut.
 */
export function widthOf(columns: number | undefined, variable: string | undefined): number | undefined {
  if (columns !== undefined && columns > 0) return columns
  return /^[1-9]\d{0,4}$/.test(variable ?? '') ? Number(variable) : undefined
}
