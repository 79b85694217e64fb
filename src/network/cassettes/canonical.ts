import { isObject, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import { parseJsonOr } from '../../shared/parse-json.ts'
import { isLoopback } from '../loopback.ts'
import { isSecretPart } from '../sent-secrets.ts'
import { maskTokens } from '../tool-address.ts'

/** A request as it is kept and compared: with sorted keys, without what is another one each time or a secret. */
export interface KeptRequest {
  method: string
  url: string
  /** Left out if missing; a text that is not JSON stays as it is. */
  body?: Json | undefined
}

/** Parts of a body that say who asks, and not what. */
const ASKER = ['user', 'metadata', 'safety_identifier', 'prompt_cache_key']

const ID_FIELDS = new Set([
  'id',
  'tool_call_id',
  'toolCallId',
  'tool_use_id',
  'call_id',
  'item_id',
  'previous_response_id',
  'run_id',
  'thread_id',
])

/** Fields with what a tool is called with or answered: its ids are values of the task. */
const TASK_VALUES = new Set(['arguments', 'args', 'response', 'tools', 'content'])

const isTaskValue = (field: string, value: Json, owner: JsonObject): boolean =>
  (TASK_VALUES.has(field) && !Array.isArray(value)) ||
  field === 'tools' ||
  (field === 'input' && owner.type === 'tool_use')

/** Ids numbered in the order in which they come, so that two conversations that differ in nothing else are the same. */
class Ids {
  private readonly known = new Map<string, string>()

  assignNumber(id: string): string {
    const number = this.known.get(id) ?? `id-${this.known.size + 1}`
    this.known.set(id, number)
    return number
  }
}

/** JSON within a text with its keys sorted: the same arguments may be spelt in two ways. */
function sortJsonText(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  const value = parseJsonOr(text, undefined)
  return value === undefined ? text : stringifyStably(value)
}

function sortValue(value: Json, ids: Ids | undefined): Json {
  if (typeof value === 'string') return sortJsonText(value)
  if (Array.isArray(value)) return value.map((item) => sortValue(item, ids))
  if (!isObject(value)) return value
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    fields.map(([field, item]) => {
      if (ids !== undefined && ID_FIELDS.has(field) && typeof item === 'string')
        return [field, ids.assignNumber(item)]
      return [field, sortValue(item, isTaskValue(field, item, value) ? undefined : ids)]
    }),
  )
}

/** An address without credentials; of this machine without its port, which is another one each time. */
function cleanUrl(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) if (isSecretPart(name)) url.searchParams.delete(name)
  url.searchParams.sort()
  if (!isLoopback(url.hostname)) return url.href
  return `${url.protocol}//localhost${url.pathname}${url.search}`
}

export const parseJsonBody = (text: string): Json | undefined =>
  text === '' ? undefined : parseJsonOr(text, text)

/** A request in the form in which two that mean the same are equal. */
export function buildKeptRequest(method: string, address: string, text: string): KeptRequest {
  const body = parseJsonBody(maskTokens(text))
  const url = maskTokens(cleanUrl(address))
  if (body === undefined) return { method, url }
  if (!isObject(body)) return { method, url, body: sortValue(body, undefined) }
  const askedFields = Object.fromEntries(Object.entries(body).filter(([field]) => !ASKER.includes(field)))
  return { method, url, body: sortValue(askedFields, new Ids()) }
}
