import type { IncomingMessage, ServerResponse } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { findExpandable, listSeeds } from '../../src/run/worlds.ts'
import type { AgentRequest, AgentTool } from '../../src/schema/agent.ts'
import type { Task } from '../../src/schema/task.ts'
import type { PlainTask } from '../../src/schema/task-in-world.ts'
import { isObject, type Json, type JsonObject } from '../../src/shared/json.ts'
import { oracle } from '../../src/suites/calibration/oracle.ts'
import { openWorlds } from '../../src/tasks/task-worlds.ts'
import type { Registry } from '../../src/tools/registry.ts'
import { serveLocally } from './local-server.ts'

const requestSchema = z.looseObject({
  model: z.string().optional(),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
})
type Message = z.infer<typeof requestSchema>['messages'][number]

const textOf = (content: unknown): string =>
  Array.isArray(content)
    ? content.map((part) => String(Reflect.get(part, 'text'))).join('')
    : String(content ?? '')

/** What a tool answered, as the message says it; an MCP client passes a list of texts on. */
function resultIn({ content }: Message): Json {
  try {
    const value = JSON.parse(textOf(content)) as Json
    const [part] = Array.isArray(value) ? value : []
    return isObject(part) && part.type === 'text' ? (JSON.parse(String(part.text)) as Json) : value
  } catch {
    return textOf(content)
  }
}

const leavesOf = (value: Json): Json[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]

/** Arguments whose values out of earlier results are made up instead. */
function invented(value: Json, known: ReadonlySet<Json>, prompt: string): Json {
  if (Array.isArray(value)) return value.map((item) => invented(item, known, prompt))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, invented(item, known, prompt)]),
    )
  if (!known.has(value) || prompt.includes(String(value))) return value
  return typeof value === 'number' ? value + 1 : typeof value === 'string' ? `${value}-0` : value
}

/** An output as the tool has it: an API may answer with a bare list, which the tool has in a field. */
function outputOf(result: Json, { properties }: Record<string, unknown>): Json {
  const [name, ...others] = Object.keys(isObject(properties as Json) ? (properties as JsonObject) : {})
  return Array.isArray(result) && name !== undefined && others.length === 0 ? { [name]: result } : result
}

/** A task as it is in the world that gave some results: what it looks for is another thing in each. */
function inItsWorld(task: Task, results: readonly Json[], tools: Registry): PlainTask {
  const all = openWorlds(task, tools)
  if (!all.isDependent) return all.in().task
  const worlds = listSeeds(task, tools).flatMap((seed) => {
    const { task: here, seed: at } = findExpandable(all, seed)
    return at === seed ? [{ here, calls: all.reference(seed).calls }] : []
  })
  const gave = worlds.find(({ calls }) =>
    results.every((result, i) => {
      const { tool_name = '', result: known } = calls[i] ?? {}
      return isDeepStrictEqual(outputOf(result, tools.get(tool_name)?.outputSchema ?? {}), known)
    }),
  )
  return (gave ?? worlds[0])?.here ?? all.in().task
}

interface Call {
  name: string
  args: JsonObject
}

/** What a right agent does next after some results: a call, or the answer. */
function nextOf(task: Task, results: readonly Json[], tools: Registry): Promise<Call | string> {
  return new Promise((done, failed) => {
    let at = 0
    const handed = [...tools.values()].map(
      (simulator): AgentTool => ({
        name: simulator.name,
        description: simulator.description,
        inputSchema: simulator.inputSchema,
        url: `http://tools.test/${simulator.name}`,
        invoke(args) {
          const result = results[at++]
          if (result !== undefined) return Promise.resolve(outputOf(result, simulator.outputSchema))
          done({ name: simulator.name, args })
          return new Promise(() => {})
        },
      }),
    )
    const { prompt } = task
    const request: AgentRequest = {
      prompt,
      messages: [],
      thread: {},
      user: { approve: async () => ({ approved: true }) },
      tools: handed,
      signal: new AbortController().signal,
      attempt: 0,
    }
    oracle.run(request, inItsWorld(task, results, tools)).then((reply) => {
      const answer = (typeof reply === 'object' ? reply.answer : reply) ?? 'Done.'
      done(typeof answer === 'string' ? answer : JSON.stringify(answer))
    }, failed)
  })
}

/** What a worse model does: makes values up, answers after its first call, answers something else, or calls another tool and then answers. */
export type Habit = 'invents' | 'stops' | 'misreads' | 'swaps'

/** A model on loopback that knows the tasks of a suite. */
export interface OracleModel {
  /** Base address, with `/v1`. */
  url: string
  close(): Promise<void>
}

/**
 * Plays a model behind an endpoint of chat completions: one call a turn, made of the results that it was told, in
 * whatever world they were drawn; then the answer. Asked for by a name in `habits` it is worse; one that makes values up
 * answers without a tool where there is nothing to pass on.
 */
export async function startOracleModel(
  tasks: readonly Task[],
  tools: Registry,
  habits: Readonly<Record<string, Habit>> = {},
): Promise<OracleModel> {
  const byPrompt = new Map(tasks.map((task) => [task.prompt, task]))
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { messages, model = '' } = requestSchema.parse(JSON.parse(body))
    const asked = messages.findLastIndex(({ role }) => role === 'user')
    const task = byPrompt.get(textOf(messages[asked]?.content))
    const results = messages.slice(asked).flatMap((one) => (one.role === 'tool' ? [resultIn(one)] : []))
    const habit = habits[model]
    const passesOn = task?.expected_trace.steps.some(({ depends_on }) => depends_on.length > 0) === true
    const next = await (task === undefined
      ? 'I know no such task.'
      : (habit === 'invents' && !passesOn) || ((habit === 'stops' || habit === 'swaps') && results.length > 0)
        ? 'All done.'
        : nextOf(task, results, tools))
    const others =
      task?.available_tools.filter((name) => typeof next !== 'string' && name !== next.name) ?? []
    const known = new Set(results.flatMap(leavesOf))
    const message =
      typeof next === 'string'
        ? { role: 'assistant', content: habit === 'misreads' ? `${next}1` : next, refusal: null }
        : {
            role: 'assistant',
            content: null,
            refusal: null,
            tool_calls: [
              {
                id: `call_${results.length}`,
                type: 'function',
                function: {
                  name: (habit === 'swaps' ? others[0] : undefined) ?? next.name,
                  arguments: JSON.stringify(
                    habit === 'invents' ? invented(next.args, known, task?.prompt ?? '') : next.args,
                  ),
                },
              },
            ],
          }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        id: 'chat',
        object: 'chat.completion',
        created: 0,
        model: model || 'scripted',
        choices: [
          {
            index: 0,
            message,
            finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop',
            logprobs: null,
          },
        ],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )
  }
  const { origin, close } = await serveLocally((request, response) => {
    reply(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  return { url: `${origin}/v1`, close }
}
