import type { ModelTraffic } from '../context.ts'
import { readReply } from './wire/read-reply.ts'

/** What replies said, taken together; replies of no known format say nothing. */
export function modelTrafficIn(replies: readonly (string | undefined)[]): ModelTraffic {
  const said = replies.flatMap((text) => (text === undefined ? [] : (readReply(text) ?? [])))
  return {
    usage: {
      input_tokens: said.reduce((sum, one) => sum + one.input_tokens, 0),
      output_tokens: said.reduce((sum, one) => sum + one.output_tokens, 0),
      model_calls: said.length,
    },
    models: [...new Set(said.flatMap(({ model }) => model ?? []))].sort(),
    turns: said.map(({ calls }) => calls),
  }
}
