let emoji: RegExp | undefined

/**
 * Matches emoji of several characters, some of them invisible alone: families, flags, coloured hearts. Compiled when
 * needed: it takes 20 ms, which no thread should spend at its start.
 */
function everyEmoji(): RegExp {
  return (emoji ??= new RegExp(String.raw`\p{RGI_Emoji}`, 'gv'))
}

/**
 * Control characters, line separators, halves of pairs; format characters such as those that change the direction of
 * text; and everything else without a trace on the screen (U+200B, U+3164, U+2800).
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u

/** For documents: characters that no name may have, except within emoji. Blanks may surround a name. */
const UNSEEN = String.raw`\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f`
export function visiblePattern(charactersMax: number): string {
  return String.raw`^\s*[^\s${UNSEEN}](?:[^${UNSEEN}]{0,${charactersMax - 2}}[^\s${UNSEEN}])?\s*$`
}

/**
 * Says which character is invisible; completes "name …". Invisible ones would let two names be confused,
 * above all in the audit log.
 */
export function findInvisible(name: string): string | undefined {
  return INVISIBLE.test(name) && INVISIBLE.test(name.replace(everyEmoji(), ''))
    ? 'must not have control characters, line ends, or others that are not seen (zero-width ones, marks of direction)'
    : undefined
}
