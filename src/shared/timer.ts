/** Milliseconds that a timer can wait at most; node lets a longer one end at once. */
export const LONGEST_TIMER: number = 2 ** 31 - 1
