import { isIP } from 'node:net'
import { type Listening, listen } from '../../../serve/http/listen.ts'
import { PROTOCOL, type Service } from '../../../serve/http/router.ts'
import { runTools } from '../../../serve/run-tools.ts'
import { printJson, printText, warn } from '../../output.ts'
import { loadMcp } from './load-mcp.ts'
import type { ServeOptions } from './options.ts'
import { untilStopped } from './until-stopped.ts'

type HttpOptions = Pick<ServeOptions, 'host' | 'allowHost' | 'json' | 'mcp'> & { port: number }

const LOOPBACK = /^(127\.|::1$|localhost$)/

async function mcpAnswers(): Promise<NonNullable<Service['mcp']>> {
  const { answerMcp } = await loadMcp(() => import('../../../adapters/mcp/answer-http.ts'))
  return async (run, { request, response, body }) =>
    await answerMcp(runTools(run), { request, response, body: await body() })
}

function announce({ url, port }: Listening, { host, json, mcp }: HttpOptions, service: Service): void {
  if (!LOOPBACK.test(host))
    warn(
      `whoever reaches ${isIP(host) === 6 ? `[${host}]` : host}:${port} can open runs; nothing asks who they are`,
    )
  if (json) {
    printJson({ url, port, protocol: PROTOCOL, tasks: service.tasks.size, mcp: mcp === true })
    return
  }
  const tasks = service.tasks.size === 0 ? '' : ` and ${service.tasks.size} tasks`
  printText(`tracewright serves tools${tasks} at ${url}; stop it with Ctrl-C`)
}

/** Serves by HTTP until the process is told to stop. */
export async function serveHttp(
  options: HttpOptions,
  { runs, tasks, limits }: Pick<Service, 'runs' | 'tasks' | 'limits'>,
): Promise<void> {
  const service: Service = { runs, tasks, limits, mcp: options.mcp === true ? await mcpAnswers() : undefined }
  const stopped = untilStopped()
  const server = await listen(service, {
    port: options.port,
    host: options.host,
    allowedHosts: options.allowHost,
    onProblem: warn,
  })
  announce(server, options, service)
  await stopped
  await server.close()
  const dropped = runs.dropAll()
  if (dropped > 0) warn(`${dropped} runs were open; they are neither judged nor written down`)
}
