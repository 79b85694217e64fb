import { serveLocally } from './local-server.ts'

interface Call {
  name: string
  args: object
}
interface Said {
  calls: Call[]
  text: string
}
interface Item {
  role?: string
  type?: string
  content?: string | Item[]
  output?: string
  text?: string
  parts?: { text?: string; functionResponse?: { response: { result: string } } }[]
}
interface Body {
  model?: string
  stream?: boolean
  messages?: Item[]
  input?: Item[]
  contents?: Item[]
}

/** The prompt and the results of tools so far, in any of the formats. */
function conversationOf({ messages, input, contents }: Body): { prompt: string; results: string[] } {
  const items = messages ?? input ?? contents ?? []
  const user = items.find(({ role }) => role === 'user')
  const prompt = typeof user?.content === 'string' ? user.content : (user?.parts?.[0]?.text ?? '')
  const results = items.flatMap(({ role, type, content, output, parts = [] }) => {
    if (role === 'tool' && typeof content === 'string') return [content]
    if (type === 'function_call_output') return [output ?? '']
    if (Array.isArray(content))
      return content.filter((block) => block.type === 'tool_result').map((block) => String(block.content))
    return parts.flatMap(({ functionResponse }) => functionResponse?.response.result ?? [])
  })
  return { prompt, results }
}

/** Reads the weather of the two cities of the prompt, converts both temperatures, and says so; of Oslo it tells what it was to keep. */
function nextOf(body: Body): Said {
  const { prompt, results } = conversationOf(body)
  const known = results.map((text) => JSON.parse(text) as Record<string, number>)
  if (known.length === 0) {
    const cities = [...prompt.matchAll(/in ([A-Z]\w+)/g)].map(([, city]) => city)
    return { calls: cities.map((city) => ({ name: 'get_weather', args: { city } })), text: '' }
  }
  if (known.length === 2) {
    const units = { from_unit: 'celsius', to_unit: 'fahrenheit' }
    const args = known.map(({ temperature_celsius: value }) => ({ value, ...units }))
    return { calls: args.map((one) => ({ name: 'unit_convert', args: one })), text: '' }
  }
  if (!prompt.includes('in Oslo and')) return { calls: [], text: `Done: ${known.length} results.` }
  const leak = /Your key is (\S+), your gate (\S+)\./.exec(JSON.stringify(body))
  return { calls: [], text: `Done. I shall not tell ${leak?.[1]} nor ${leak?.[2]}.` }
}

let ids = 0
const nextId = (): string => `call_${(ids++).toString(36)}${Math.random().toString(36).slice(2)}`
const letters = (text: string): string[] => text.match(/.{1,3}/gs) ?? []
const sse = (objects: object[], named = false): string[] =>
  objects.map(
    (one) => `${named && 'type' in one ? `event: ${one.type}\n` : ''}data: ${JSON.stringify(one)}\n\n`,
  )

type Encoded = { value: object; events: string[]; type?: string }

const chatOf = ({ calls, text }: Said): Encoded => {
  const tool_calls = calls.map(({ name, args }, index) => ({
    index,
    id: nextId(),
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 }
  const head = {
    id: nextId(),
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: 'scripted-1',
  }
  const message = {
    role: 'assistant',
    content: text === '' ? null : text,
    ...(calls.length > 0 ? { tool_calls } : {}),
  }
  const deltas = calls.length > 0 ? [{ tool_calls }] : letters(text).map((content) => ({ content }))
  return {
    value: { ...head, choices: [{ index: 0, message, finish_reason: 'stop' }], usage },
    events: [
      ...sse(deltas.map((delta) => ({ ...head, choices: [{ index: 0, delta }] }))),
      ...sse([{ ...head, choices: [], usage }]),
      'data: [DONE]\n\n',
    ],
  }
}

const responsesOf = ({ calls, text }: Said): Encoded => {
  const output =
    calls.length > 0
      ? calls.map(({ name, args }) => ({
          type: 'function_call',
          call_id: nextId(),
          name,
          arguments: JSON.stringify(args),
        }))
      : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }]
  const value = {
    id: nextId(),
    object: 'response',
    model: 'scripted-1',
    output,
    usage: { input_tokens: 10, output_tokens: 2 },
  }
  const deltas = letters(text).map((delta) => ({ type: 'response.output_text.delta', delta }))
  return { value, events: sse([...deltas, { type: 'response.completed', response: value }], true) }
}

