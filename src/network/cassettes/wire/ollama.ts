import { countAt, listAt, objectAt, type Reader, replyContent, saidCall } from './reply-content.ts'

/** `/api/chat` and `/api/generate` of Ollama. */
export const readOllama: Reader = (objects) => {
  const chunks = objects.filter(({ done }) => typeof done === 'boolean')
  const last = chunks.at(-1)
  if (last === undefined) return undefined
  return replyContent(
    last.model,
    countAt(last.prompt_eval_count),
    countAt(last.eval_count),
    chunks
      .flatMap(({ message }) => listAt(objectAt(message).tool_calls))
      .flatMap((call) => {
        const { name, arguments: args } = objectAt(call.function)
        return saidCall(call.id, name, args)
      }),
  )
}
