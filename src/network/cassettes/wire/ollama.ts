import { countAt, listAt, objectAt, type Reader, said, saidCall } from './said.ts'

/** `/api/chat` and `/api/generate` of Ollama. */
export const readOllama: Reader = (objects) => {
  const own = objects.filter(({ done }) => typeof done === 'boolean')
  const last = own.at(-1)
  if (last === undefined) return undefined
  return said(
    last.model,
    countAt(last.prompt_eval_count),
    countAt(last.eval_count),
    own
      .flatMap(({ message }) => listAt(objectAt(message).tool_calls))
      .flatMap((call) => {
        const { name, arguments: args } = objectAt(call.function)
        return saidCall(call.id, name, args)
      }),
  )
}
