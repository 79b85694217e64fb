import { isIP } from 'node:net'
import { type Listening, listen } from '../../../serve/http/listen.ts'
import { PROTOCOL, type Service } from '../../../serve/http/router.ts'
import { drawToken, readToken } from '../../../serve/http/token.ts'
import { runTools } from '../../../serve/run-tools.ts'
import { addRedaction } from '../../../shared/redact/active.ts'
import { REDACTED } from '../../../shared/redact/redactor.ts'
import { printJson, printText, warn } from '../../output.ts'
import { loadMcp, type ServeOptions, waitUntilStopped } from './common.ts'

type HttpOptions = Pick<ServeOptions, 'host' | 'allowHost' | 'tokenFile' | 'json' | 'mcp'> & { port: number }

const LOOPBACK = /^(127\.|::1$|localhost$)/

async function loadMcpAnswers(): Promise<NonNullable<Service['mcp']>> {
  const { answerMcp } = await loadMcp(() => import('../../../adapters/mcp/answer-http.ts'))
  return async (run, { request, response, body }) =>
    await answerMcp(runTools(run), { request, response, body: await body() })
}

function announce(
  { url, port }: Listening,
  { host, json, mcp, tokenFile }: HttpOptions,
  service: Service,
): void {
  if (!LOOPBACK.test(host))
    warn(
      `other machines can reach ${isIP(host) === 6 ? `[${host}]` : host}:${port}; the token and all calls cross the network unencrypted`,
    )
  if (json) {
    printJson({
      url,
      port,
      protocol: PROTOCOL,
      tasks: service.tasks.size,
      mcp: mcp === true,
      ...(tokenFile === undefined ? { token: service.token } : {}),
    })
    return
  }
  const tasks = service.tasks.size === 0 ? '' : ` and ${service.tasks.size} tasks`
  printText(`tracewright serves tools${tasks} at ${url}; stop it with Ctrl-C`)
  if (tokenFile === undefined)
    printText(`Opening runs and reading verdicts takes this token: ${service.token}`)
}

/** Serves by HTTP until the process is told to stop. */
export async function serveHttp(
  options: HttpOptions,
  { runs, tasks, limits }: Pick<Service, 'runs' | 'tasks' | 'limits'>,
): Promise<void> {
  const { tokenFile } = options
  const token = tokenFile === undefined ? drawToken() : readToken(tokenFile)
  addRedaction([(text) => text.replaceAll(token, REDACTED)])
  const service: Service = {
    runs,
    tasks,
    limits,
    token,
    mcp: options.mcp === true ? await loadMcpAnswers() : undefined,
  }
  const stopped = waitUntilStopped()
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
  if (dropped > 0) warn(`${dropped} open runs were dropped without a verdict`)
}
