import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'

const FORMATS: Readonly<Record<string, { pattern: RegExp; name: string }>> = {
  date: { pattern: /^\d{4}-\d{2}-\d{2}$/, name: 'a date such as 2027-03-14' },
  'date-time': {
    pattern: /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:?\d{2})?$/,
    name: 'a date and time such as 2027-03-14T09:30:00Z',
  },
  email: { pattern: /^[^\s@]+@[^\s@]+$/, name: 'an e-mail address' },
  uuid: { pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, name: 'a UUID' },
}

const isMoment = (text: string): boolean => !Number.isNaN(Date.parse(text.slice(0, 10)))

/** What is wrong with the format of an argument, nested ones included; undefined where nothing is. */
export function findWrongFormat(
  args: JsonObject,
  schema: JsonObject,
  path = '',
): { parameter: string; message: string } | undefined {
  const properties = isObject(schema.properties) ? schema.properties : {}
  for (const [name, value] of Object.entries(args)) {
    const property = properties[name]
    if (!isObject(property)) continue
    const at = path === '' ? name : `${path}.${name}`
    const problem = isObject(value)
      ? findWrongFormat(value, property, at)?.message
      : explainWrongText(value, property, at)
    if (problem !== undefined) return { parameter: at.split('.')[0] as string, message: problem }
  }
  return undefined
}

function explainWrongText(value: Json, { format }: JsonObject, at: string): string | undefined {
  const known = FORMATS[String(format)]
  if (known === undefined || typeof value !== 'string') return undefined
  const isRight = known.pattern.test(value) && (!String(format).startsWith('date') || isMoment(value))
  return isRight ? undefined : `"${at}" must be ${known.name}`
}
