import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { describeThrown, TracewrightError } from './errors.ts'
import { describeJsonProblem, parseJson, parseJsonOr } from './parse-json.ts'
import { formatIssues } from './problem-list.ts'
import { writeLines } from './whole-file.ts'

export interface JsonlFile<T> {
  readonly lines: readonly T[]
  /** Writes a line in one go, so that nothing else of this process comes between. */
  append(line: T): void
  /** Replaces all lines at once: the file is the old one or the new one, never a part. */
  rewrite(lines: readonly T[]): void
}

function describeCause(error: unknown): string {
  if (error instanceof TracewrightError) return error.message
  return error instanceof z.ZodError ? formatIssues(error) : describeJsonProblem(error)
}

/** A value of a file, with the line that it stands on, from 1. */
export interface JsonLine<T> {
  readonly line: number
  readonly value: T
}

/** The lines of a text. The last one counts as torn where no line break ends it and it is not JSON. */
function parseLines<T>(
  text: string,
  schema: z.ZodType<T>,
  file: string,
): { lines: JsonLine<T>[]; torn: boolean } {
  const ends = text.lastIndexOf('\n') + 1
  const rest = text.slice(ends)
  const torn = rest !== '' && parseJsonOr(rest, undefined) === undefined
  const lines = (torn ? text.slice(0, ends) : text).split(/\r?\n/).flatMap((raw, i) => {
    if (raw.trim() === '') return []
    try {
      return [{ line: i + 1, value: schema.parse(parseJson(raw)) }]
    } catch (error) {
      throw new TracewrightError(`Failed to read ${file}:${i + 1}: ${describeCause(error)}.`, {
        cause: error,
        at: { file, line: i + 1 },
      })
    }
  })
  return { lines, torn }
}

const attemptOnFile = <T>(file: string, verb: string, act: () => T): T => {
  try {
    return act()
  } catch (error) {
    if (error instanceof TracewrightError) throw error
    throw new TracewrightError(`Failed to ${verb} ${file}: ${describeThrown(error)}. Check the path.`, {
      cause: error,
    })
  }
}

/** Reads a text of JSON Lines. @throws TracewrightError naming the line, also for one that is cut off, and for none */
export function parseJsonLines<T>(text: string, schema: z.ZodType<T>, file: string): JsonLine<T>[] {
  const { lines, torn } = parseLines(text.replace(/^\uFEFF/, ''), schema, file)
  if (torn)
    throw new TracewrightError(
      `Failed to read ${file}: its last line is cut off. Correct it, or resume the command that wrote it.`,
    )
  if (lines.length === 0) throw new TracewrightError(`Failed to read ${file}: it is empty. Write a line.`)
  return lines
}

/** Reads a file of JSON Lines, as {@link parseJsonLines} does. */
export const readJsonl = <T>(file: string, schema: z.ZodType<T>): T[] =>
  parseJsonLines(
    attemptOnFile(file, 'read', () => readFileSync(file, 'utf8')),
    schema,
    file,
  ).map(({ value }) => value)

/**
 * Opens a file of JSON Lines for more lines, or begins it. Where a process was killed in the middle of a
 * line, that line is taken away. One process at a time may hold it open.
 */
export function openJsonl<T>(file: string, schema: z.ZodType<T>): JsonlFile<T> {
  const bytes = attemptOnFile(file, 'read', () => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0)))
  const { lines: found, torn } = parseLines(bytes.toString('utf8'), schema, file)
  const lines = found.map(({ value }) => value)
  attemptOnFile(file, 'write', () => {
    mkdirSync(dirname(file), { recursive: true })
    if (torn) truncateSync(file, bytes.lastIndexOf(10) + 1)
    else if (bytes.length > 0 && bytes.at(-1) !== 10) appendFileSync(file, '\n')
  })
  const formatLine = (line: T): string => `${JSON.stringify(line)}\n`
  return {
    lines,
    append(line) {
      attemptOnFile(file, 'write', () => appendFileSync(file, formatLine(line)))
      lines.push(line)
    },
    rewrite(all) {
      writeLines(file, all)
      lines.splice(0, lines.length, ...all)
    },
  }
}
