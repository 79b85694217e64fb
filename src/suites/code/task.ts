import type { ReferenceFunction } from '../../tasks/reference/run-function.ts'
import type { TaskFunction } from '../../tasks/reference/tool-types.ts'
import { type CodeMode, type CodeOptions, registerTask } from './code-task.ts'

/** The reference of a task that asks for no call and no answer. */
export const nothing = async (): Promise<undefined> => undefined

/** The line that calls a function, from 1; 0 where it is unknown. */
function readLine(caller: (...args: never[]) => unknown): number {
  const holder: { stack?: string } = {}
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 1
  Error.captureStackTrace(holder, caller)
  Error.stackTraceLimit = limit
  return Number(/:(\d+):\d+\)?\s*$/.exec(holder.stack ?? '')?.[1] ?? 0)
}

type Register = (name: string, options: CodeOptions, reference: ReferenceFunction) => void

const createRegister = (mode: CodeMode): Register => {
  const register: Register = (name, options, reference) =>
    registerTask({ name, options, reference, mode, line: readLine(register) })
  return register
}

const NO_OPTIONS: CodeOptions = { prompt: 'to be done', tools: [] }

/** Registers a task that is listed and not run. */
const todo = (name: string, options: CodeOptions = NO_OPTIONS, reference?: ReferenceFunction): void =>
  registerTask({ name, options, reference, mode: 'todo', line: readLine(todo) })

/** `$city` in a name becomes the field of the row. */
const fillName = (name: string, row: object): string =>
  name.replaceAll(/\$(\w+)/g, (whole, key: string) =>
    key in row ? String((row as Record<string, unknown>)[key]) : whole,
  )

/** Registers one task for each row; `$field` in the name is that of the row. */
function each<Row extends object>(rows: readonly Row[]) {
  const registerEach = (
    name: string,
    options: CodeOptions | ((row: Row) => CodeOptions),
    reference: (tools: Parameters<ReferenceFunction>[0], row: Row) => unknown,
  ): void => {
    const line = readLine(registerEach)
    for (const row of rows)
      registerTask({
        name: fillName(name, row),
        options: typeof options === 'function' ? options(row) : options,
        reference: (tools) => reference(tools, row),
        mode: 'run',
        line,
      })
  }
  return registerEach
}

/**
 * Registers a task of a suite: a prompt, the tools that the agent is offered, and what it should do, as a function of these
 * tools. The function is run in the world of an attempt; what it calls is the expected trace, what it returns the expected
 * answer.
 */
export const task = Object.assign(createRegister('run'), {
  only: createRegister('only'),
  skip: createRegister('skip'),
  todo,
  each,
}) as unknown as TaskFunction
