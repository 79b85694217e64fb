import { format } from 'node:util'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { limitStack } from '../../tasks/reference/call-place.ts'
import type { ReferenceFunction } from '../../tasks/reference/function-run.ts'
import type { TaskFunction } from '../../tasks/reference/tool-types.ts'
import { type CodeMode, type CodeOptions, registerTask } from './code-task.ts'

/** The reference of a task that asks for no call and no answer. */
export const nothing = async (): Promise<undefined> => undefined

/** Frames that may lie between a suite and the call of `task`, as a helper of another file. */
const MAX_FRAMES = 20

const SUITE_LINE = /\.suite\.[cm]?tsx?(?:\?[^:]*)?:(\d+):\d+/
const LAST_LINE = /:(\d+):\d+\)?$/m

function readFrames(caller: (...args: never[]) => unknown, frames: number): string {
  const holder: { stack?: string } = {}
  limitStack(frames, () => Error.captureStackTrace(holder, caller))
  return holder.stack ?? ''
}

/** The line of the suite that calls a function, from 1; 0 where it is unknown. */
function readLine(caller: (...args: never[]) => unknown): number {
  // Each frame is looked up in a source map: mostly the first is enough.
  const own = SUITE_LINE.exec(readFrames(caller, 1))
  if (own !== null) return Number(own[1])
  const all = readFrames(caller, MAX_FRAMES)
  const [, line] = SUITE_LINE.exec(all) ?? LAST_LINE.exec(all) ?? []
  return Number(line ?? 0)
}

type Register = (name: string, options: CodeOptions, reference: ReferenceFunction) => void

function createRegister(mode: CodeMode) {
  const register: Register = (name, options, reference) =>
    registerTask({ name, options, reference, mode, line: readLine(register) }, register)
  return Object.assign(register, { each: createEach(mode) })
}

const NO_OPTIONS: CodeOptions = { prompt: 'to be done', tools: [] }

/** Registers a task that is listed and not run. */
const todo = (name: string, options: CodeOptions = NO_OPTIONS, reference?: ReferenceFunction): void =>
  registerTask({ name, options, reference, mode: 'todo', line: readLine(todo) }, todo)

/** `$city` in a name becomes the field of the row; `%s` and its kin the row, or what a list has at that place. */
function fillName(name: string, row: unknown): string {
  const filled = String(name).replaceAll(/\$(\w+)/g, (whole, key: string) =>
    Object.hasOwn(Object(row) as object, key) ? String((row as Record<string, unknown>)[key]) : whole,
  )
  const places = filled.match(/%[sdifjoO]/g)?.length ?? 0
  return places === 0 ? filled : format(filled, ...(Array.isArray(row) ? row : [row]).slice(0, places))
}

/** Registers one task for each row; in the name, `$field` is that of the row and `%s` the row. */
const createEach =
  (mode: CodeMode) =>
  <Row>(rows: readonly Row[]) => {
    if (!Array.isArray(rows))
      throw new TracewrightError(`task.each takes a list of rows, got ${describeThrown(rows)}`)
    const registerEach = (
      name: string,
      options: CodeOptions | ((row: Row) => CodeOptions),
      reference: (tools: Parameters<ReferenceFunction>[0], row: Row) => unknown,
    ): void => {
      const line = readLine(registerEach)
      for (const [i, row] of rows.entries())
        registerTask(
          {
            row: i + 1,
            name: fillName(name, row),
            options: typeof options === 'function' ? options(row) : options,
            reference: (tools) => reference(tools, row),
            mode,
            line,
          },
          registerEach,
        )
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
}) as unknown as TaskFunction
