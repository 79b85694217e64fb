import { existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { type AskCounts, askerOf } from '../../models/ask.ts'
import { modelCaller } from '../../models/call-model.ts'
import { FileCache } from '../../models/file-cache.ts'
import { type LimitOptions, Limits } from '../../models/limits.ts'
import { type JsonlFile, openJsonl } from '../../shared/jsonl-file.ts'
import type { StageProgress, StageReport } from '../generate/run-items.ts'
import { countLevels, type Files, settleSuite, writeFiles } from './assemble.ts'
import { DIFFICULTIES } from './environment-task.ts'
import { readToolSets } from './read-tool-sets.ts'
import { planLine, runStages, toolkitOf } from './run-stages.ts'
import type { Wanted } from './task-bench.ts'
import type { ToolSet } from './tool-set.ts'
import { type WorkLine, workLineSchema } from './work-lines.ts'
import { workshopOf } from './workshop.ts'

export interface TaskOptions extends LimitOptions {
  readonly model: BaseChatModel
  /** JSON Lines of generated tools, and of tool sets with their plans. */
  readonly tools: string
  readonly plans: string
  /** A folder, for files named after the tool sets, or the beginning of the names of all files. */
  readonly out: string
  /** File that keeps the answers. Default beside the others. */
  readonly cache?: string
  /** Tasks to ask for a plan. Default 2. */
  readonly valid?: number
  readonly invalid?: number
  /** How often a question is asked before it is given up. Default 3. */
  readonly attempts?: number
  readonly onProgress?: (progress: StageProgress) => void
  /** Ends the run once what is in flight is done. */
  readonly signal?: AbortSignal
}

/** What became of the tasks of one tool set. */
export interface SetReport {
  readonly name: string
  /** Null where no suite was written. */
  readonly files: Files | null
  /** By difficulty. */
  readonly valid: Record<string, number>
  readonly invalid: Record<string, number>
  readonly levels: Record<string, number>
  /** Drafts that were looked at, those sent back by reason, those that were given up by reason. */
  readonly drafts: number
  readonly sent_back: Record<string, number>
  readonly dropped: Record<string, number>
  /** Plans without a task. */
  readonly empty: readonly string[]
  /** The audit of the suite that was written, rule by rule: tasks that it looked at, and those that failed. */
  readonly audit: Record<string, { checked: number; failed: number }>
}

export interface TasksReport extends StageReport {
  readonly sets: readonly SetReport[]
}

type Names = (set: ToolSet) => Files

/** Where files go: into a folder by the name of the set, or beside a prefix. */
function namesFor(out: string, sets: readonly ToolSet[]): { names: Names; prefix: string } {
  const isFolder = out.endsWith('/') || (existsSync(out) && statSync(out).isDirectory())
  mkdirSync(isFolder ? out : dirname(out), { recursive: true })
  const stem = (set: ToolSet): string =>
    isFolder ? join(out, set.name) : sets.length === 1 ? out : `${out}-${set.name}`
  return {
    prefix: isFolder ? join(out, 'tasks') : join(dirname(out), basename(out)),
    names: (set) => ({
      toolkit: `${stem(set)}.toolkit.json`,
      suite: `${stem(set)}.suite.jsonl`,
      tasks: `${stem(set)}.tasks.jsonl`,
    }),
  }
}

const add = (counts: Record<string, number>, more: Record<string, number>): void => {
  for (const [key, count] of Object.entries(more)) counts[key] = (counts[key] ?? 0) + count
}

async function finishSet(
  set: ToolSet,
  file: JsonlFile<WorkLine>,
  files: Files,
  wanted: Wanted,
): Promise<SetReport> {
  const lines = set.plans.map((plan) => ({ plan, line: planLine(file, set, plan, wanted) }))
  const all = lines.flatMap(({ line }) => line?.tasks ?? [])
  const toolkit = toolkitOf(file, set)
  const sent_back: Record<string, number> = {}
  const dropped: Record<string, number> = {}
  for (const { line } of lines) {
    add(sent_back, line?.sent_back ?? {})
    for (const { reason } of line?.dropped ?? []) add(dropped, { [reason]: 1 })
  }
  const settled =
    toolkit === undefined || all.length === 0 ? undefined : await settleSuite(all, workshopOf(set, toolkit))
  for (const { rule } of settled?.left ?? []) add(dropped, { [`audit:${rule}`]: 1 })
  const suite = settled?.suite
  if (toolkit !== undefined && suite !== undefined) await writeFiles(files, toolkit, suite)
  const tasks = suite?.tasks ?? []
  const kept = new Set(tasks.map(({ task }) => task.task_id))
  const byDifficulty = (valid: boolean) =>
    Object.fromEntries(
      DIFFICULTIES.map((difficulty) => [
        difficulty,
        tasks.filter((one) => one.valid === valid && one.difficulty === difficulty).length,
      ]),
    )
  return {
    name: set.name,
    files: suite === undefined ? null : files,
    valid: byDifficulty(true),
    invalid: byDifficulty(false),
    levels: countLevels(tasks),
    drafts: lines.reduce((sum, { line }) => sum + (line?.drafts ?? 0), 0),
    sent_back,
    dropped,
    empty: lines
      .filter(({ line }) => !(line?.tasks ?? []).some(({ task }) => kept.has(task.task_id)))
      .map(({ plan }) => `plan ${plan.number}: ${plan.tools.join(' -> ')}`),
    audit: Object.fromEntries(
      Object.entries(suite?.audit.rules ?? {}).map(([rule, { checked, failed }]) => [
        rule,
        { checked, failed },
      ]),
    ),
  }
}

/**
 * Makes tasks for generated tools: has a chat model make up the state, the behaviour of each tool and drafts of tasks
 * for each plan; proves every draft by execution; and writes for each tool set a toolkit, the suite of the valid tasks
 * and the list of all. Files appear once every plan of the set is settled, and the suite passes every rule of an audit.
 *
 * @throws TracewrightError where a file cannot be read or written, or a line is not what the stage takes
 */
export async function makeTasks(options: TaskOptions): Promise<TasksReport> {
  const { model, attempts, onProgress, signal, valid = 2, invalid = 2 } = options
  const { sets, notes } = readToolSets(options.tools, options.plans)
  const { names, prefix } = namesFor(options.out, sets)
  const file = openJsonl(`${prefix}.work.jsonl`, workLineSchema)
  const limits = new Limits(options)
  const counts: AskCounts = { retries: 0, truncated: 0, invalid: 0 }
  const stop = (): void => limits.stop('it was interrupted')
  signal?.addEventListener('abort', stop)
  try {
    const call = modelCaller(model, new FileCache(options.cache ?? `${prefix}.answers.jsonl`), limits)
    const ask = askerOf(call, { counts, ...(attempts === undefined ? {} : { attempts }) })
    const report = await runStages(sets, { valid, invalid }, file, ask, { limits, counts, onProgress })
    const done: SetReport[] = []
    if (report.stopped === null)
      for (const set of sets) done.push(await finishSet(set, file, names(set), { valid, invalid }))
    return { ...report, notes: [...notes, ...report.notes], sets: done }
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
