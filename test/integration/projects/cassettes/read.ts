import type { Called } from './formats.ts'

type Fields = Record<string, never>

function parsed(text: string): Fields | undefined {
  try {
    return JSON.parse(text) as Fields
  } catch {
    return undefined
  }
}

/** What a reply says: the model server of the test sends calls whole, and texts letter by letter. */
export function read(text: string): { calls: Called[]; answer: string } {
  const objects = [parsed(text) ?? []].flat() as Fields[]
  if (objects.length === 0)
    for (const line of text.split('\n')) {
      const object = parsed(line.replace(/^data: /, ''))
      if (object !== undefined) objects.push(object)
    }
  const calls: Called[] = []
  let answer = ''
  const call = (id: string | undefined, name: string, args: unknown): void => {
    const given = typeof args === 'string' ? JSON.parse(args) : args
    calls.push({ id: id ?? `made-here-${crypto.randomUUID()}`, name, args: given as Called['args'] })
  }
  for (const one of objects as unknown as Any[]) {
    const message = one.choices?.[0]?.message ?? one.choices?.[0]?.delta ?? one.message
    for (const { id, function: called } of message?.tool_calls ?? []) call(id, called.name, called.arguments)
    if (typeof message?.content === 'string') answer += message.content
    for (const item of one.output ?? one.response?.output ?? []) {
      if (item.type === 'function_call') call(item.call_id, item.name, item.arguments)
      else answer += item.content[0].text
    }
    const block = one.content_block ?? {}
    for (const item of one.type === 'message' ? one.content : [block]) {
      if (item.type === 'tool_use' && one.type === 'message') call(item.id, item.name, item.input)
      if (item.type === 'tool_use' && one.type !== 'message')
        calls.push({ id: item.id, name: item.name, args: {} })
      if (item.type === 'text') answer += item.text
    }
    const last = calls.at(-1)
    if (one.delta?.partial_json !== undefined && last !== undefined)
      last.args = JSON.parse(one.delta.partial_json) as Called['args']
    answer += one.delta?.text ?? ''
    for (const part of one.candidates?.[0]?.content?.parts ?? []) {
      if (part.functionCall !== undefined) call(undefined, part.functionCall.name, part.functionCall.args)
      answer += part.text ?? ''
    }
  }
  return { calls, answer }
}

interface Any {
  // biome-ignore lint/suspicious/noExplicitAny: replies of six formats, read loosely as clients of one's own do
  [field: string]: any
}
