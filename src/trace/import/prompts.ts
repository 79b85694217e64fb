import { langChainMessage } from './langchain.ts'
import { type Fields, isFields, listField, saidIn } from './values.ts'

function saidByUser(item: unknown): string | undefined {
  if (!isFields(item)) return undefined
  if (item.role === 'user') {
    const content = item.content ?? listField(item, 'parts')
    return saidIn(content)
  }
  const message = langChainMessage(item)
  return message?.kind === 'human' ? saidIn(message.fields.content) : undefined
}

/** What the user said in messages of any known library, message by message. */
export const promptsIn = (list: readonly unknown[]): string[] =>
  list.flatMap((item) => {
    const text = saidByUser(item)
    return text === undefined || text.trim() === '' ? [] : [text]
  })

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** The first request that stands beside a trace: of the line itself, or of the first step. */
export function requestBeside(value: Fields): Fields | undefined {
  const [step] = listField(value, 'steps')
  const request = [value.request, step?.request].find(isFields)
  const body = parsed(request?.body) ?? request
  return isFields(body) ? body : undefined
}

/** What the user said, as far as the fields beside a trace tell. */
export function promptsBeside(value: Fields): string[] {
  if (typeof value.prompt === 'string' && value.prompt.trim() !== '') return [value.prompt]
  const request = requestBeside(value) ?? {}
  for (const said of [value.input, request.messages, request.input, request.prompt, value.messages]) {
    if (typeof said === 'string' && said.trim() !== '') return [said]
    const found = Array.isArray(said) ? promptsIn(said) : []
    if (found.length > 0) return found
  }
  return []
}
