import type { Rng } from '../../shared/rng.ts'

export const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** A date as YYYY-MM-DD, of a year from `first` to `last`. */
export const drawDate = (rng: Rng, first: number, last: number): string =>
  `${rng.int(first, last)}-${twoDigits(rng.int(1, 12))}-${twoDigits(rng.int(1, 28))}`

/** A date and a time on the quarter hour, YYYY-MM-DD HH:MM, by day. */
export const drawDateTime = (rng: Rng): string =>
  `${drawDate(rng, 2030, 2034)} ${twoDigits(rng.int(7, 20))}:${rng.pick(['00', '15', '30', '45'])}`

/** The price of a share, within the range of prices that shares have here. */
export const drawPrice = (rng: Rng): number => rng.decimal(20, 900, 2)

/** A number with two decimals of which the last is not 0. */
const cents = (rng: Rng, min: number, max: number): number =>
  Number((rng.int(min, max - 1) + rng.int(1, 9) / 10 + rng.int(1, 9) / 100).toFixed(2))

const NUMBERS: Readonly<Record<string, (rng: Rng, min: number, max: number, decimals: number) => unknown>> = {
  cents,
  decimal: (rng, min, max, decimals) => rng.decimal(min, max, decimals),
  hex: (rng, min, max) => rng.int(min, max).toString(16),
  int: (rng, min, max) => rng.int(min, max),
}

/** A text with its numbers drawn from left to right: `{int 2 99}`, `{decimal 1.1 48 2}`. */
export const drawText = (rng: Rng, text: string): string =>
  text.replace(/\{(\w+) ([\d.]+) ([\d.]+)(?: (\d))?\}/g, (_, kind: string, min, max, decimals) =>
    String(NUMBERS[kind]?.(rng, Number(min), Number(max), Number(decimals))),
  )

export const drawAmount = (rng: Rng): number => rng.decimal(120, 9800, 2)
