/** Chat completions. */
const USAGE = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 }

const textOf = (content) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('')

/** The last prompt with the instructions after it, how many turns were made since, and their results in the order of the calls. */
export function readChatConversation({ messages }) {
  const instructions = messages.filter(({ role }) => role === 'system' || role === 'developer')
  const from = messages.findLastIndex(({ role }) => role === 'user')
  const since = messages.slice(from)
  const ids = since.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id))
  const results = ids.map((id) => textOf(since.find((one) => one.tool_call_id === id)?.content))
  return {
    asked: [messages[from], ...instructions].map(({ content }) => textOf(content)).join('\n'),
    turn: since.filter(({ role }) => role === 'assistant').length,
    results,
  }
}

export function buildChatAnswer(model, { calls, text, turn }) {
  const head = { id: `chat_${turn}`, created: 0, model }
  const tool_calls = calls.map(({ name, args }, i) => ({
    id: `call_${turn}_${i}`,
    type: 'function',
    function: { name, arguments: args },
  }))
  const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop'
  const said = { role: 'assistant', content: text === '' ? null : text }
  const message = { ...said, refusal: null, ...(calls.length > 0 ? { tool_calls } : {}) }
  const chunk = (choices, usage = null) =>
    `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, usage })}\n\n`
  // A call a chunk, as OpenAI streams them.
  const deltas = [said, ...tool_calls.map((call, index) => ({ tool_calls: [{ index, ...call }] }))]
  return {
    value: {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason, logprobs: null }],
      usage: USAGE,
    },
    events: [
      ...deltas.map((delta) => chunk([{ index: 0, delta, finish_reason: null }])),
      chunk([{ index: 0, delta: {}, finish_reason }]),
      chunk([], USAGE),
      'data: [DONE]\n\n',
    ],
  }
}
