import type { JsonObject } from '../../../shared/json.ts'
import { countAt, listAt, objectAt, type Reader, replyContent, saidCall, textAt } from './reply-content.ts'

interface Begun {
  id: string | undefined
  name: string
  args: string
}

/** Adds what one message or delta says of calls; arguments come in parts. */
function addCalls(message: JsonObject, calls: Map<number, Begun>): void {
  for (const [at, call] of listAt(message.tool_calls).entries()) {
    const index = typeof call.index === 'number' ? call.index : at
    const { name, arguments: args } = objectAt(call.function)
    const before = calls.get(index) ?? { id: undefined, name: '', args: '' }
    calls.set(index, {
      id: textAt(call.id) ?? before.id,
      name: before.name + (textAt(name) ?? ''),
      // Mistral may spell them as an object.
      args: before.args + (typeof args === 'string' ? args : args === undefined ? '' : JSON.stringify(args)),
    })
  }
}

/** Chat completions: of OpenAI, Mistral, and everything compatible. */
export const readChat: Reader = (objects) => {
  const chunks = objects.filter(({ choices }) => Array.isArray(choices))
  if (chunks.length === 0) return undefined
  const calls = new Map<number, Begun>()
  for (const { choices } of chunks) {
    const [first] = listAt(choices)
    addCalls(objectAt(first?.message ?? first?.delta), calls)
  }
  const usage = objectAt(chunks.findLast((one) => Object.keys(objectAt(one.usage)).length > 0)?.usage)
  return replyContent(
    chunks.find(({ model }) => textAt(model) !== undefined)?.model,
    countAt(usage.prompt_tokens),
    countAt(usage.completion_tokens),
    [...calls.values()].flatMap(({ id, name, args }) => saidCall(id, name, args)),
  )
}
