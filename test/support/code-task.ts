import type { WrittenTask } from '../../src/schema/task-in-world.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import type { CodeTask } from '../../src/suites/code/code-task.ts'
import { parseCodeTasks, prepareTask } from '../../src/suites/code/write-task.ts'
import { parseOldTask } from '../../src/suites/print/old-task.ts'
import { printTask } from '../../src/suites/print/print-suite.ts'
import type { ReferenceFunction } from '../../src/tasks/reference/function-run.ts'
import { registry as builtIn } from '../../src/tools/builtin/registry.ts'
import type { Registry } from '../../src/tools/registry.ts'
import { readPrintedSuite } from './printed-suite.ts'

const FILE = 'test.suite.ts'

/** A task as a suite registers it, with what its function comes to in its twenty worlds and in further ones. */
export async function prepareTaskOf(
  code: Partial<CodeTask> & Pick<CodeTask, 'name' | 'options' | 'reference'>,
  tools: Registry = builtIn,
  more: readonly number[] = [],
): Promise<WrittenTask> {
  const [parsed] = parseCodeTasks([{ mode: 'run', line: 1, ...code }], FILE)
  if (parsed === undefined) throw new Error('the suite has no task')
  const { task } = await prepareTask(parsed, FILE, tools)
  await task.code?.prepare(more)
  await task.code?.prepare()
  return task
}

/** A task with a function that is written as a user writes it, without types of outputs. */
export const functionTask = (
  name: string,
  options: CodeTask['options'],
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  reference: (tools: any) => unknown,
  tools?: Registry,
): Promise<WrittenTask> => prepareTaskOf({ name, options, reference: reference as ReferenceFunction }, tools)

/** A task of the old JSON lines, which could decide, as the function that `tracewright show` prints. */
export async function convertOldTask(
  row: JsonObject,
  tools: Registry = builtIn,
  more: readonly number[] = [],
): Promise<WrittenTask> {
  const parsed = parseOldTask(row)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const [printed] = readPrintedSuite(printTask(parsed.task, tools))
  if (printed === undefined) throw new Error('no task was printed')
  const { name, options, reference } = printed
  return prepareTaskOf({ name, options: options as unknown as CodeTask['options'], reference }, tools, more)
}
