import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CallAnswer } from '../../network/answer-call.ts'
import type { AgentReply } from '../../schema/agent.ts'
import type { Task } from '../../schema/task.ts'
import type { ServeLimits } from '../limits.ts'
import { RefusedRequest } from '../refused-request.ts'
import type { RunTable } from '../run-table.ts'
import { buildSpecOfTask, endDocument, type RunSpec, type ServedRun } from '../served-run.ts'
import { approveSchema, endSchema, openSchema, parseBody, replySchema } from './bodies.ts'
import { hasToken, needToken } from './token.ts'

/** Version of the protocol, which docs/serve.md defines. */
export const PROTOCOL = 3

const TURN_HEADER = 'x-tracewright-turn'
const CALL_ID_HEADER = 'x-tracewright-call-id'

/** What a request is answered with; undefined where that has been done. */
export type HttpAnswer =
  | (Partial<Pick<CallAnswer, 'headers' | 'wire'>> & { status: number; body?: unknown; location?: string })
  | undefined

export interface Service {
  runs: RunTable
  tasks: ReadonlyMap<string, Task>
  limits: ServeLimits
  /** What a request carries that opens a run, or asks what a task expects of it. */
  token: string
  /** Answers a request of an MCP client for a run; left out where no such clients are served. */
  mcp?: ((run: ServedRun, exchange: HttpExchange) => Promise<void>) | undefined
}

export interface HttpExchange {
  request: IncomingMessage
  response: ServerResponse
  body(): Promise<string>
}

type RouteHandler = (
  service: Service,
  params: readonly string[],
  exchange: HttpExchange,
) => Promise<HttpAnswer> | HttpAnswer

const createOkAnswer = (body: unknown): HttpAnswer => ({ status: 200, body })

function findTask({ tasks }: Service, id: string): Task {
  const task = tasks.get(id)
  if (task !== undefined) return task
  const why = tasks.size === 0 ? 'the server was started without --suite' : 'see GET /tasks'
  throw new RefusedRequest(404, `unknown task ${JSON.stringify(id)}; ${why}`, 'task_id')
}

async function buildRunSpec(service: Service, text: string): Promise<RunSpec> {
  const { task_id, attempt, seed, tools, agent } = parseBody(text, openSchema)
  if (task_id === undefined) {
    const { registry } = service.runs
    const unknown = tools?.find((name) => !registry.has(name))
    if (unknown !== undefined)
      throw new RefusedRequest(400, `the tool ${JSON.stringify(unknown)} has no simulator`, 'tools')
    return { tools: tools ?? [...registry.keys()], seed: seed ?? 0, attempt, agent }
  }
  const given = seed === undefined ? (tools === undefined ? undefined : 'tools') : 'seed'
  if (given !== undefined)
    throw new RefusedRequest(400, `the task sets "${given}"; leave it out if "task_id" is given`, given)
  return buildSpecOfTask(findTask(service, task_id), service.runs.registry, attempt, agent)
}

/** Where the server is reached, by the name that its caller has for it. */
const readOrigin = ({ request: { headers } }: HttpExchange): string => `http://${headers.host}`

function buildOpenedDocument(
  { runs, mcp }: Service,
  { id, callKey, spec, shown }: ServedRun,
  origin: string,
): object {
  const { attempted, seed, attempt } = spec
  const task = attempted?.here.task
  return {
    run: id,
    url: `${origin}/runs/${id}`,
    ...(mcp === undefined ? {} : { mcp: `${origin}/mcp/${callKey}` }),
    seed,
    attempt,
    time_ms: runs.computeTime(spec),
    ...(task === undefined
      ? {}
      : { task_id: task.task_id, prompt: task.prompt, turns: task.turns?.length ?? 0 }),
    tools: shown.map((tool) => ({
      ...tool,
      url: `${origin}/calls/${callKey}/${encodeURIComponent(tool.name)}`,
    })),
  }
}

async function readEnded(run: ServedRun) {
  if (run.ended !== undefined) return await run.ended
  throw new RefusedRequest(409, 'the run is open; end it first: POST /runs/<run>/end')
}

function parseTurn(header: string | string[] | undefined): { turn?: number } {
  if (header === undefined) return {}
  const turn = Number(header)
  if (/^\d{1,9}$/.test(String(header))) return { turn }
  throw new RefusedRequest(400, `${TURN_HEADER} must be a whole number, 0 or more`, TURN_HEADER)
}