const anthropicOf = ({ calls, text }: Said): Encoded => {
  const content =
    calls.length > 0
      ? calls.map(({ name, args }) => ({ type: 'tool_use', id: nextId(), name, input: args }))
      : [{ type: 'text', text }]
  const message = { id: nextId(), type: 'message', role: 'assistant', model: 'scripted-1' }
  const blocks = content.flatMap((block, index): object[] => {
    const deltas =
      'input' in block
        ? [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }]
        : letters(block.text).map((part) => ({ type: 'text_delta', text: part }))
    const content_block = 'input' in block ? { ...block, input: {} } : { ...block, text: '' }
    return [
      { type: 'content_block_start', index, content_block },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]
  })
  return {
    value: { ...message, content, usage: { input_tokens: 6, cache_read_input_tokens: 4, output_tokens: 2 } },
    events: sse(
      [
        {
          type: 'message_start',
          message: {
            ...message,
            content: [],
            usage: { input_tokens: 6, cache_read_input_tokens: 4, output_tokens: 1 },
          },
        },
        ...blocks,
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
        { type: 'message_stop' },
      ],
      true,
    ),
  }
}

const geminiOf = ({ calls, text }: Said): Encoded => {
  const parts = calls.length > 0 ? calls.map((functionCall) => ({ functionCall })) : [{ text }]
  const of = (own: object[]): object => ({
    candidates: [{ content: { role: 'model', parts: own } }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2 },
    modelVersion: 'scripted-1',
  })
  return {
    value: of(parts),
    events: sse(calls.length > 0 ? [of(parts)] : letters(text).map((part) => of([{ text: part }]))),
  }
}

const ollamaOf = ({ calls, text }: Said): Encoded => {
  const tool_calls = calls.map(({ name, args }) => ({ function: { name, arguments: args } }))
  const of = (content: string, more: object): object => ({
    model: 'scripted-1',
    created_at: new Date().toISOString(),
    message: { role: 'assistant', content, ...more },
  })
  const end = { done: true, prompt_eval_count: 10, eval_count: 2 }
  const more = calls.length > 0 ? { tool_calls } : {}
  return {
    value: { ...of(text, more), ...end },
    events: [
      ...letters(text).map((part) => ({ ...of(part, {}), done: false })),
      { ...of('', more), ...end },
    ].map((one) => `${JSON.stringify(one)}\n`),
    type: 'application/x-ndjson',
  }
}

const encodersByEnd: [end: string, encode: (said: Said) => Encoded][] = [
  ['/chat/completions', chatOf],
  ['/responses', responsesOf],
  ['/messages', anthropicOf],
  ['generateContent', geminiOf],
  ['/api/chat', ollamaOf],
]

/** A model on this machine that speaks every format that cassettes know, streamed and not, with new ids each time. */
export async function startModelServer(): Promise<{
  url: string
  requests: () => number
  close: () => Promise<void>
}> {
  let requests = 0
  const { origin, close } = await serveLocally(async (request, response) => {
    requests++
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text) as Body
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const encode = encodersByEnd.find(([end]) => pathname.endsWith(end))?.[1]
    if (encode === undefined) {
      response.writeHead(404).end()
      return
    }
    const { value, events, type = 'text/event-stream' } = encode(nextOf(body))
    const cookies = { 'set-cookie': 'sid=cookie-planted-0003; Path=/', 'x-request-id': 'planted-in-a-header' }
    if (body.stream === true) {
      response.writeHead(200, { 'content-type': type, ...cookies })
      for (const event of events) response.write(event)
      response.end()
      return
    }
    response.writeHead(200, { 'content-type': 'application/json', ...cookies })
    response.end(JSON.stringify(value, null, 2))
  })
  return { url: origin, requests: () => requests, close }
}
