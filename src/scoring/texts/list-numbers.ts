import type { Span } from './spans.ts'

const NUMBER =
  /^(?<lead>[ \t>*-]*)(?<number>\d+)[.)](?=[ \t]+\S)(?![ \t]+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/gimu

/** The numbers of a numbered list of two lines and more, counted from 1, with the dot or bracket behind them. */
export function listNumbers(text: string): Span[] {
  const found = [...text.matchAll(NUMBER)]
  const isCounted = found.length > 1 && found.every(({ groups }, i) => Number(groups?.number) === i + 1)
  if (!isCounted) return []
  return found.map(({ index, 0: all, groups }) => ({
    start: index + (groups?.lead?.length ?? 0),
    end: index + all.length,
  }))
}
