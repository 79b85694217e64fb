/** Responses. */
const USAGE = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 2,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 12,
}

const textOf = (content) =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('')

/** The last prompt with the instructions after it, how many turns were made since, and their results in the order of the calls. */
export function readResponseConversation({ input, instructions = '' }) {
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  const from = items.findLastIndex(({ role }) => role === 'user')
  const since = items.slice(from)
  const system = items.filter(({ role }) => role === 'system' || role === 'developer')
  const calls = since.filter(({ type }) => type === 'function_call')
  const answers = since.filter(({ type }) => type === 'function_call_output')
  // A turn is over where its answers begin.
  const turn = since.filter(
    ({ type }, i) => type === 'function_call_output' && since[i - 1]?.type !== 'function_call_output',
  ).length
  return {
    asked: [items[from], ...system, { content: instructions ?? '' }]
      .map(({ content }) => textOf(content))
      .join('\n'),
    turn,
    results: calls.map(({ call_id }) => textOf(answers.find((one) => one.call_id === call_id)?.output)),
  }
}

export function buildResponseAnswer(model, { calls, text, turn }) {
  const output =
    calls.length > 0
      ? calls.map(({ name, args }, i) => ({
          id: `fc_${turn}_${i}`,
          type: 'function_call',
          status: 'completed',
          call_id: `call_${turn}_${i}`,
          name,
          arguments: args,
        }))
      : [
          {
            id: `msg_${turn}`,
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
        ]
  const value = {
    id: `resp_${turn}`,
    object: 'response',
    created_at: 0,
    status: 'completed',
    model,
    output,
    usage: USAGE,
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
  }
  const event = (type, rest) => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`
  return {
    value,
    events: [
      event('response.created', {
        sequence_number: 0,
        response: { ...value, status: 'in_progress', output: [] },
      }),
      ...output.map((item, i) =>
        event('response.output_item.done', { sequence_number: i + 1, output_index: i, item }),
      ),
      event('response.completed', { sequence_number: 99, response: value }),
    ],
  }
}
