/** Spellings of units of measurement, the full name first. */
const UNITS = [
  ['celsius', '°c', 'centigrade'],
  ['fahrenheit', '°f'],
  ['kelvin'],
  ['kilometers', 'kilometres', 'kilometer', 'kilometre', 'km'],
  ['meters', 'metres', 'meter', 'metre'],
  ['centimeters', 'centimetres', 'cm'],
  ['miles', 'mile', 'mi'],
  ['feet', 'foot', 'ft'],
  ['inches', 'inch'],
  ['kilograms', 'kilogram', 'kg', 'kilos'],
  ['grams', 'gram'],
  ['pounds', 'pound', 'lbs', 'lb'],
  ['ounces', 'ounce', 'oz'],
  ['liters', 'litres', 'liter', 'litre'],
  ['gallons', 'gallon'],
]

const named = (type: 'language' | 'currency', codes: readonly string[]): Map<string, string> => {
  const names = new Intl.DisplayNames(['en'], { type, fallback: 'none' })
  const found = codes.map((code) => [names.of(code)?.toLowerCase(), code] as const)
  return new Map(found.filter((entry): entry is readonly [string, string] => entry[0] !== undefined))
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const LANGUAGES = named(
  'language',
  LETTERS.flatMap((a) => LETTERS.map((b) => a + b)),
)
const CURRENCY_CODES = new Set(Intl.supportedValuesOf('currency'))
const CURRENCIES = named('currency', [...CURRENCY_CODES])
const MAIN_ZONES = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', 'GMT'])

/** All spellings of the unit that a word names; none for another word. */
export const unitSpellings = (word: string): readonly string[] =>
  UNITS.find((spellings) => spellings.includes(word.toLowerCase())) ?? []

/** Two-letter code of a language by its English name. */
export const languageCode = (name: string): string | undefined => LANGUAGES.get(name.toLowerCase())

/** ISO code of a currency by code or English name, the plural included. */
export function currencyCode(text: string): string | undefined {
  if (CURRENCY_CODES.has(text)) return text
  const name = text.toLowerCase()
  return CURRENCIES.get(name) ?? CURRENCIES.get(name.replace(/s$/, ''))
}

/** True for a key of the time zone database. */
export const isTimezone = (text: string): boolean => MAIN_ZONES.has(text)

const alternatives = (words: readonly string[]): string =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|')

export const UNIT_PATTERN = `(?<![\\w/])(?:${alternatives(UNITS.flat())})(?![\\w/])`
/** Names of fewer than four letters are words of English as often as languages. */
export const LANGUAGE_PATTERN = `\\b(?:${alternatives([...LANGUAGES.keys()].filter((name) => name.length > 3))})\\b`
export const CURRENCY_PATTERN = `\\b(?:${alternatives([...CURRENCIES.keys()])})s?\\b`
