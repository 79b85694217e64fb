import { BASELINE_FORMAT, type Baseline, type BaselineTask, baselineSchema } from '../schema/baseline.ts'
import { TracewrightError } from '../shared/errors.ts'
import { isObject, type Json, stringifyStably } from '../shared/json.ts'
import { renameBaseline } from '../shared/old-names.ts'
import { findDuplicateKey, NestingError, parseJson } from '../shared/parse-json.ts'
import { formatIssues } from '../shared/problem-list.ts'
import { isSameAgent } from '../shared/redact/agent-name.ts'
import { writeWhole } from '../shared/whole-file.ts'

export interface BaselineOf {
  suite: string
  agent: string
}

/** Number of the attempt at a task that a run starts from; 0 for a task without record, or compared seed by seed. */
export const nextAttempt = (record: BaselineTask | undefined): number =>
  record === undefined || record.seeds !== undefined ? 0 : (record.next ?? record.attempts)

export const emptyBaseline = ({ suite, agent }: BaselineOf): Baseline => ({
  format: BASELINE_FORMAT,
  suite,
  agent,
  tasks: {},
})

/**
 * Prints a baseline so that git merges branches that touch different tasks. Tasks are sorted by key; a line that an
 * update changes stands between lines that it does not change. Equal baselines give equal text.
 */
export function printBaseline(baseline: Baseline): string {
  const tasks = Object.entries(baseline.tasks)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, task]) => `"${key}": {\n${printRecord(task)}\n}`)
  const head = [
    `"format": "${BASELINE_FORMAT}"`,
    ...(['suite', 'agent'] as const).map((field) => pair(field, baseline[field])),
  ]
  return `{\n${head.join(',\n')},\n"tasks": {\n${tasks.join(',\n')}${tasks.length > 0 ? '\n' : ''}}\n}\n`
}

const pair = (name: string, value: unknown): string => `"${name}": ${stringifyStably(value)}`

function printRecord({ task_id, level, successes, attempts, origin, ...more }: BaselineTask): string {
  const counts = [pair('successes', successes), pair('attempts', attempts)]
  const known = (['seeds', 'next', 'by_run', 'worlds', 'groups', 'recent'] as const).flatMap((field) =>
    more[field] === undefined ? [] : [pair(field, more[field])],
  )
  return [
    [...counts, ...known, pair('origin', origin)].join(', '),
    [pair('task_id', task_id), pair('level', level)].join(', '),
  ].join(',\n')
}

/**
 * Reads the text of a baseline.
 *
 * @param of Suite and agent that the baseline must be of; anything goes where left out.
 * @throws TracewrightError for a torn file, another format version, another suite or agent, or a malformed record
 */
export function parseBaseline(text: string, file: string, of?: BaselineOf): Baseline {
  const fail = (cause: string, advice: string, error?: unknown): never => {
    throw new TracewrightError(`Failed to read baseline ${file}: ${cause}. ${advice}.`, {
      at: { file },
      ...(error === undefined ? {} : { cause: error }),
    })
  }
  let value: Json
  try {
    value = renameBaseline(parseJson(text))
  } catch (error) {
    if (error instanceof NestingError)
      return fail(`the file is not a baseline: ${error.message}`, 'Restore it from version control', error)
    const conflict = /^(<{7}|={7}|>{7})/m.test(text)
    return conflict
      ? fail('it holds merge conflicts', 'Resolve them, one record for each task', error)
      : fail('it is not JSON, so it was cut short or edited', 'Restore it from version control', error)
  }
  const twice = findDuplicateKey(text)
  if (twice !== undefined)
    return fail(`it has the key "${twice}" twice, as after a merge`, 'Keep one record for each task')
  const format = isObject(value) ? value.format : undefined
  if (format !== BASELINE_FORMAT) {
    const known = typeof format === 'string' && format.startsWith('tracewright/baseline@')
    const cause = known
      ? `its format is ${format}, not ${BASELINE_FORMAT}`
      : 'it is JSON, but not a baseline of tracewright'
    return fail(
      cause,
      known
        ? 'Use the version of tracewright that wrote it, or make a new one'
        : 'Check the path, or delete the file and write a baseline with `npx tracewright baseline update`',
    )
  }
  const parsed = baselineSchema().safeParse(value)
  if (!parsed.success) return fail(formatIssues(parsed.error), 'Restore it from version control')
  for (const field of ['suite', 'agent'] as const) {
    if (of === undefined) continue
    const isSame = field === 'agent' ? isSameAgent : Object.is
    if (!isSame(parsed.data[field], of[field])) {
      return field === 'agent'
        ? fail(
            `it belongs to the agent "${parsed.data.agent}", and the run to "${of.agent}"`,
            `If you renamed the agent, set name: '${parsed.data.agent}' in its entry, or delete the baseline and write a new one. For another agent, set the option \`baseline\``,
          )
        : fail(
            `it was written for the files ${parsed.data.suite}, not ${of.suite}`,
            'Name the baseline of these files',
          )
    }
  }
  return parsed.data
}

/** Writes a baseline whole or not at all. @throws TracewrightError where the file cannot be written */
export const writeBaseline = (file: string, baseline: Baseline): void =>
  writeWhole(file, [printBaseline(baseline)])
