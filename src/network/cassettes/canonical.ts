import { isObject, type Json, type JsonObject, stableJson } from '../../shared/json.ts'
import { jsonOr } from '../../shared/parse-json.ts'
import { isLoopback } from '../loopback.ts'
import { isSecretPart } from '../sent-secrets.ts'
import { withoutTokens } from '../tool-address.ts'

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

  numbered(id: string): string {
    const number = this.known.get(id) ?? `id-${this.known.size + 1}`
    this.known.set(id, number)
    return number
  }
}

/** JSON within a text with its keys sorted: the same arguments may be spelt in two ways. */
function sortedText(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  const value = jsonOr(text, undefined)
  return value === undefined ? text : stableJson(value)
}

function sorted(value: Json, ids: Ids | undefined): Json {
  if (typeof value === 'string') return sortedText(value)
  if (Array.isArray(value)) return value.map((item) => sorted(item, ids))
  if (!isObject(value)) return value
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    fields.map(([field, item]) => {
      if (ids !== undefined && ID_FIELDS.has(field) && typeof item === 'string')
        return [field, ids.numbered(item)]
      return [field, sorted(item, isTaskValue(field, item, value) ? undefined : ids)]
    }),
  )
}

/** An address without credentials; of this machine without its port, which is another one each time. */
function keptUrl(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.hash = ''
  for (const name of [...url.searchParams.keys()]) if (isSecretPart(name)) url.searchParams.delete(name)
  url.searchParams.sort()
  if (!isLoopback(url.hostname)) return url.href
  return `${url.protocol}//localhost${url.pathname}${url.search}`
}

export const jsonBody = (text: string): Json | undefined => (text === '' ? undefined : jsonOr(text, text))

/** A request in the form in which two that mean the same are equal. */
export function keptRequest(method: string, address: string, text: string): KeptRequest {
  const body = jsonBody(withoutTokens(text))
  const url = withoutTokens(keptUrl(address))
  if (body === undefined) return { method, url }
  if (!isObject(body)) return { method, url, body: sorted(body, undefined) }
  const askedFields = Object.fromEntries(Object.entries(body).filter(([field]) => !ASKER.includes(field)))
  return { method, url, body: sorted(askedFields, new Ids()) }
}
