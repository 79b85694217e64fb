import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Task } from '../../../schema/task.ts'
import { SERVE_LIMITS, type ServeLimits } from '../../../serve/limits.ts'
import { RunTable } from '../../../serve/run-table.ts'
import { TraceFile } from '../../../serve/trace-file.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import { addRedaction } from '../../../shared/redact/active.ts'
import { checkSuite } from '../../../suites/load/check/check-suite.ts'
import { readServedRegistry } from '../../../tools/served.ts'
import { collect, createMinimumParser, redactOption } from '../../options.ts'
import { warn } from '../../output.ts'
import { readTasks } from '../../read-tasks.ts'
import { addSimulatorsOption } from '../../simulators-option.ts'
import type { ServeOptions } from './common.ts'
import { serveHttp } from './http.ts'
import { serveMcp } from './mcp.ts'

const LARGEST_PORT = 65_535

function refuse(why: string): never {
  throw new TracewrightError(`Failed to serve: ${why}`)
}

/** What was given although it has no effect, or is missing. */
function check({ http, mcp, suite, task, seed, json, attempt, out, tokenFile }: ServeOptions): void {
  if (http === undefined && mcp !== true)
    refuse('name --http <port>, --mcp for one run over standard input and output, or both.')
  if (http !== undefined && http > LARGEST_PORT)
    refuse(`invalid --http ${http}: expected a port up to ${LARGEST_PORT}.`)
  if (out !== undefined && suite === undefined)
    refuse('--out keeps the traces of tasks. Name their suite with --suite.')
  const isOne = http === undefined
  if (!isOne && (task !== undefined || seed !== undefined || attempt !== 0))
    refuse('--task, --attempt and --seed are for --mcp without --http; over HTTP each request sets them.')
  if (!isOne) return
  if (tokenFile !== undefined)
    refuse('--token-file is for --http; over standard input and output runs are not opened.')
  if (json === true) refuse('standard output is the protocol with --mcp alone. Leave out --json.')
  if (task === undefined && suite !== undefined) refuse('name the task of the suite with --task.')
  if (task !== undefined && suite === undefined) refuse('name the suite that --task is in with --suite.')
  if (task !== undefined && seed !== undefined)
    refuse('a task sets its world. Leave out --seed, or give --attempt.')
}

/** The tasks of a suite that are run, by their ids: those that their lines skip or leave to be done are not. */
async function loadTasksById(suite: string | undefined): Promise<Map<string, Task>> {
  if (suite === undefined) return new Map()
  const lines = await readTasks(suite)
  checkSuite(lines, suite, readServedRegistry())
  const run = lines.filter(({ task: { skip, todo } }) => skip === undefined && todo === undefined)
  return new Map(run.map(({ task }) => [task.task_id, task]))
}

async function serve(options: ServeOptions): Promise<void> {
  check(options)
  const tasks = await loadTasksById(options.suite)
  addRedaction(options.redact)
  const file = options.out === undefined ? undefined : new TraceFile(options.out)
  const limits = options.limit
  const runs = new RunTable(readServedRegistry(), limits, (ended) => {
    // What has no task cannot be scored later.
    if (ended.verdict !== null) file?.add(ended)
  })
  if (options.http === undefined) await serveMcp(options, { runs, tasks })
  else await serveHttp({ ...options, port: options.http }, { runs, tasks, limits })
  if (file?.failure === undefined) return
  warn(file.failure)
  process.exitCode = 2
}

const limitsText = Object.entries(SERVE_LIMITS)
  .map(([name, value]) => `${name}=${value}`)
  .join(', ')

function parseLimit(text: string, before: ServeLimits): ServeLimits {
  const [name = '', value = ''] = text.split('=')
  if (!Object.hasOwn(SERVE_LIMITS, name))
    throw new InvalidArgumentError(`The limits are ${Object.keys(SERVE_LIMITS).join(', ')}.`)
  return { ...before, [name]: createMinimumParser(1)(value) }
}

export const addServe = (program: Command): Command =>
  addSimulatorsOption(program.command('serve'))
    .description('serve simulators to agents in another process or language, and judge what they did')
    .option(
      '--http <port>',
      'serve runs by HTTP on this port; 0 for any that is free',
      createMinimumParser(0),
    )
    .option(
      '--mcp',
      'serve tools by MCP: of one run over standard input and output, with --http of every run',
    )
    .optionsGroup('What is served:')
    .option('--suite <file>', 'suite whose tasks runs can be opened for')
    .option('--task <id>', 'task of the run, with --mcp alone')
    .option('--attempt <n>', 'number of the attempt, with --mcp alone', createMinimumParser(0), 0)
    .option('--seed <n>', 'world of a run without a task, with --mcp alone', createMinimumParser(0))
    .option(
      '--out <file>',
      'add the trace of each ended run of a task to this file, which `tracewright score` reads',
    )
    .optionsGroup('Access and limits:')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--token-file <file>',
      'file with the token for opening runs and reading verdicts; by default a new one is printed',
    )
    .option(
      '--allow-host <name>',
      'another name than localhost by which callers reach it; may be repeated',
      collect,
      [],
    )
    .addOption(
      new Option('--limit <name=number>', `changes a limit; may be repeated: ${limitsText}`)
        .argParser<ServeLimits>(parseLimit)
        .default(SERVE_LIMITS, 'as listed'),
    )
    .addOption(redactOption())
    .action(serve)
