import type { Task } from '../schema/task.ts'
import { MAX_TIMER_MS, nextTurn } from '../shared/timer.ts'
import type { SuiteLine } from '../suites/load/tasks-of.ts'

export interface SuiteModuleOptions {
  /** Absolute path of the suite. */
  file: string
  module: string
  /** SHA-256 of the suite, in hex: the worker reads the tasks from the file. */
  digest: string
  /** Read once. */
  lines: Iterable<SuiteLine>
  /** Whether every line is its task as it stands. Asked once all lines were read. */
  isVerbatim(): boolean
  /** Told what is odd about a task. */
  warn(warning: string): void
  agent: string
  /** Digest of the modules that the agent's entry imports, where it is known. Made while the lines are read. */
  modules: Promise<string | undefined>
  /** Absolute path of the module that runs a case. */
  runtime: string
  concurrent: boolean
  /** Time limit of the test of a task in milliseconds. */
  timeoutOf(task: Task): number
}

/** Lines that are checked in one turn of the event loop. Workers that start meanwhile ask for their first modules. */
const LINES_PER_TURN = 2

/** What a suite as code is bound by; the worker gets more of it as it is. */
export interface CodeModuleFacts {
  file: string
  /** Absolute path of the agent module. */
  agent: string
}

/** JSON as a JavaScript expression: `@` is escaped so that no prompt reads as an environment comment. */
const quoteLiteral = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('@', '\\u0040')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

function chooseModifier({ skip, todo, only }: Task): string {
  if (skip !== undefined) return '.skip'
  if (todo !== undefined) return '.todo'
  return only === undefined ? '' : '.only'
}

/** The function that makes the options of a case. */
const writeOptionsOf = (concurrent: boolean): string =>
  `function $of(timeout, tags) { return { concurrent: ${concurrent}, timeout, ...(tags && { tags }) } }`

/**
 * Code of a suite as a test module: one literal `test("task_id", ...)` at the line of its task, so that the module needs
 * no source map. The calls are literal because editors and Vitest 5's `list` read them without running the module. They
 * are short because Vite parses them and maps each of their words. Each has its own function, so that the stack of an error
 * names the line of its task.
 */
export async function suiteModule({
  modules,
  lines,
  isVerbatim,
  warn,
  runtime,
  concurrent,
  timeoutOf,
  ...facts
}: SuiteModuleOptions): Promise<string> {
  const calls: string[] = []
  let count = 0
  for (const { line, task, warnings = [] } of lines) {
    if (++count % LINES_PER_TURN === 0) await nextTurn()
    for (const warning of warnings) warn(warning)
    const { task_id, tags } = task
    const options = [timeoutOf(task), ...(tags === undefined ? [] : [tags])].map(quoteLiteral).join(', ')
    const call = `test${chooseModifier(task)}(${quoteLiteral(task_id)}, $of(${options}), async (ctx) => { await run(ctx, ${line}) });`
    calls[line - 1] = (calls[line - 1] ?? '') + call
  }
  const bound = quoteLiteral({ ...facts, modules: await modules, isVerbatim: isVerbatim() })
  // It follows the first call, which stands at the start of its line. Each rerun has a time limit of its own.
  calls[0] = `${calls[0] ?? ''}import { afterAll, test } from 'vitest'; import { bindAgent } from ${quoteLiteral(runtime)}; import * as agentModule from ${quoteLiteral(facts.agent)}; const run = await bindAgent(agentModule, ${bound}, (id) => import(/* @vite-ignore */ id)); afterAll(() => run.finish(), ${MAX_TIMER_MS}); ${writeOptionsOf(concurrent)}`
  return Array.from(calls, (call = '') => call).join('\n')
}

/** What binds the tasks of a suite as code to its agent; its id has the facts. */
const BINDING = 'virtual:tracewright-binding/'

/**
 * What follows the text of a suite as code, once that is JavaScript: an import, which runs before the module's own
 * statements, and a call, which runs after them. The lines of the suite stay where they are.
 */
export const bindCodeTo = (facts: CodeModuleFacts): string =>
  `\nimport { end as $end } from ${quoteLiteral(BINDING + Buffer.from(JSON.stringify(facts)).toString('base64url'))}\n$end()`

export const isBindingId = (id: string): boolean => id.includes(BINDING)

/** Code of the module that {@link bindCodeTo} imports. */
export function writeBinding(id: string, runtime: string): string {
  const encoded = id.slice(id.indexOf(BINDING) + BINDING.length)
  const facts = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')) as CodeModuleFacts
  return `import { bindCode } from ${quoteLiteral(runtime)}
import * as agent from ${quoteLiteral(facts.agent)}
export const end = await bindCode(agent, ${quoteLiteral(facts)}, (id) => import(/* @vite-ignore */ id))`
}
