import { AIMessage, HumanMessage, type StandardMessageStructure, ToolMessage } from '@langchain/core/messages'
import type { Call } from '../../../../src/schema/trace.ts'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'

const WEATHER = { temperature_celsius: 21.5 }
const REFUSAL = { error: { code: 'unprocessable', message: 'there is no such city' } }
const CONVERTED = { result: 70.7 }
export const PROMPT = 'How warm is it in Oslo, in fahrenheit?'
const ANSWER = 'ANSWER: 70.7'

interface Said {
  id: string
  name: string
  args: JsonObject
  gave: JsonObject
}

const OSLO: Said = { id: 'a', name: 'get_weather', args: { city: 'Oslo' }, gave: WEATHER }
const NOWHERE: Said = { id: 'b', name: 'get_weather', args: { city: 'Nowhere' }, gave: REFUSAL }
const CONVERT: Said = { id: 'c', name: 'unit_convert', args: { value: 21.5, to: 'f' }, gave: CONVERTED }
const TURNS: Said[][] = [[OSLO, NOWHERE], [CONVERT]]

const callIn = (
  turn: number,
  { id, name, args }: Said,
  outcome: Pick<Call, 'status' | 'result' | 'error'>,
) => ({
  ...{ id, tool_name: name, arguments: args, ...outcome },
  ...{ turn, started: 2 * turn, ended: 2 * turn + 1 },
})

/** Two calls at once, of which one is refused, then one that takes a result on, then the answer. */
export const CALLS: Call[] = [
  callIn(0, OSLO, { status: 200, result: WEATHER }),
  callIn(0, NOWHERE, { status: 422, error: REFUSAL.error }),
  callIn(1, CONVERT, { status: 200, result: CONVERTED }),
]
export const FINAL_ANSWER = ANSWER
/** What the formats report that carry tokens: 10 and 2 an answer. */
export const USAGE = { input_tokens: 30, output_tokens: 6, model_calls: 3 }

const text = (value: Json): string => JSON.stringify(value)
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const chatCalls = (turn: Said[]) =>
  turn.map(({ id, name, args }) => ({ id, type: 'function', function: { name, arguments: text(args) } }))

const chat = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: PROMPT },
  ...TURNS.flatMap((turn) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: chatCalls(turn),
    },
    ...turn.map(({ id, gave }) => ({ role: 'tool', tool_call_id: id, content: text(gave) })),
  ]),
  { role: 'assistant', content: [{ type: 'text', text: ANSWER }] },
]

const items = [
  { role: 'user', content: PROMPT },
  ...TURNS.flatMap((turn) => [
    { type: 'reasoning', id: 'r', summary: [] },
    ...turn.map(({ id, name, args }) => ({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name,
      arguments: text(args),
    })),
    ...turn.map(({ id, gave }) => ({ type: 'function_call_output', call_id: id, output: text(gave) })),
  ]),
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: ANSWER, annotations: [] }] },
]

const usage_metadata = { input_tokens: 10, output_tokens: 2, total_tokens: 12 }

const langChainCalls = (turn: Said[]) =>
  turn.map(({ id, name, args }) => ({ id, name, args, type: 'tool_call' as const }))

export const langChainMessages = (): (HumanMessage | AIMessage | ToolMessage)[] => [
  new HumanMessage(PROMPT),
  ...TURNS.flatMap((turn) => [
    new AIMessage<StandardMessageStructure>({
      content: '',
      tool_calls: langChainCalls(turn),
      usage_metadata,
    }),
    ...turn.map(({ id, gave }) => new ToolMessage({ content: text(gave), tool_call_id: id })),
  ]),
  new AIMessage<StandardMessageStructure>({ content: ANSWER, usage_metadata }),
]

/** A part of the AI SDK about a call. */
const sdkPart = (type: string, { id, name }: Said, fields: object) => ({
  ...{ type, toolCallId: id, toolName: name, ...fields },
})

const stepsOf = (input: 'args' | 'input', output: 'result' | 'output', usage: object): object[] => [
  ...TURNS.map((turn) => ({
    text: '',
    finishReason: 'tool-calls',
    usage,
    toolCalls: turn.map((said) => sdkPart('tool-call', said, { [input]: said.args })),
    toolResults: turn.map((said) =>
      sdkPart('tool-result', said, { [input]: said.args, [output]: said.gave }),
    ),
  })),
  { text: ANSWER, finishReason: 'stop', usage, toolCalls: [], toolResults: [] },
]

