/** The wire formats of models, as a client without a library of its own speaks them. */
export interface Called {
  id: string
  name: string
  args: Record<string, unknown>
}

export interface Turn {
  calls: Called[]
  /** Results in the order of the calls. */
  results: string[]
}

interface Tool {
  name: string
  description: string
  inputSchema: object
}

export interface Asked {
  system: string
  prompt: string
  tools: Tool[]
  turns: Turn[]
  stream: boolean
}

interface Format {
  path: string
  body(asked: Asked): object
}

const functions = (tools: Tool[]) =>
  tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema },
  }))

/** Messages of chat completions; Ollama has arguments as objects. */
const messages = ({ system, prompt, turns }: Asked, spelt: (args: object) => unknown) => [
  { role: 'system', content: system },
  { role: 'user', content: prompt },
  ...turns.flatMap(({ calls, results }) => [
    {
      role: 'assistant',
      content: '',
      tool_calls: calls.map(({ id, name, args }) => ({
        id,
        type: 'function',
        function: { name, arguments: spelt(args) },
      })),
    },
    ...calls.map(({ id }, i) => ({ role: 'tool', tool_call_id: id, content: results[i] })),
  ]),
]

const chat = (path: string): Format => ({
  path,
  body: (asked) => ({
    model: 'scripted',
    stream: asked.stream,
    tools: functions(asked.tools),
    messages: messages(asked, (args) => JSON.stringify(args)),
  }),
})

export const FORMATS: Record<string, Format> = {
  chat: chat('/v1/chat/completions'),
  mistral: chat('/mistral/v1/chat/completions'),
  ollama: {
    path: '/api/chat',
    body: (asked) => ({
      model: 'scripted',
      stream: asked.stream,
      tools: functions(asked.tools),
      messages: messages(asked, (args) => args),
    }),
  },
  responses: {
    path: '/v1/responses',
    body: ({ system, prompt, tools, turns, stream }) => ({
      model: 'scripted',
      stream,
      instructions: system,
      tools: tools.map(({ name, inputSchema }) => ({ type: 'function', name, parameters: inputSchema })),
      input: [
        { role: 'user', content: prompt },
        ...turns.flatMap(({ calls, results }) => [
          ...calls.map(({ id, name, args }) => ({
            type: 'function_call',
            call_id: id,
            name,
            arguments: JSON.stringify(args),
          })),
          ...calls.map(({ id }, i) => ({ type: 'function_call_output', call_id: id, output: results[i] })),
        ]),
      ],
    }),
  },
  anthropic: {
    path: '/v1/messages',
    body: ({ system, prompt, tools, turns, stream }) => ({
      model: 'scripted',
      stream,
      system,
      max_tokens: 100,
      tools: tools.map(({ name, inputSchema }) => ({ name, input_schema: inputSchema })),
      messages: [
        { role: 'user', content: prompt },
        ...turns.flatMap(({ calls, results }) => [
          {
            role: 'assistant',
            content: calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })),
          },
          {
            role: 'user',
            content: calls.map(({ id }, i) => ({
              type: 'tool_result',
              tool_use_id: id,
              content: results[i],
            })),
          },
        ]),
      ],
    }),
  },
  gemini: {
    path: '/v1beta/models/scripted:generateContent?key=AIzaPlantedInTheQueryOfEveryRequest00001',
    body: ({ system, prompt, tools, turns }) => ({
      systemInstruction: { parts: [{ text: system }] },
      tools: [
        {
          functionDeclarations: tools.map(({ name, inputSchema }) => ({
            name,
            parametersJsonSchema: inputSchema,
          })),
        },
      ],
      contents: [
        { role: 'user', parts: [{ text: prompt }] },
        ...turns.flatMap(({ calls, results }) => [
          { role: 'model', parts: calls.map(({ name, args }) => ({ functionCall: { name, args } })) },
          {
            role: 'user',
            parts: calls.map(({ name }, i) => ({
              functionResponse: { name, response: { result: results[i] } },
            })),
          },
        ]),
      ],
    }),
  },
}
