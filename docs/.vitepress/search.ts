import type { DefaultTheme } from 'vitepress'

/*
 * The browser searches with the text of these functions, so each stands alone: it uses nothing from outside its braces.
 */

/** Factor of a page's score: guides come before types. */
function boostDocument(id: string): number {
  if (id.includes('docs/guides/')) return 2
  return id.includes('docs/reference/') ? 0.05 : 1
}

/** Words consist of letters and digits; a sign, such as a backtick or an apostrophe, ends one. */
function tokenize(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u)
}

/** The word as it is indexed and searched: in small letters, without the plural's s; null for a word that every page has. */
function processTerm(term: string): string | null {
  const word = term.toLowerCase()
  const common =
    /^(?:|.|an|and|any|are|as|at|be|by|can|could|do|does|for|from|has|have|how|if|in|into|is|it|its|me|my|of|on|or|our|should|so|that|the|their|them|there|these|they|this|to|was|we|were|what|when|where|which|who|why|will|with|would|you|your)$/
  if (common.test(word)) return null
  return /[^s]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word
}

/** A word of three letters also finds longer words that begin with it. */
function prefix(term: string): boolean {
  return term.length >= 3
}

/** A longer word also finds words that differ in one letter. */
function fuzzy(term: string): number | boolean {
  return term.length >= 6 ? 1 : false
}

export const searchOptions: NonNullable<DefaultTheme.LocalSearchOptions['miniSearch']> = {
  options: { processTerm, tokenize },
  searchOptions: { boostDocument, prefix, fuzzy, boost: { title: 6, titles: 2, text: 1 } },
}

const MARKED = `(\${escapeRegExp(term)})`

/** Lets the search box mark words by their beginning; without it the box marks "red" in "compared" as found. */
export const markWordStarts = {
  name: 'mark-word-starts',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | null {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return null
    if (!code.includes(MARKED))
      throw new Error(
        `Failed to change the search box: ${id} has no ${MARKED}. Adapt docs/.vitepress/search.ts.`,
      )
    return code.replace(MARKED, () => `\\\\b${MARKED}`)
  },
}