const content = [
  ...TURNS.map((turn) => ({
    finishReason: 'tool-calls',
    usage: { inputTokens: 10, outputTokens: 2 },
    content: [
      ...turn.map((said) => sdkPart('tool-call', said, { input: said.args })),
      ...turn.map((said) =>
        'error' in said.gave
          ? sdkPart('tool-error', said, { error: text(said.gave) })
          : sdkPart('tool-result', said, { output: said.gave }),
      ),
    ],
  })),
  {
    finishReason: 'stop',
    usage: { inputTokens: 10, outputTokens: 2 },
    content: [{ type: 'text', text: ANSWER }],
  },
]

const modelMessages = (input: 'args' | 'input', result: (gave: JsonObject) => object): object[] => [
  { role: 'user', content: PROMPT },
  ...TURNS.flatMap((turn) => [
    {
      role: 'assistant',
      content: turn.map((said) => sdkPart('tool-call', said, { [input]: said.args })),
    },
    { role: 'tool', content: turn.map((said) => sdkPart('tool-result', said, result(said.gave))) },
  ]),
  { role: 'assistant', content: [{ type: 'text', text: ANSWER }] },
]

const uiMessages = [
  { id: 'm1', role: 'user', parts: [{ type: 'text', text: PROMPT }] },
  {
    id: 'm2',
    role: 'assistant',
    parts: [
      ...TURNS.flatMap((turn) => [
        { type: 'step-start' },
        ...turn.map(({ id, name, args, gave }) => ({
          type: `tool-${name}`,
          toolCallId: id,
          input: args,
          ...('error' in gave
            ? { state: 'output-error', errorText: text(gave) }
            : { state: 'output-available', output: gave }),
        })),
      ]),
      { type: 'step-start' },
      { type: 'text', text: ANSWER },
    ],
  },
]

/** Spans of the conversation by a tracer's way of writing a model's and a tool's. */
const traced = (
  model: (start: number, turn: Said[], answer: string) => object,
  tool: (start: number, said: Said) => object,
): object[] => [
  ...TURNS.flatMap((turn, i) => [model(20 * i, turn, ''), ...turn.map((said) => tool(20 * i + 10, said))]),
  model(50, [], ANSWER),
]

const genAiSpan = (start: number, spanId: string, name: string, refused: boolean, attributes: object) => ({
  name,
  spanContext: () => ({ traceId: 't', spanId }),
  startTime: [start, 0],
  endTime: [start, 500],
  status: refused ? { code: 2, message: 'refused' } : { code: 0 },
  attributes,
})

const spans = traced(
  (start, turn, answer) => {
    const calls = turn.map(({ id, name, args }) => ({ type: 'tool_call', id, name, arguments: args }))
    const parts = answer === '' ? calls : [{ type: 'text', content: answer }]
    return genAiSpan(start, `m${start}`, 'chat some-model', false, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 2,
      'gen_ai.output.messages': text([{ role: 'assistant', parts, finish_reason: 'stop' }]),
    })
  },
  (start, { id, name, args, gave }) =>
    genAiSpan(start, `t${id}`, `execute_tool ${name}`, 'error' in gave, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.call.arguments': text(args),
      'gen_ai.tool.call.result': text(gave),
    }),
)

const block = (turn: Said[]) =>
  turn.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args }))
const resultBlock = ({ id, gave }: Said) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: [{ type: 'text', text: text(gave) }],
  ...('error' in gave ? { is_error: true } : {}),
})
const tokens = { input_tokens: 10, output_tokens: 2 }

const anthropic = [
  { role: 'user', content: PROMPT },
  ...TURNS.flatMap((turn) => [
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'thinking', thinking: '' }, ...block(turn)],
      usage: tokens,
    },
    { role: 'user', content: turn.map(resultBlock) },
  ]),
  { role: 'assistant', content: [{ type: 'text', text: ANSWER }], usage: tokens },
]

const claudeAgent = [
  { type: 'system', subtype: 'init', session_id: 's', tools: ['get_weather', 'unit_convert'] },
  { type: 'user', message: { role: 'user', content: PROMPT } },
  ...TURNS.flatMap((turn, i) => [
    ...block(turn).map((one) => ({
      type: 'assistant',
      message: { id: `m${i}`, type: 'message', role: 'assistant', content: [one], usage: tokens },
    })),
    ...turn.map((said) => ({ type: 'user', message: { role: 'user', content: [resultBlock(said)] } })),
  ]),
  {
    type: 'assistant',
    message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: ANSWER }], usage: tokens },
  },
  { type: 'result', subtype: 'success', session_id: 's', result: ANSWER },
]

