import { findTokenPlaces } from '../../../scoring/tokens.ts'
import { isIdName } from '../../../shared/id-name.ts'
import { isObject, type Json, mapChildren } from '../../../shared/json.ts'
import { parseJson } from '../../../shared/parse-json.ts'
import { digest } from '../../../shared/python/digest.ts'
import { reformatLike } from '../../../shared/redact/redactor.ts'
import type { World } from '../../../tools/world/world.ts'
import type { RecordedValues } from './recorded-values.ts'

const DIGITS = 24
/** What a draw gives in world 0: the value as it was recorded. */
const AS_RECORDED = '0'.repeat(DIGITS)

const ID_DIGITS = 5

const EMAIL = /^([^@\s]+)(@[^@\s]+)$/
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?=$|T| )/
const URL_LIKE = /^([a-z][a-z0-9+.-]*:\/\/[^/]+)(\/.*)$/i
const VOWELS = 'aeiou'
const CONSONANTS = 'bcdfghjklmnpqrstvwz'

/** Numbers with fewer digits are exchanged as ids only: elsewhere they are counts, pages and the like. */
const MIN_NUMBER_DIGITS = 3

/** Whether a value is so short that it is only looked for where ids stand. */
export const isShort = (text: string): boolean =>
  /^-?\d+$/.test(text) && text.replace(/\D/g, '').length < MIN_NUMBER_DIGITS

const isDecimal = (text: string): boolean => /^-?\d+(?:\.\d+)?$/.test(text)

/** Whether another value can be drawn for this one: a word of a fixed list, such as EUR or shipped, stays. */
export const isExchangeable = (text: string): boolean =>
  /\d/.test(text) || EMAIL.test(text) || /\p{Lu}\p{Ll}/u.test(text)

/** Draws characters by a chain of digests. */
class Characters {
  private readonly seed: string
  private left = ''
  private count = 0

  constructor(seed: string) {
    this.seed = seed
  }

  drawBelow(limit: number): number {
    if (this.left.length < 6) this.left += digest(this.seed, this.count++)
    const value = Number.parseInt(this.left.slice(0, 6), 16)
    this.left = this.left.slice(6)
    return value % limit
  }

  drawCharacter(alphabet: string): string {
    return alphabet.charAt(this.drawBelow(alphabet.length))
  }
}

function drawSameKind(char: string, draw: Characters): string {
  if (/\d/.test(char)) return draw.drawCharacter('0123456789')
  const small = char.toLowerCase()
  const drawn = VOWELS.includes(small)
    ? draw.drawCharacter(VOWELS)
    : /[a-z]/.test(small)
      ? draw.drawCharacter(CONSONANTS)
      : small
  return small === char ? drawn : drawn.toUpperCase()
}

const drawLetters = (text: string, draw: Characters): string =>
  [...text].map((char) => drawSameKind(char, draw)).join('')

/** Parts of a code that hold a digit, each hex part as hex; `ord` of `ord_7781` stays. */
const drawCode = (text: string, draw: Characters): string =>
  text.replace(/[\p{L}\p{N}]+/gu, (part) => {
    if (!/\d/.test(part)) return part
    if (part.length >= 4 && /^[0-9a-f]+$/.test(part) && /[a-f]/.test(part))
      return [...part].map(() => draw.drawCharacter('0123456789abcdef')).join('')
    return drawLetters(part, draw)
  })

function drawNumber(text: string, draw: Characters): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? []
  const length = isShort(text) ? ID_DIGITS : whole.length
  const first = whole === '0' ? '0' : draw.drawCharacter('123456789')
  const rest = Array.from({ length: whole === '0' ? 0 : length - 1 }, () =>
    draw.drawCharacter('0123456789'),
  ).join('')
  // A last zero of a fraction would be lost in a number.
  const drawn =
    fraction === '' ? '' : `.${drawLetters(fraction.slice(1, -1), draw)}${draw.drawCharacter('123456789')}`
  return `${sign}${first}${rest}${drawn}`
}

