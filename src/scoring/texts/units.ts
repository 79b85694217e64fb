import { pattern } from '../../shared/pattern.ts'
/** A unit: what it measures and one name for all ways of writing it. */
export interface Unit {
  dimension: string
  name: string
}

type Forms = Readonly<Record<string, string>>

/** Ways of writing each unit, by what it measures; case does not matter but in letters that stand alone. */
const FORMS: Readonly<Record<string, Forms>> = {
  money: {
    usd: 'USD US$ $ dollar dollars bucks',
    eur: 'EUR € euro euros',
    gbp: 'pounds_sterling british_pounds GBP £ pound pounds sterling',
    jpy: 'JPY ¥ yen',
    cny: 'CNY RMB ¥ yuan renminbi',
    inr: 'INR ₹ rupee rupees',
    chf: 'swiss_francs CHF franc francs',
    krw: 'KRW ₩',
    cad: 'canadian_dollars canadian_dollar CAD C$ CA$ $ dollar dollars',
    aud: 'australian_dollars australian_dollar AUD A$ AU$ $ dollar dollars',
    nzd: 'new_zealand_dollars NZD NZ$ $ dollar dollars',
    sgd: 'singapore_dollars SGD S$ $ dollar dollars',
    hkd: 'hong_kong_dollars HKD HK$ $ dollar dollars',
    mxn: 'MXN MX$ $ peso pesos',
    brl: 'BRL R$ reais',
    sek: 'SEK kr krona kronor',
    nok: 'NOK kr krone kroner',
    dkk: 'DKK kr krone kroner',
    pln: 'PLN zł zloty zlotys',
    czk: 'CZK koruna',
    zar: 'ZAR',
    cents: 'cent cents ¢ penny pence',
  },
  temperature: {
    celsius: 'C °C ºC ℃ celsius centigrade',
    fahrenheit: 'F °F ºF ℉ fahrenheit',
    kelvin: 'K °K kelvin kelvins',
  },
  length: {
    mm: 'mm millimetre millimetres millimeter millimeters',
    cm: 'cm centimetre centimetres centimeter centimeters',
    m: 'm metre metres meter meters',
    km: 'km kms kilometre kilometres kilometer kilometers',
    mi: 'mi mile miles',
    ft: 'ft foot feet',
    yd: 'yd yard yards',
    inch: 'inch inches',
    nmi: 'nmi',
  },
  speed: {
    kmh: 'km/h kmh kph km/hr',
    mph: 'mph mi/h',
    ms: 'm/s mps',
    kn: 'kn kt kts knot knots',
  },
  time: {
    ns: 'ns nanosecond nanoseconds',
    us: 'µs μs usec microsecond microseconds',
    ms: 'ms msec msecs millisecond milliseconds',
    s: 's sec secs second seconds',
    min: 'min mins m minute minutes',
    h: 'h hr hrs hour hours',
    d: 'd day days',
    wk: 'wk wks week weeks',
    mo: 'month months',
    yr: 'yr yrs year years',
  },
  mass: {
    mg: 'mg milligram milligrams',
    g: 'g gram grams',
    kg: 'kg kgs kilo kilos kilogram kilograms',
    t: 'tonne tonnes ton tons',
    lb: 'lb lbs pound pounds',
    oz: 'oz ounce ounces',
  },
  volume: {
    ml: 'ml millilitre millilitres milliliter milliliters',
    l: 'l litre litres liter liters',
    gal: 'gal gallon gallons',
  },
  size: {
    b: 'B byte bytes',
    kb: 'KB kilobyte kilobytes',
    mb: 'MB megabyte megabytes',
    gb: 'GB gigabyte gigabytes',
    tb: 'TB terabyte terabytes',
  },
  energy: {
    j: 'joule joules',
    kj: 'kJ kilojoule kilojoules',
    wh: 'Wh watt-hour watt-hours',
    kwh: 'kWh kilowatt-hour kilowatt-hours',
    mwh: 'MWh megawatt-hour megawatt-hours',
    gwh: 'GWh',
    cal: 'calorie calories',
    kcal: 'kcal kilocalorie kilocalories',
  },
  power: { w: 'watt watts', kw: 'kW kilowatt kilowatts', mw: 'MW megawatt megawatts', gw: 'GW' },
  pressure: { hpa: 'hPa mbar millibar millibars', kpa: 'kPa', psi: 'psi', mmhg: 'mmHg' },
  frequency: { hz: 'Hz hertz', khz: 'kHz', mhz: 'MHz', ghz: 'GHz' },
  share: { percent: '% percent pct percentage per_cent' },
}

/** Words that multiply the number before them. */
const MAGNITUDES: Forms = {
  hundred: 'hundred hundreds',
  thousand: 'k K thousand thousands',
  million: 'm M mn mln mio million millions',
  billion: 'bn bln B billion billions',
  trillion: 'tn trn T trillion trillions',
}
export const MAGNITUDE = 'magnitude'

const byForm = new Map<string, Unit[]>()
for (const [dimension, units] of Object.entries({ ...FORMS, [MAGNITUDE]: MAGNITUDES })) {
  for (const [name, forms] of Object.entries(units)) {
    for (const form of forms.split(' ')) {
      const key = keyOf(form.replaceAll('_', ' '))
      byForm.set(key, [...(byForm.get(key) ?? []), { dimension, name }])
    }
  }
}

