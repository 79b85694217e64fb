import { isEntityId, type SemanticType } from '../../../schema/semantic.ts'

/**
 * What an input of a type takes: values of these types, and of no others. A type that is not listed takes nothing,
 * since its values mean little outside the tool that made them (a count, a status) or come in several units (a
 * duration).
 */
const TAKES: Partial<Record<SemanticType, readonly SemanticType[]>> = {
  amount: ['amount', 'price'],
  base64: ['base64'],
  celsius: ['celsius'],
  city: ['city'],
  country: ['country'],
  currency: ['currency'],
  date: ['date'],
  datetime: ['datetime', 'date'],
  domain: ['domain'],
  email: ['email'],
  'file-path': ['file-path'],
  html: ['html'],
  id: ['id'],
  'ip-address': ['ip-address'],
  json: ['json'],
  key: ['key'],
  language: ['language'],
  number: ['number', 'amount', 'price', 'celsius', 'temperature', 'percent', 'rate', 'score', 'distance'],
  numbers: ['numbers'],
  organisation: ['organisation'],
  path: ['path', 'slug'],
  percent: ['percent'],
  person: ['person'],
  phone: ['phone'],
  price: ['price', 'amount'],
  query: ['query', 'title'],
  rate: ['rate'],
  slug: ['slug'],
  'stock-symbol': ['stock-symbol'],
  temperature: ['temperature', 'celsius'],
  text: ['text', 'title', 'base64', 'hash', 'html'],
  texts: ['texts'],
  time: ['time'],
  timezone: ['timezone'],
  title: ['title'],
  url: ['url'],
}

/**
 * Whether an output of one type can be passed to an input of another. An id flows to where one of the same kind is wanted;
 * a second number of a thing (`id:User.id` beside its user name) flows nowhere.
 */
export const fits = (output: SemanticType, input: SemanticType): boolean =>
  isEntityId(input) ? input === output && !input.includes('.') : (TAKES[input]?.includes(output) ?? false)

/** Whether values of a type can be items of a list of numbers. */
export const isNumeric = (type: SemanticType): boolean => fits(type, 'number')
