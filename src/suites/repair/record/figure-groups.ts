import { comesTo, type Terms } from './reckoned.ts'
import type { RecordedValues } from './recorded-values.ts'

/** Figures with fewer digits are exchanged as ids only: elsewhere they are counts, pages and the like. */
const LEAST_DIGITS = 3
const digitsIn = (text: string): number => text.replace(/\D/g, '').length

/** Whether a value is so short that it is only looked for where ids stand. */
export const isShort = (text: string): boolean => /^-?\d+$/.test(text) && digitsIn(text) < LEAST_DIGITS

export const isFigure = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text)

/** Figures of which some are reckoned from the others, from small to large. */
export interface Group {
  /** Figures to draw. */
  parts: readonly string[]
  totals: readonly (readonly [text: string, terms: Terms])[]
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0

/** What terms come to where their figures have other values, with as many decimals as the recorded figures had. */
export function reckoned(total: string, terms: Terms, valueOfText: (text: string) => number): string {
  const decimals = Math.max(...[total, ...terms.flat()].map(decimalsOf))
  return String(Number(comesTo(terms, valueOfText).toFixed(decimals)))
}

/**
 * Values that are drawn one by one, and figures that are drawn together: what comes to a value that flows, and what a
 * value that flows comes to. A figure of few digits, such as a quantity, stays; what nothing but such figures come to
 * stays too.
 */
export function sortedOut(
  flowed: readonly string[],
  { reckoned: terms }: RecordedValues,
): { alone: readonly string[]; together: readonly Group[] } {
  const parts = new Set<string>()
  const totals = new Set<string>()
  const use = (text: string): void => {
    const own = terms.get(text)
    if (own !== undefined && !totals.has(text)) {
      totals.add(text)
      own.flat().forEach(use)
    } else if (own === undefined && isFigure(text) && !isShort(text)) parts.add(text)
  }
  for (const text of flowed) if (terms.has(text)) use(text)
  const isTouched = (text: string): boolean => parts.has(text) || totals.has(text) || flowed.includes(text)
  for (let before = -1; before < totals.size; ) {
    before = totals.size
    for (const [text, own] of terms) if (!totals.has(text) && own.flat().some(isTouched)) use(text)
  }
  const alone = flowed.filter((text) => !parts.has(text) && !totals.has(text))
  return { alone, together: groupsOf([...parts], [...totals], terms) }
}

/** Figures that have to do with each other, group by group. */
function groupsOf(
  parts: readonly string[],
  totals: readonly string[],
  terms: ReadonlyMap<string, Terms>,
): Group[] {
  const groups: { texts: Set<string>; totals: string[] }[] = []
  for (const total of [...totals].sort((a, b) => Number(a) - Number(b))) {
    // Quantities and the like are the same everywhere, and tie nothing together.
    const texts = new Set([total, ...(terms.get(total) ?? []).flat()].filter((text) => !isShort(text)))
    const related = groups.filter((group) => [...group.texts].some((text) => texts.has(text)))
    for (const group of related) for (const text of group.texts) texts.add(text)
    const own = [...related.flatMap((group) => group.totals), total]
    groups.splice(0, groups.length, ...groups.filter((group) => !related.includes(group)), {
      texts,
      totals: own,
    })
  }
  return groups.map((group) => ({
    parts: parts.filter((text) => group.texts.has(text)),
    totals: group.totals
      .sort((a, b) => Number(a) - Number(b))
      .map((total) => [total, terms.get(total) ?? []] as const),
  }))
}
