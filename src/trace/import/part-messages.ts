import { type Conversation, messageFormat } from './conversation.ts'
import { type Fields, hidesCalls, isFields, listField, textField, unwrapped } from './values.ts'

const PARTS = [
  'text',
  'functionCall',
  'functionResponse',
  'inlineData',
  'fileData',
  'executableCode',
  'codeExecutionResult',
]

/** A part under the names of the API; Python's SDK writes them with underscores. */
const partOf = (part: Fields): Fields =>
  Object.fromEntries(
    Object.entries(part)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value]),
  )

/** A field of a response that holds the whole answer: `output` by the API's reference, `result` by Google's SDKs and guides. */
const WRAPPED_ANSWER = ['output', 'result']

/** What a function gave. A failure stands under `error`. */
function addResponse(conversation: Conversation, { id, name, response }: Fields): void {
  const error = unwrapped(response, ['error'])
  if (error === response) conversation.gave(id, unwrapped(response, WRAPPED_ANSWER), false, name)
  else conversation.gave(id, isFields(error) ? response : error, true, name)
}

/** Contents of Gemini and Vertex AI. */
export const gemini = messageFormat(
  'gemini',
  (item) =>
    isFields(item) &&
    [undefined, 'user', 'model', 'function'].includes(item.role as string) &&
    item.content === undefined &&
    Array.isArray(item.parts) &&
    !hidesCalls(item, ['parts']) &&
    item.parts.every(
      (part) => isFields(part) && part.type === undefined && PARTS.some((name) => name in partOf(part)),
    ),
  (conversation, message) => {
    if (message.role === 'model') conversation.turn()
    for (const part of listField(message, 'parts').map(partOf)) {
      const { functionCall: called, functionResponse: response, thought } = part
      if (isFields(called))
        conversation.call({ id: called.id, name: called.name, arguments: called.args ?? {} })
      else if (isFields(response)) addResponse(conversation, response)
      else if (message.role === 'model' && thought !== true) conversation.say(textField(part, 'text') ?? '')
    }
  },
)
