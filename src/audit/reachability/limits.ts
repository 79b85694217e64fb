/** Calls that may be made in search of all that can be known. Where there are more, plans alone count. */
export const MAX_FREE_CALLS = 500

/** Calls that may be made in search of plans for one question in one world; over that it is undecided. */
export const MAX_CALLS = 20_000

/** Worlds in which a value of 10 bits or more has to turn up before that is no chance. */
export const NO_CHANCE = 2
