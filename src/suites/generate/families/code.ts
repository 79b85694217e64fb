import type { Json } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { joinList, quote } from '../../../tools/content/wording.ts'
import { printData } from '../../print/expressions.ts'
import { escapeTemplate, flatten, layOut, MAX_COLUMNS, quoteText } from '../../print/layout.ts'
import { camelCase } from '../../print/words.ts'

/** Columns of a line of a function that stand before its code, with some to spare. */
const INDENT = 10

/** Code that is put into a template as it is. */
export class Code {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const raw = (text: string): Code => new Code(text)

/** Code without the indent that all its lines share. */
function dedent(text: string): string {
  const lines = text.replace(/^\n/, '').trimEnd().split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/))
  const indent = Math.min(...indents)
  return lines.map((line) => line.slice(indent)).join('\n')
}

/** Code whose further lines begin where the line before it does. */
function indentLike(before: string, text: string): string {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return text.replaceAll('\n', `\n${line.slice(0, line.search(/\S|$/))}`)
}

/** A value as a literal behind some code: on lines of its own if the line would be too long. */
function printLiteral(value: Json, before: string): string {
  const doc = printData(value)
  const flat = flatten(doc)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  const isLong = line.trimStart().length + flat.length > MAX_COLUMNS - INDENT
  if (!isLong || typeof value !== 'object') return flat
  return indentLike(before, layOut(doc, [], flat.length - 1))
}

/** TypeScript with values as literals, and {@link Code} as it is. */
export function code(strings: TemplateStringsArray, ...values: readonly (Json | Code)[]): string {
  let text = ''
  for (const [i, part] of strings.entries()) {
    text += part
    const value = values[i]
    if (value !== undefined)
      text += value instanceof Code ? indentLike(text, value.text) : printLiteral(value, text)
  }
  return dedent(text)
}

/** The weather of two cities under their names, then the warmer city and its weather. */
export function compareCities(...cities: [string, string]): Code {
  const names = cities.map(camelCase)
  const reads = cities.map((city, i) => `const ${names[i]} = await get_weather({ city: ${quoteText(city)} })`)
  const condition = names.map((name) => `${name}.temperature_celsius`).join(' > ')
  const [one, two] = cities.map((city, i) => `[${quoteText(city)}, ${names[i]}]`)
  return raw(
    [...reads, 'const [city, weather] =', `  ${condition}`, `    ? ${one}`, `    : ${two}`].join('\n'),
  )
}

/** A text with values that an argument holds. */
export interface Wording {
  /** How a request asks for it: the wording in quotation marks, or `a short sentence with the price`. */
  asked: string
  code: Code
}

/**
 * A text that holds values, asked for word for word or, one time in two, in the agent's own words.
 *
 * @param text The wording, with `<name>` in the place of each value
 * @param values Code of each value by its name
 */
export function writeWording(rng: Rng, text: string, values: Readonly<Record<string, string>>): Wording {
  const isFree = rng.int(1, 2) === 1
  const parts = text.split(/<([^<>]+)>/)
  const body = parts
    .map((part, i) => (i % 2 === 0 ? escapeTemplate(part) : `\${${values[part] ?? part}}`))
    .join('')
  return {
    asked: isFree ? `a short sentence with the ${joinList(Object.keys(values))}` : quote(text),
    code: raw(`${isFree ? 'text' : 'exactly'}\`${body}\``),
  }
}
