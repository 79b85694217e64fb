import MagicString, { type SourceMap } from 'magic-string'
import type { Task } from '../schema/task.ts'
import { load } from '../shared/load.ts'
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
const LINES_PER_TURN = 10

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

/**
 * Code of a suite as a test module: one literal `test("task_id", ...)` a line of the suite, mapped back to that
 * line. The calls are literal because editors and Vitest 5's `list` read them without running the module.
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
}: SuiteModuleOptions): Promise<{ code: string; map: string }> {
  const { file: source, agent } = facts
  const { GenMapping, maybeAddMapping, setSourceContent, toEncodedMap } = load(
    '@jridgewell/gen-mapping',
  ) as typeof import('@jridgewell/gen-mapping')
  const mapping = new GenMapping({ file: source })
  const code = ['']
  const map = (from: number, line: number): void =>
    maybeAddMapping(mapping, { generated: { line: from, column: 0 }, source, original: { line, column: 0 } })
  map(1, 1)
  for (const { line, task, warnings = [] } of lines) {
    if (code.length % LINES_PER_TURN === 0) await nextTurn()
    for (const warning of warnings) warn(warning)
    const { task_id, tags } = task
    const options = quoteLiteral({ concurrent, timeout: timeoutOf(task), tags })
    code.push(
      `test${chooseModifier(task)}(${quoteLiteral(task_id)}, ${options}, async (ctx) => { await run(ctx, ${line}) })`,
    )
    map(code.length, line)
  }
  const bound = quoteLiteral({ ...facts, modules: await modules, isVerbatim: isVerbatim() })
  // Each rerun has a time limit of its own.
  code[0] = `import { afterAll, test } from 'vitest'; import { bindAgent } from ${quoteLiteral(runtime)}; import * as agentModule from ${quoteLiteral(agent)}; const run = await bindAgent(agentModule, ${bound}, (id) => import(/* @vite-ignore */ id)); afterAll(() => run.finish(), ${MAX_TIMER_MS})`
  // Frames are cut from the file. Left out, the whole suite would be put in.
  setSourceContent(mapping, source, '')
  return { code: code.join('\n'), map: JSON.stringify(toEncodedMap(mapping)) }
}

/**
 * The text of a suite as code behind what makes its tasks tests of an agent. The map has the suite's own text alone:
 * nothing else is counted as covered, or stopped at. {@link END} has to follow once the text is JavaScript: an error of
 * syntax would name its line.
 */
export function bindCodeTo(
  text: string,
  facts: { file: string; agent: string },
  runtime: string,
): { code: string; map: SourceMap } {
  const suite = new MagicString(text)
  suite.prepend(
    `import { bindCode as $bindCode } from ${quoteLiteral(runtime)}; import * as $agent from ${quoteLiteral(facts.agent)}; const $end = await $bindCode($agent, ${quoteLiteral(facts)}, (id: string) => import(/* @vite-ignore */ id)); `,
  )
  const map = suite.generateMap({ source: facts.file, includeContent: true, hires: 'boundary' })
  return { code: suite.toString(), map }
}

/** Says that a suite as code ended. */
export const END = '\n$end()'