/** Methods by path; `:` stands for one part. */
const ROUTES: Readonly<Record<string, Readonly<Record<string, RouteHandler>>>> = {
  '/': {
    GET: ({ tasks, runs, limits, mcp }) =>
      createOkAnswer({
        protocol: PROTOCOL,
        tasks: tasks.size,
        open_runs: runs.size,
        mcp: mcp !== undefined,
        limits,
      }),
  },
  '/tools': {
    GET: ({ runs }) =>
      createOkAnswer({
        tools: [...runs.registry.values()].map(
          ({ name, description, effect, inputSchema, outputSchema }) => ({
            name,
            description,
            effect,
            inputSchema,
            outputSchema,
          }),
        ),
      }),
  },
  '/tasks': {
    GET: ({ tasks }) =>
      createOkAnswer({ tasks: [...tasks.values()].map(({ task_id, level }) => ({ task_id, level })) }),
  },
  '/runs': {
    async POST(service, _, exchange) {
      needToken(service.token, exchange.request.headers)
      const run = service.runs.begin(await buildRunSpec(service, await exchange.body()))
      const origin = readOrigin(exchange)
      return {
        status: 201,
        body: buildOpenedDocument(service, run, origin),
        location: `${origin}/runs/${run.id}`,
      }
    },
  },
  '/runs/:': {
    GET({ runs }, [id = '']) {
      const { spec, calls, ended } = runs.findRun(id)
      const { attempted, seed, attempt } = spec
      const state = ended === undefined ? 'open' : 'ended'
      return createOkAnswer({
        run: id,
        state,
        task_id: attempted?.here.task.task_id ?? null,
        seed,
        attempt,
        calls,
      })
    },
    DELETE({ runs, token }, [id = ''], { request: { headers } }) {
      needToken(token, headers)
      runs.drop(runs.findRun(id))
      return { status: 204 }
    },
  },
  '/calls/:/:': {
    async POST({ runs }, [key = '', tool = ''], { request: { headers }, body }) {
      const callId = headers[CALL_ID_HEADER]
      const of = {
        ...parseTurn(headers[TURN_HEADER]),
        ...(callId === undefined ? {} : { callId: String(callId) }),
      }
      return await runs.findRunByCallKey(key).call(tool, body, of)
    },
  },
  '/mcp/:': {
    async POST({ runs, mcp }, [key = ''], exchange) {
      const run = runs.findRunByCallKey(key)
      if (mcp === undefined) throw new RefusedRequest(404, 'MCP is off; start the server with --mcp as well')
      await mcp(run, exchange)
      return undefined
    },
  },
  '/runs/:/reply': {
    async POST({ runs }, [id = ''], { body }) {
      const run = runs.findRun(id)
      return createOkAnswer({ prompt: run.reply(parseBody(await body(), replySchema).answer) })
    },
  },
  '/runs/:/approve': {
    async POST({ runs }, [id = ''], { body }) {
      const run = runs.findRun(id)
      parseBody(await body(), approveSchema)
      return createOkAnswer(run.approve())
    },
  },
  '/runs/:/end': {
    async POST({ runs, token }, [id = ''], { request: { headers }, body }) {
      const run = runs.findRun(id)
      const mayReadVerdict = hasToken(token, headers)
      const { failure, answer, ...reply } = parseBody(await body(), endSchema)
      const said = answer === undefined ? reply : { ...reply, answer }
      return createOkAnswer(
        endDocument(await runs.end(run, { reply: said as AgentReply, failure }), mayReadVerdict),
      )
    },
  },
  '/runs/:/trace': {
    async GET({ runs, token }, [id = ''], { request: { headers } }) {
      needToken(token, headers)
      return createOkAnswer((await readEnded(runs.findRun(id))).trace)
    },
  },
  '/runs/:/verdict': {
    async GET({ runs, token }, [id = ''], { request: { headers } }) {
      needToken(token, headers)
      return createOkAnswer((await readEnded(runs.findRun(id))).verdict)
    },
  },
}

const PATTERNS = Object.keys(ROUTES).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replaceAll(':', '([^/]+)')}$`),
}))

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new RefusedRequest(404, `${JSON.stringify(part)} is not valid in an address`)
  }
}

/**
 * Answers a request by its path and method.
 *
 * @throws RefusedRequest where it is not answered as it asks
 */
export async function routeRequest(service: Service, exchange: HttpExchange): Promise<HttpAnswer> {
  const { method = '', url = '/' } = exchange.request
  const [path = '/'] = url.split('?')
  for (const { path: known, pattern } of PATTERNS) {
    const found = pattern.exec(path)
    if (found === null) continue
    const methods = ROUTES[known] ?? {}
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (handler === undefined)
      throw new RefusedRequest(405, `${path} takes ${Object.keys(methods).join(', ')}, not ${method}`)
    return await handler(service, found.slice(1).map(decodePart), exchange)
  }
  throw new RefusedRequest(
    404,
    `unknown address ${JSON.stringify(path)}; node_modules/tracewright/docs/serve.md lists all addresses`,
  )
}
