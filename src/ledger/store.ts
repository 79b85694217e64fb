import { LEDGER_FORMAT, type Ledger, type LedgerTask, ledgerSchema } from '../schema/ledger.ts'
import { TracewrightError } from '../shared/errors.ts'
import { isObject, type Json, stableJson } from '../shared/json.ts'
import { duplicateKey, NestingError, parseJson } from '../shared/parse-json.ts'
import { issuesOf } from '../shared/problem-list.ts'
import { isSameAgent } from '../shared/redact/agent-name.ts'
import { writeWhole } from '../shared/whole-file.ts'

export interface LedgerOf {
  suite: string
  agent: string
}

/** Number of the attempt at a task that a run starts from; 0 for a task without record, or compared seed by seed. */
export const nextAttempt = (record: LedgerTask | undefined): number =>
  record === undefined || record.seeds !== undefined ? 0 : (record.next ?? record.attempts)

export const emptyLedger = ({ suite, agent }: LedgerOf): Ledger => ({
  format: LEDGER_FORMAT,
  suite,
  agent,
  tasks: {},
})

/**
 * Prints a ledger so that git merges branches that touch different tasks. Tasks are sorted by key; a line that an
 * update changes stands between lines that it does not change. Equal ledgers give equal text.
 */
export function printLedger(ledger: Ledger): string {
  const tasks = Object.entries(ledger.tasks)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, task]) => `"${key}": {\n${printRecord(task)}\n}`)
  const head = [
    `"format": "${LEDGER_FORMAT}"`,
    ...(['suite', 'agent'] as const).map((field) => pair(field, ledger[field])),
  ]
  return `{\n${head.join(',\n')},\n"tasks": {\n${tasks.join(',\n')}${tasks.length > 0 ? '\n' : ''}}\n}\n`
}

const pair = (name: string, value: unknown): string => `"${name}": ${stableJson(value)}`

function printRecord({ task_id, level, successes, attempts, provenance, ...more }: LedgerTask): string {
  const counts = [pair('successes', successes), pair('attempts', attempts)]
  const known = (['seeds', 'next', 'by_run', 'worlds', 'groups', 'recent'] as const).flatMap((field) =>
    more[field] === undefined ? [] : [pair(field, more[field])],
  )
  return [
    [...counts, ...known, pair('provenance', provenance)].join(', '),
    [pair('task_id', task_id), pair('level', level)].join(', '),
  ].join(',\n')
}

/**
 * Reads the text of a ledger.
 *
 * @param of Suite and agent that the ledger must be of; anything goes where left out.
 * @throws TracewrightError for a torn file, another format version, another suite or agent, or a malformed record
 */
export function parseLedger(text: string, file: string, of?: LedgerOf): Ledger {
  const fail = (cause: string, advice: string, error?: unknown): never => {
    throw new TracewrightError(`Failed to read ledger ${file}: ${cause}. ${advice}.`, {
      at: { file },
      ...(error === undefined ? {} : { cause: error }),
    })
  }
  let value: Json
  try {
    value = parseJson(text)
  } catch (error) {
    if (error instanceof NestingError)
      return fail(`the file is not a ledger: ${error.message}`, 'Restore it from version control', error)
    const conflict = /^(<{7}|={7}|>{7})/m.test(text)
    return conflict
      ? fail('it holds merge conflicts', 'Resolve them, one record for each task', error)
      : fail('it is not JSON, so it was cut short or edited', 'Restore it from version control', error)
  }
  const twice = duplicateKey(text)
  if (twice !== undefined)
    return fail(`it has the key "${twice}" twice, as after a merge`, 'Keep one record for each task')
  const format = isObject(value) ? value.format : undefined
  if (format !== LEDGER_FORMAT) {
    const known = typeof format === 'string' && format.startsWith('tracewright/ledger@')
    const cause = known ? `its format is ${format}, not ${LEDGER_FORMAT}` : `it is not ${LEDGER_FORMAT}`
    return fail(
      cause,
      known ? 'Use the version of tracewright that wrote it, or make a new one' : 'Check the path',
    )
  }
  const parsed = ledgerSchema().safeParse(value)
  if (!parsed.success) return fail(issuesOf(parsed.error), 'Restore it from version control')
  for (const field of ['suite', 'agent'] as const) {
    if (of === undefined) continue
    const isSame = field === 'agent' ? isSameAgent : Object.is
    if (!isSame(parsed.data[field], of[field])) {
      return fail(
        field === 'agent'
          ? `its agent is ${parsed.data.agent}, not ${of.agent}`
          : `it was written for the files ${parsed.data.suite}, not ${of.suite}`,
        'Name the ledger of these files and this agent',
      )
    }
  }
  return parsed.data
}

/** Writes a ledger whole or not at all. @throws TracewrightError where the file cannot be written */
export const writeLedger = (file: string, ledger: Ledger): void => writeWhole(file, [printLedger(ledger)])
