import { listIntlUnits } from './intl-units.ts'
import { memoizeOnce } from './memoize.ts'
import further from './units.json' with { type: 'json' }

/** One letter is written in one case only: `5 C` is a temperature and `5 c` is not. */
const normalizeForm = (written: string): string => {
  const plain = written.replaceAll('º', '°').normalize('NFKC').trim().replaceAll(/\s+/g, ' ')
  return plain.length === 1 ? plain : plain.toLowerCase()
}

/** Every way of writing a unit, with the units that it can mean: those of Intl, and some that it lacks. */
const unitsByForm = memoizeOnce((): ReadonlyMap<string, ReadonlySet<string>> => {
  const byForm = new Map<string, Set<string>>()
  const add = (form: string, unit: string): void => {
    if (form === '') return
    const plain = normalizeForm(form)
    byForm.set(plain, (byForm.get(plain) ?? new Set()).add(unit))
  }
  for (const [unit, forms] of [...listIntlUnits(), ...Object.entries(further)])
    for (const form of forms) add(form, unit)
  return byForm
})

export const NO_UNITS: ReadonlySet<string> = new Set()

/** The units that a word or sign can mean: of `$` every dollar; none where it is not a unit. */
export const findUnits = (written: string): ReadonlySet<string> =>
  unitsByForm().get(normalizeForm(written)) ?? NO_UNITS

const CODE = /^[A-Z]{3}$/

/** Whether words beside a number name a currency and nothing else, such as `US dollars`; `pounds` is also a weight. */
export const isCurrencyName = (words: string): boolean => {
  const units = [...findUnits(words)]
  // The codes that begin with X alone are those of metals, of funds and for tests.
  return words.length > 3 && units.every((unit) => CODE.test(unit)) && units.some((unit) => unit[0] !== 'X')
}

/** Whether a mark beside a number is a currency: a sign, a code in capitals, or two letters such as `kr`. */
export const isCurrency = (mark: string): boolean =>
  /^\p{L}{0,3}\p{Sc}$/u.test(mark) ||
  (/^(?:\p{Lu}{3}|\p{L}{2})$/u.test(mark) && [...findUnits(mark)].some((unit) => CODE.test(unit)))

/** Minutes and seconds, `1 min 05 s`. */
export function formatSpan(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const rest = seconds % 60
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${String(rest).padStart(2, '0')} s`
}

/** Share of the work, and time, from the first piece on, before the time left is estimated. */
const MIN_SHARE = 0.02
const MIN_ELAPSED_MS = 3000
/** Time over which an estimate moves halfway to a new one. */
const SMOOTHING_MS = 10_000

/**
 * Estimates what is left of some work: `about 1 min 30 s left`, empty while too little is done. Call it for each piece. The
 * first call starts the clock, because the first piece also waits for what starts up.
 */
export function createTimeEstimator(now: () => number = Date.now): (done: number, total: number) => string {
  let first: { at: number; done: number } | undefined
  let last: { at: number; left: number } | undefined
  return (done, total) => {
    const at = now()
    first ??= { at, done }
    const [pieces, elapsed] = [done - first.done, at - first.at]
    if (done >= total || elapsed < MIN_ELAPSED_MS || pieces < MIN_SHARE * (total - first.done)) return ''
    const left = (elapsed / pieces) * (total - done)
    const since = at - (last?.at ?? at)
    const expected = Math.max(0, (last?.left ?? left) - since)
    last = { at, left: expected + ((left - expected) * since) / (since + SMOOTHING_MS) }
    return `about ${formatSpan(last.left)} left`
  }
}

/** Milliseconds until something is said of work that goes on, and between two lines after that. */
const FIRST_LINE_MS = 1000
const LINE_INTERVAL_MS = 10_000

/** Whether it is time for a line of progress: after one second, then every ten. Lines stay, so there are few. */
export function createProgressThrottle(now: () => number = Date.now): () => boolean {
  let next = now() + FIRST_LINE_MS
  return () => {
    if (now() < next) return false
    next = now() + LINE_INTERVAL_MS
    return true
  }
}
