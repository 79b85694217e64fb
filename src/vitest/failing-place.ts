import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AttemptRecord } from '../schema/run.ts'
import type { WrittenTask } from '../schema/task-in-world.ts'
import type { ErrorPlace, TracewrightError } from '../shared/errors.ts'
import { ApplicationError } from '../tasks/reference/live-application.ts'

/** A task and where it stands. */
export interface LocatedTask {
  task: WrittenTask
  /** Absolute path of the suite. */
  file: string
  line: number
  /** Line of the next task, where the suite is code. */
  nextLine?: number | undefined
}

/** Makes the place that an error names, else the line of a task, its only frame. */
export function placeAtTask<T extends Error & Partial<Pick<TracewrightError, 'at'>>>(
  error: T,
  name: string,
  task: Pick<LocatedTask, 'file' | 'line'>,
): T {
  const { file, line = 1, column = 1 }: ErrorPlace = error.at ?? task
  const place = `${file}:${line}:${column}`
  // Vitest prints errors with equal stacks once. One of the application is the same for all tasks.
  const ofApplication = error.at === undefined ? '' : `\n    at ${place}`
  const frame = error instanceof ApplicationError ? ofApplication : `\n    at ${name} (${place})`
  error.stack = `${error.name}: ${error.message}${frame}`
  return error
}

/** Lines of a task in which a name of its options may stand. */
const MAX_LINES = 30

/** Where a task has the name that an error quotes first, as a text or as an option. */
export function findQuoted(
  message: string,
  { file, line }: Pick<LocatedTask, 'file' | 'line'>,
): ErrorPlace | undefined {
  const [, quoted] = /"([^"\n]+)"/.exec(message) ?? []
  if (quoted === undefined) return undefined
  const name = quoted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`(?<=['"\`])${name}(?=['"\`])|\\b${name}(?=\\s*:)`)
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(line - 1, line - 1 + MAX_LINES)
  const columns = lines.map((text) => text.search(pattern) + 1)
  const i = columns.findIndex((column) => column > 0)
  return i === -1 ? undefined : { file, line: line + i, column: columns[i] as number }
}

const PLACE = /^(.+):(\d+):\d+$/
const RETURN = /(?:^|[{;)]|\belse)\s*(?=return\b)/

/** The only `return` of some lines; undefined if there are several: which of them was taken is unknown. */
function findReturn({ file, nextLine }: LocatedTask, from: number): string | undefined {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(from - 1, (nextLine ?? Infinity) - 1)
  const [found, ...others] = lines.flatMap((text, i) => {
    const match = RETURN.exec(text)
    return match === null ? [] : [`${file}:${from + i}:${match.index + match[0].length + 1}`]
  })
  return others.length === 0 ? found : undefined
}

/**
 * Where a suite as code makes the call, or returns the answer, that an attempt failed at: file, line and column.
 *
 * @returns Undefined for a suite of JSON lines, and if no line went wrong first
 */
export async function findFailingPlace(
  at: LocatedTask,
  { score, seed }: Pick<AttemptRecord, 'score' | 'seed'>,
): Promise<string | undefined> {
  const { code, alternatives, world } = at.task
  // The first failure may be one of an alternative, which is JSON.
  if (code === undefined || alternatives !== undefined) return undefined
  const places = await code.listPlaces(seed ?? world?.seed ?? 0)
  const failed = score?.failed_step
  const place = failed === undefined ? [...places.values()].at(-1) : places.get(failed)
  const found = place === undefined ? undefined : resolve(place)
  if (failed !== undefined) return found
  if (score?.cause !== 'wrong-answer') return undefined
  // The answer is made after the last call, or in the same statement.
  const [, file, line] = PLACE.exec(found ?? '') ?? []
  const isHere = file === at.file && Number(line) >= at.line && Number(line) < (at.nextLine ?? Infinity)
  return findReturn(at, isHere ? Number(line) : at.line) ?? (isHere ? found : undefined)
}
