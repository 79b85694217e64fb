import type { AgentReply } from '../../../schema/agent.ts'
import { endSchema, parseBody } from '../../../serve/http/bodies.ts'
import type { Service } from '../../../serve/http/router.ts'
import { runTools } from '../../../serve/run-tools.ts'
import { buildSpecOfTask, endDocument, type RunSpec } from '../../../serve/served-run.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import type { Registry } from '../../../tools/registry.ts'
import { loadMcp, type ServeOptions, waitUntilStopped } from './common.ts'

type McpOptions = Pick<ServeOptions, 'suite' | 'task' | 'attempt' | 'seed' | 'limit'>

/** Name of the agent in traces: who drives it is unknown here. */
const AGENT = 'served'

async function buildRunSpec(
  { suite, task: id, attempt, seed = 0 }: McpOptions,
  tasks: Service['tasks'],
  registry: Registry,
): Promise<RunSpec> {
  if (id === undefined) return { tools: [...registry.keys()], seed, attempt, agent: AGENT }
  const task = tasks.get(id)
  if (task === undefined)
    throw new TracewrightError(
      `Failed to serve: ${suite} has no runnable task ${JSON.stringify(id)}. Name one of its tasks with --task.`,
    )
  if (task.turns !== undefined)
    throw new TracewrightError(
      `Failed to serve: ${JSON.stringify(id)} is a conversation, and stdio has no user. Serve it with --http.`,
    )
  return buildSpecOfTask(task, registry, attempt, AGENT)
}

/** Serves one run to the MCP client at the other end of standard input and output, until it goes. */
export async function serveMcp(
  options: McpOptions,
  { runs, tasks }: Pick<Service, 'runs' | 'tasks'>,
): Promise<void> {
  const { serveStdio } = await loadMcp(() => import('../../../adapters/mcp/serve-stdio.ts'))
  const run = runs.begin(await buildRunSpec(options, tasks, runs.registry))
  const end = async (said: Record<string, unknown>) => {
    const { failure, answer, ...reply } = parseBody(JSON.stringify(said), endSchema)
    return await runs.end(run, {
      reply: { ...reply, ...(answer === undefined ? {} : { answer }) } as AgentReply,
      failure,
    })
  }
  await Promise.race([
    serveStdio({
      tools: runTools(run),
      prompt: run.spec.attempted?.here.task.prompt,
      maxBytes: options.limit.maxBody,
      // The caller may be the agent itself, so the answer does not show what the task expects.
      end: async (said) => endDocument(await end(said), false),
    }),
    waitUntilStopped(),
  ])
  // A client that goes without a word has done what it has done.
  await (run.ended ?? end({}))
}
