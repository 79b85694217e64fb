import { countAt, listAt, objectAt, type Reader, replyContent, saidCall } from './reply-content.ts'

/** Responses of OpenAI. A streamed one ends with the whole. */
export const readResponses: Reader = (objects) => {
  const wholes = objects.flatMap((one) =>
    one.object === 'response' ? [one] : 'response' in one ? [objectAt(one.response)] : [],
  )
  const last = wholes.at(-1)
  if (last === undefined) return undefined
  const items = listAt(last.output)
  const done = objects.filter(({ type }) => type === 'response.output_item.done')
  const output = items.length > 0 ? items : done.map(({ item }) => objectAt(item))
  const usage = objectAt(last.usage)
  return replyContent(
    last.model,
    countAt(usage.input_tokens),
    countAt(usage.output_tokens),
    output
      .filter(({ type }) => type === 'function_call')
      .flatMap(({ call_id, name, arguments: args }) => saidCall(call_id, name, args)),
  )
}
