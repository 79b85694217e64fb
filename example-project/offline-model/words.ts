const STOP_WORDS = new Set(
  `a about above after all also an and any are as at be been below both but by can could did do does each for from
  get give had has have how i if in into is it its just let like me my need next no not now of on one or our out
  over per please same should so some such take tell than that the their them then there these they this those to
  up us use used using via want was we were what when where which while who will with would you your`.split(
    /\s+/,
  ),
)

/** Words of everyday English that people use for one another when they ask for something to be done. */
const SYNONYMS = [
  ['compute', 'calculate', 'determine', 'evaluate'],
  ['email', 'mail'],
  ['search', 'find'],
  ['store', 'save', 'write', 'remember', 'memory', 'memorize'],
  ['create', 'make', 'new', 'add'],
  ['remove', 'delete', 'erase'],
  ['average', 'mean'],
  ['price', 'cost', 'quote'],
  ['fetch', 'retrieve', 'download'],
  ['open', 'read', 'load'],
  ['shorten', 'truncate', 'cut'],
  ['digest', 'hash', 'fingerprint'],
  ['schedule', 'plan', 'book'],
  ['notify', 'alert', 'notification'],
  ['tell', 'inform'],
  ['image', 'picture', 'photo'],
  ['sort', 'order', 'rank'],
]

const SUFFIX = /(?:ations?|ings?|ions?|ments?|ers?|ors?|ied|ies|ed|es|s|e|y)$/

function rawStem(word: string): string {
  const bare = word.length > 4 ? word.replace(SUFFIX, '') : word.replace(/s$/, '')
  return (bare.length >= 3 ? bare : word).slice(0, 6)
}

const CANONICAL = new Map(
  SYNONYMS.flatMap((group) => group.map((word) => [rawStem(word), rawStem(group[0] as string)] as const)),
)

/** Groups inflections of a word, roughly: "converted", "conversion" and "convert" have one stem. */
export function stem(word: string): string {
  const raw = rawStem(word.toLowerCase())
  return CANONICAL.get(raw) ?? raw
}

/** Lower-case words of a text; camelCase and snake_case names fall apart into theirs. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/\be-mail/gi, 'email')
    .toLowerCase()
    .match(/[a-z]+\d*|\d+/g) ?? []

/** Stems of the words that carry meaning. */
export const termsOf = (text: string): Set<string> =>
  new Set(
    wordsOf(text)
      .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
      .map(stem),
  )

/** Number of members that two sets share. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0
  for (const member of a) if (b.has(member)) count++
  return count
}

const COMMANDS = new Set(
  `add analyze answer ask average book calculate capture change check classify clean combine compare compress compute
  convert count create cut decode decrypt delete detect determine draw email encode encrypt estimate evaluate extract
  fetch figure fill filter find format generate get give hash identify invite issue join keep list load log look make
  mask measure merge message move notify note open parse perform post predict pull publish put query read record remember remind
  remove rename replace report resolve retrieve reverse rewrite round run save schedule score search select send set
  shorten show slugify sort split store subtract sum summarize tell tokenize transform translate truncate turn update
  upload validate verify write`.split(/\s+/),
)

/** Verbs that say little without their object: "make a summary" is about the summary. */
const LIGHT = new Set(`create do find get give look make perform pull run set take`.split(' '))
const OPENING =
  /^(?:\s*(?:and|also|please|then|next|finally|first|both|simultaneously|in parallel|can you|could you),?\s)*\s*/i

/** True where a text begins like a command: with the plain form of a verb of doing. */
export function isCommand(text: string): boolean {
  const [first] = wordsOf(text.replace(OPENING, ''))
  return first !== undefined && COMMANDS.has(first)
}

/** Terms of a clause with their weights: its verb counts for more, a participle ("the encoded text") for less. */
export function weightedTerms(text: string): Map<string, number> {
  const weights = new Map<string, number>()
  const [verb] = isCommand(text) ? wordsOf(text.replace(OPENING, '')) : []
  for (const word of wordsOf(text)) {
    const weight = word !== verb ? (/[a-z]{3}ed$/.test(word) ? 0.4 : 1) : LIGHT.has(word) ? 0.5 : 1.6
    for (const term of termsOf(word)) weights.set(term, Math.max(weight, weights.get(term) ?? 0))
  }
  return weights
}
