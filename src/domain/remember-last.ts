/** Remembers the last result, for input that mostly repeats, such as a URL without markers. */
export function rememberLast<Given, Result>(compute: (given: Given) => Result): (given: Given) => Result {
  let last: { readonly given: Given; readonly result: Result } | undefined
  return (given) => {
    if (last === undefined || last.given !== given) last = { given, result: compute(given) }
    return last.result
  }
}