const padToTwo = (value: number): string => String(value).padStart(2, '0')

/** Another value in the format of this one. */
function drawText(text: string, draw: Characters): string {
  const email = EMAIL.exec(text)
  if (email !== null) return `${drawLetters(email[1] as string, draw)}${email[2]}`
  if (isDecimal(text)) return drawNumber(text, draw)
  const date = DATE.exec(text)
  if (date !== null) {
    const day = `${date[1]}-${padToTwo(1 + draw.drawBelow(12))}-${padToTwo(1 + draw.drawBelow(28))}`
    return day + text.slice(day.length)
  }
  const url = URL_LIKE.exec(text)
  if (url !== null) return `${url[1]}${drawCode(url[2] as string, draw)}`
  return /\d/.test(text) ? drawCode(text, draw) : drawLetters(text, draw)
}

const MAX_TRIES = 100

function computeBits(text: string, world: World): string {
  world.noteSecret('recorded value', [text])
  return world.seed === 0 ? AS_RECORDED : digest(world.seed, 'recorded value', text).slice(0, DIGITS)
}

/** Values of one world for those of the recording, both ways. */
export class ValueExchange {
  private readonly other = new Map<string, string>()

  /**
   * @param flowed Values to exchange
   * @param seen What the recording holds: no value of it is drawn, and numbers and dates keep their rank in it
   */
  constructor(world: World, flowed: readonly string[], seen: RecordedValues) {
    for (const text of flowed) {
      const bits = computeBits(text, world)
      const other = bits === AS_RECORDED ? undefined : this.findUnused(text, bits, seen)
      if (other === undefined) continue
      this.other.set(text, other)
      // A remembered value means another thing here, one that was never recorded.
      this.other.set(other, text)
    }
  }

  private findUnused(text: string, bits: string, seen: RecordedValues): string | undefined {
    for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
      const candidate = drawText(text, new Characters(`${bits}/${attempt}`))
      const isFree = candidate !== text && !this.other.has(candidate) && !seen.holds(candidate)
      if (isFree && seen.keepsRank(text, candidate)) return candidate
    }
    return undefined
  }

  /** A value of the recording as this world has it, or the other way round. */
  exchangeValue(value: Json, name = ''): Json {
    if (this.other.size === 0) return value
    const isList = Array.isArray(value)
    if (isList || isObject(value))
      return mapChildren(value, (item, key) => this.exchangeValue(item, isList ? name : key))
    if (typeof value === 'number') {
      const exchanged = this.exchangeWhole(String(value), name)
      return exchanged === undefined ? value : Number(exchanged)
    }
    return typeof value === 'string' ? (this.exchangeWhole(value, name) ?? this.exchangeWithin(value)) : value
  }

  /** The text of an answer: JSON value by value, anything else as a text. */
  exchangeText(body: string): string {
    if (this.other.size === 0 || body === '') return body
    let value: Json
    try {
      value = parseJson(body)
    } catch {
      return this.exchangeWithin(body)
    }
    return reformatLike(body, value, this.exchangeValue(value))
  }

  private exchangeWhole(text: string, name: string): string | undefined {
    const exchanged = this.other.get(text)
    return exchanged === undefined || (isShort(text) && !isIdName(name)) ? undefined : exchanged
  }

  private exchangeWithin(text: string): string {
    const places = [...this.other]
      .filter(([value]) => !isShort(value))
      .flatMap(([value, exchanged]) =>
        findTokenPlaces(value, text).map((start) => ({ start, end: start + value.length, exchanged })),
      )
      .sort((a, b) => a.start - b.start || b.end - a.end)
    let done = 0
    let result = ''
    for (const { start, end, exchanged } of places) {
      if (start < done) continue
      result += text.slice(done, start) + exchanged
      done = end
    }
    return result + text.slice(done)
  }
}
