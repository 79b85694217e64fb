/** Words of 0 to 19; the word of a number stands at its index. */
export const ONES: readonly string[] =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
/** Words of 20 to 90 in steps of ten. */
export const TENS: readonly string[] = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** Words that multiply what stands before them, largest first; "hundred" is one too. */
export const SCALES: readonly (readonly [word: string, factor: number])[] = [
  ['billion', 1e9],
  ['million', 1e6],
  ['thousand', 1e3],
]
export const HUNDRED = 100