/** One letter is written in one case only: `5 C` is a temperature and `5 c` is not. */
function keyOf(form: string): string {
  return form.length === 1 ? form : form.toLowerCase()
}

/** The units that a word or sign can be; none where it is no unit. */
export const unitsOf = (form: string): readonly Unit[] => byForm.get(keyOf(form)) ?? []

const escaped = (form: string): string => form.replaceAll(/[$/]/g, String.raw`\$&`)
const SIGNS = [...byForm.keys()].sort((a, b) => b.length - a.length)
const ANY = SIGNS.map(escaped).join('|')

const MARKS = String.raw`["'\u2019\u201d*_\x60)\]]*`
/** A unit behind a number: `km`, ` °C`, `-minute`, ` US dollars`, ` degrees Celsius`, ` km per hour`. */
const BEHIND = pattern(
  String.raw`^${MARKS}[ \t\u00a0\u202f-]?[ *_]*(?:degrees?\s+|us[\s-]+|u\.s\.\s+)?(?<unit>${ANY})(?![\p{L}\p{Nd}_$])(?<per>\s*(?:\/\s*h(?:our|r)?|(?:per|an)\s+hour)(?![\p{L}\p{Nd}_]))?`,
  'iu',
)
const BEFORE = pattern(String.raw`(?<![\p{L}\p{Nd}_])(?<unit>${ANY})[ \u00a0*_]*[-+\u2212]?[ *_]*$`, 'iu')
/** What may stand before a number: a currency by its sign or its code in capitals. */
const isSignOrCode = (form: string): boolean => !/\p{Ll}/u.test(form)
/** A unit that the label before a number says: `Price (EUR): `, `in miles: `, `"price_eur": `. */
const LABEL = pattern(
  String.raw`(?:\(|_|(?<!\p{L})in\s+)(?<unit>${ANY})\)?["'*_\x60]*\s*[:=]\s*["'*_\x60]*$`,
  'iu',
)
/** Short for something else in a label: `wait_min`. */
const NOT_IN_LABEL = new Set('min second sec hour day week month year foot'.split(' '))
const AN_HOUR: Readonly<Record<string, string>> = { km: 'kmh', mi: 'mph' }
const REACH = 40

/** The units that stand behind a place of a text, at once or after one blank. */
export function unitsBehind(text: string, end: number): readonly Unit[] {
  const { unit, per } = BEHIND().exec(text.slice(end, end + REACH))?.groups ?? {}
  if (unit === undefined) return []
  const units = unitsOf(unit)
  return per === undefined
    ? units
    : units.map((one) => ({ dimension: 'speed', name: AN_HOUR[one.name] ?? `${one.name}/h` }))
}

/** The currency that stands before a place of a text, or the unit that the label before it says. */
export function unitsBefore(text: string, start: number): readonly Unit[] {
  const label = LABEL().exec(text.slice(Math.max(0, start - REACH), start))?.groups?.unit ?? ''
  if (label.length > 1 && !NOT_IN_LABEL.has(label.toLowerCase())) return unitsOf(label)
  const unit = BEFORE().exec(text.slice(Math.max(0, start - REACH), start))?.groups?.unit
  return unit === undefined || !isSignOrCode(unit)
    ? []
    : unitsOf(unit).filter(({ dimension }) => dimension === 'money')
}

const WORD_OR_SIGN = pattern(
  String.raw`(?<![\p{L}\p{Nd}_$])(?:${ANY})(?![\p{L}\p{Nd}_])|[$\u20ac\u00a3\u00a5\u20b9%]`,
  'giu',
)
/** A unit that belongs to a number that is said: `2500 USD`, `$500`. */
const OF_NUMBER_BEFORE = /\p{Nd}[\s\u00a0-]?$/u
const OF_NUMBER_BEHIND = /^\s?\p{Nd}/u

/** The one that comes second: "the second link". */
const ORDINAL_BEHIND = /^\s+(?!(?:or|and|as|is|was|are|of|on|the|a|an|for|to|unit|units)\b)\p{L}/u
const isOrdinal = (unit: string, behind: string, before: string): boolean =>
  /^second$/i.test(unit) &&
  (/\b(?:the|its|their|a|every|each|first\s+(?:and|or))\s+$/i.test(before) || ORDINAL_BEHIND.test(behind))

/** The units that a text names without a number of their own, as one does who asks for them. */
export function unitsNamed(text: string): Unit[] {
  return [...text.matchAll(WORD_OR_SIGN())].flatMap(({ 0: unit, index }) =>
    OF_NUMBER_BEFORE.test(text.slice(Math.max(0, index - 2), index)) ||
    OF_NUMBER_BEHIND.test(text.slice(index + unit.length, index + unit.length + 2)) ||
    isOrdinal(
      unit,
      text.slice(index + unit.length, index + REACH),
      text.slice(Math.max(0, index - REACH), index),
    )
      ? []
      : [...unitsOf(unit)],
  )
}

export const isSameUnit = (one: Unit, other: Unit): boolean =>
  one.dimension === other.dimension && one.name === other.name
