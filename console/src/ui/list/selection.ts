/** Selects entries by id, or everything that fits the filter, shown or not. */
export interface Selection {
  readonly ids: ReadonlySet<number>
  readonly isEverything: boolean
  /** Where a range begins: the last ticked entry. */
  readonly last: number | null
}

export const NOTHING: Selection = { ids: new Set(), isEverything: false, last: null }
export const EVERYTHING: Selection = { ids: new Set(), isEverything: true, last: null }

/** Ticks or unticks one entry; with `isRange`, all from the last one to it. */
export function toggle(
  selection: Selection,
  id: number,
  { shown, isRange }: { readonly shown: readonly number[]; readonly isRange: boolean },
): Selection {
  // Leaving "everything" keeps the shown entries without this one.
  const ids = new Set(selection.isEverything ? shown : selection.ids)
  const isTicked = !ids.has(id)
  for (const each of isRange ? between(shown, selection.last, id) : [id]) {
    if (isTicked) ids.add(each)
    else ids.delete(each)
  }
  return { ids, isEverything: false, last: id }
}

/** Ticks all shown entries, or none if all are. */
export function toggleShown(selection: Selection, shown: readonly number[]): Selection {
  if (selection.isEverything || shown.every((id) => selection.ids.has(id))) return NOTHING
  return { ids: new Set(shown), isEverything: false, last: null }
}

export function isTicked({ ids, isEverything }: Selection, id: number): boolean {
  return isEverything || ids.has(id)
}

function between(shown: readonly number[], one: number | null, other: number): readonly number[] {
  const from = one === null ? -1 : shown.indexOf(one)
  const to = shown.indexOf(other)
  if (from < 0 || to < 0) return [other]
  return shown.slice(Math.min(from, to), Math.max(from, to) + 1)
}
