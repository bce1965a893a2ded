let emoji: RegExp | undefined

/**
 * Returns a pattern of emoji made of several characters, some of which are not seen by themselves: families, flags,
 * hearts in colour. It is made only when one is looked for: that takes 20 ms, which each thread would need to start.
 */
function everyEmoji(): RegExp {
  return (emoji ??= new RegExp(String.raw`\p{RGI_Emoji}`, 'gv'))
}

/**
 * Control characters, line separators and halves of pairs; format characters, among them those that change the
 * direction of the text around them; and all else that leaves no trace on the screen (U+200B, U+3164, U+2800).
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u

/** The characters that no name may have, except those of emoji, for documents. Blanks may stand around a name. */
const UNSEEN = String.raw`\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f`
export function visiblePattern(charactersMax: number): string {
  return String.raw`^\s*[^\s${UNSEEN}](?:[^${UNSEEN}]{0,${charactersMax - 2}}[^\s${UNSEEN}])?\s*$`
}

/**
 * Says why a text cannot be a name, so that it completes "name …"; undefined: all of it is seen. Two that appear alike
 * would be taken for one another, in the audit log above all.
 */
export function findInvisible(name: string): string | undefined {
  return INVISIBLE.test(name) && INVISIBLE.test(name.replace(everyEmoji(), ''))
    ? 'must not have control characters, line ends, or others that are not seen (zero-width ones, marks of direction)'
    : undefined
}
