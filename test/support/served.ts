import { request } from 'node:http'
import type { Task } from '../../src/schema/task.ts'
import { type Listening, type ListenOptions, listen } from '../../src/serve/http/listen.ts'
import type { Service } from '../../src/serve/http/router.ts'
import { SERVE_LIMITS, type ServeLimits } from '../../src/serve/limits.ts'
import { RunTable } from '../../src/serve/run-table.ts'
import type { EndedRun } from '../../src/serve/served-run.ts'
import { readServedRegistry } from '../../src/tools/served.ts'

/** An answer of a server. */
export interface Said {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it
  body: any
}

export interface Served extends Listening {
  ended: EndedRun[]
  problems: string[]
  runs: RunTable
  /** Asks with the token. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Said>
}

/** Asks a server by HTTP; a text is sent as it is, anything else as JSON. Unlike `fetch`, it sends any header. */
export function askAt(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
    const type = text === undefined ? {} : { 'content-type': 'application/json' }
    const sent = request(`${url}${path}`, { method, headers: { ...type, ...headers }, agent: false })
    sent.on('response', (response) => {
      let answer = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        answer += chunk
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          body: answer === '' ? undefined : JSON.parse(answer),
        }),
      )
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

/** The token of servers in this process. */
export const TOKEN = 'token-of-the-tests'

export const buildTokenHeaders = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
})

/** A server in this process, on a port that is free. */
export async function serveTasks(
  tasks: readonly Task[] = [],
  limits: Partial<ServeLimits> = {},
  {
    onEnded,
    ...options
  }: Partial<ListenOptions> & {
    mcp?: Service['mcp']
    onEnded?: (run: EndedRun) => void
  } = {},
): Promise<Served> {
  const all = { ...SERVE_LIMITS, ...limits }
  const ended: EndedRun[] = []
  const problems: string[] = []
  const runs = new RunTable(readServedRegistry(), all, onEnded ?? ((run) => ended.push(run)))
  const { mcp, ...how } = options
  const service = {
    runs,
    limits: all,
    token: TOKEN,
    tasks: new Map(tasks.map((task) => [task.task_id, task])),
    mcp,
  }
  const server = await listen(service, { port: 0, onProblem: (what) => problems.push(what), ...how })
  const ask: Served['ask'] = (method, path, body, headers = {}) =>
    askAt(server.url, method, path, body, { ...buildTokenHeaders(TOKEN), ...headers })
  return { ...server, ended, problems, runs, ask }
}