const bedrock = [
  { role: 'user', content: [{ text: PROMPT }] },
  ...TURNS.flatMap((turn) => [
    {
      role: 'assistant',
      content: turn.map(({ id, name, args }) => ({ toolUse: { toolUseId: id, name, input: args } })),
    },
    {
      role: 'user',
      content: turn.map(({ id, gave }) => ({ toolResult: { toolUseId: id, content: [{ json: gave }] } })),
    },
  ]),
  { role: 'assistant', content: [{ text: ANSWER }] },
]

const gemini = (call: string, response: string, hasIds: boolean) => [
  { role: 'user', parts: [{ text: PROMPT }] },
  ...TURNS.flatMap((turn) => [
    {
      role: 'model',
      parts: turn.map(({ id, name, args }) => ({ [call]: { ...(hasIds ? { id } : {}), name, args } })),
    },
    {
      role: 'user',
      parts: turn.map(({ id, name, gave }) => ({
        [response]: {
          ...(hasIds ? { id } : {}),
          name,
          response: 'error' in gave ? gave : { output: gave },
        },
      })),
    },
  ]),
  { role: 'model', parts: [{ text: 'Hm.', thought: true }, { text: ANSWER }] },
]

const pydantic = [
  {
    kind: 'request',
    parts: [
      { part_kind: 'system-prompt', content: 'Be brief.' },
      { part_kind: 'user-prompt', content: PROMPT },
    ],
  },
  ...TURNS.flatMap((turn) => [
    {
      kind: 'response',
      usage: tokens,
      parts: turn.map(({ id, name, args }) => ({
        part_kind: 'tool-call',
        tool_name: name,
        args: text(args),
        tool_call_id: id,
      })),
    },
    {
      kind: 'request',
      parts: turn.map(({ id, name, gave }) => ({
        part_kind: 'error' in gave ? 'retry-prompt' : 'tool-return',
        tool_name: name,
        content: 'error' in gave ? text(gave) : gave,
        tool_call_id: id,
      })),
    },
  ]),
  { kind: 'response', usage: tokens, parts: [{ part_kind: 'text', content: ANSWER }] },
]

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

const langSmith = traced(
  (start, turn, answer) => ({
    id: `m${start}`,
    trace_id: 't',
    parent_run_id: 'root',
    run_type: 'llm',
    name: 'ChatOpenAI',
    start_time: at(start),
    end_time: at(start + 1),
    inputs: { messages: [asJson([new HumanMessage(PROMPT)])] },
    outputs: {
      generations: [
        [
          {
            text: answer,
            message: asJson(
              new AIMessage<StandardMessageStructure>({
                content: answer,
                tool_calls: langChainCalls(turn),
              }),
            ),
          },
        ],
      ],
    },
    prompt_tokens: 10,
    completion_tokens: 2,
  }),
  (start, { id, name, args, gave }) => ({
    id: `t${id}`,
    trace_id: 't',
    parent_run_id: 'root',
    run_type: 'tool',
    name,
    start_time: at(start),
    end_time: at(start + 1),
    // LangChain for Python writes arguments as Python does: the model's message has them.
    inputs: { input: name === 'get_weather' ? text(args) : "{'value': 21.5, 'to': 'f'}" },
    outputs: { output: asJson(new ToolMessage({ content: text(gave), tool_call_id: id })) },
  }),
)
const langSmithRun = {
  id: 'root',
  run_type: 'chain',
  name: 'agent',
  start_time: at(0),
  end_time: at(55),
  inputs: { input: PROMPT },
  outputs: {},
  child_runs: langSmith,
}

const langfuse = (tool: string): object[] =>
  traced(
    (start, turn, answer) => ({
      id: `m${start}`,
      traceId: 't',
      type: 'GENERATION',
      name: 'chat',
      startTime: at(start),
      endTime: at(start + 1),
      input: [{ role: 'user', content: PROMPT }],
      output: {
        role: 'assistant',
        content: answer,
        ...(turn.length === 0 ? {} : { tool_calls: chatCalls(turn) }),
      },
      usageDetails: { input: 10, output: 2 },
    }),
    (start, { id, name, args, gave }) => ({
      id: `t${id}`,
      traceId: 't',
      type: tool,
      name,
      startTime: at(start),
      endTime: at(start + 1),
      input: args,
      output: gave,
      ...('error' in gave ? { level: 'ERROR', statusMessage: 'refused' } : {}),
    }),
  )

const otelSpan = (start: number, name: string, attributes: object): object => ({
  name,
  spanId: `${name}${start}`,
  startTimeUnixNano: String(start),
  endTimeUnixNano: String(start + 1),
  attributes,
})

const openInference = traced(
  (start, turn, answer) =>
    otelSpan(start, 'ChatCompletion', {
      'openinference.span.kind': 'LLM',
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': PROMPT,
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': answer,
      ...Object.fromEntries(
        turn.flatMap(({ id, name, args }, i) => {
          const call = `llm.output_messages.0.message.tool_calls.${i}.tool_call`
          return [
            [`${call}.id`, id],
            [`${call}.function.name`, name],
            [`${call}.function.arguments`, text(args)],
          ]
        }),
      ),
      'llm.token_count.prompt': 10,
      'llm.token_count.completion': 2,
    }),
  (start, { name, args, gave }) =>
    otelSpan(start, name, {
      'openinference.span.kind': 'TOOL',
      'tool.name': name,
      'input.value': text(args),
      'output.value': text(gave),
    }),
)

const telemetry = traced(
  (start, turn, answer) =>
    otelSpan(start, 'ai.generateText.doGenerate', {
      'ai.operationId': 'ai.generateText.doGenerate',
      'gen_ai.request.model': 'some-model',
      'ai.prompt.messages': text([{ role: 'user', content: [{ type: 'text', text: PROMPT }] }]),
      ...(answer === '' ? {} : { 'ai.response.text': answer }),
      'ai.response.toolCalls': text(
        turn.map(({ id, name, args }) => ({ toolCallId: id, toolName: name, input: text(args) })),
      ),
      'ai.usage.inputTokens': 10,
      'ai.usage.outputTokens': 2,
    }),
  (start, { id, name, args, gave }) =>
    otelSpan(start, 'ai.toolCall', {
      'ai.operationId': 'ai.toolCall',
      'ai.toolCall.name': name,
      'ai.toolCall.id': id,
      'ai.toolCall.args': text(args),
      'ai.toolCall.result': text(gave),
    }),
)

const plain = TURNS.flat().map(({ id, name, args, gave }) => ({ id, name, args, result: gave }))

/** The same conversation in every shape, with the format that it is taken for. */
export const SHAPES: [name: string, format: string, value: () => unknown][] = [
  ['a trace of ours', 'tracewright', () => ({ task_id: 't', calls: CALLS, final_answer: ANSWER })],
  ['OpenAI chat messages', 'openai-chat', () => chat],
  ['OpenAI chat messages in an object', 'openai-chat', () => ({ messages: chat })],
  ['OpenAI responses items', 'openai-responses', () => items],
  [
    'input and output of a response',
    'openai-responses',
    () => ({ object: 'response', input: items.slice(0, -1), output: items.slice(-1) }),
  ],
  ['LangChain messages', 'langchain', langChainMessages],
  ['a state of LangGraph', 'langchain', () => ({ messages: langChainMessages() })],
  ['LangChain messages in JSON', 'langchain', () => asJson(langChainMessages())],
  ['LangChain dictionaries', 'langchain', () => asJson(langChainMessages().map((m) => m.toDict()))],
  ['steps of AI SDK 4', 'ai-sdk', () => stepsOf('args', 'result', { promptTokens: 10, completionTokens: 2 })],
  ['steps of AI SDK 5', 'ai-sdk', () => stepsOf('input', 'output', { inputTokens: 10, outputTokens: 2 })],
  ['a result of generateText', 'ai-sdk', () => ({ steps: content, totalUsage: { inputTokens: 30 } })],
  ['AI SDK core messages', 'ai-sdk', () => modelMessages('args', (gave) => ({ result: gave }))],
  [
    'AI SDK model messages',
    'ai-sdk',
    () =>
      modelMessages('input', (gave) => ({
        output: { type: 'error' in gave ? 'error-json' : 'json', value: gave },
      })),
  ],
  ['AI SDK UI messages', 'ai-sdk', () => uiMessages],
  ['OpenTelemetry spans', 'otel-genai', () => spans],
  ['Anthropic messages', 'anthropic', () => anthropic],
  ['messages of the Claude Agent SDK', 'claude-agent', () => claudeAgent],
  ['Bedrock messages', 'bedrock', () => bedrock],
  ['Gemini contents', 'gemini', () => gemini('functionCall', 'functionResponse', true)],
  ['Gemini contents without ids', 'gemini', () => gemini('function_call', 'function_response', false)],
  ['pydantic-ai messages', 'pydantic-ai', () => pydantic],
  ['a list of LangSmith runs', 'langsmith', () => langSmith],
  ['a LangSmith run', 'langsmith', () => langSmithRun],
  ['Langfuse observations', 'langfuse', () => langfuse('TOOL')],
  ['a Langfuse trace', 'langfuse', () => ({ id: 't', observations: langfuse('SPAN') })],
  ['OpenInference spans', 'openinference', () => openInference],
  ['spans of the AI SDK', 'ai-sdk-telemetry', () => telemetry],
  ['a list of calls', 'call-list', () => plain],
]
