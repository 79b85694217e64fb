import type { Command } from 'commander'
import { figuresByLevel, figuresOf } from '../../metrics/figures.ts'
import { runOf } from '../../report/model.ts'
import { renderTerminal } from '../../report/render-terminal.ts'
import type { Case } from '../../schema/run.ts'
import type { TaskScore } from '../../schema/score.ts'
import type { Trace } from '../../schema/trace.ts'
import { replay } from '../../scoring/replay.ts'
import { scoreTrace } from '../../scoring/score.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { registry } from '../../simulators/registry.ts'
import { loadSuite, type SuiteLine } from '../../suites/load.ts'
import { loadTraces, type StoredTrace } from '../../trace/load.ts'
import { printJson, printText, warn } from '../output.ts'

const SCORERS = ['causal']

interface Scored {
  line: number
  score: TaskScore
  trace: Trace
}

/** The trace of an agent that did nothing, for tasks that the file says nothing about. */
const absent = (taskId: string): Trace => ({
  task_id: taskId,
  calls: [],
  final_answer: null,
  attempt: 0,
  failure: 'there is no trace of this task',
})

function scoreAll(suite: readonly SuiteLine[], traces: readonly StoredTrace[], file: string): Scored[] {
  const tasks = new Map(suite.map((entry) => [entry.task.task_id, entry]))
  const strangers = traces.filter(({ trace }) => !tasks.has(trace.task_id) && trace.suite === undefined)
  const [stranger] = strangers
  if (stranger !== undefined) {
    throw new TracewrightError(
      `Failed to score: ${file}:${stranger.line}: task "${stranger.trace.task_id}" is not in the suite. Name the suite that the traces were made with.`,
    )
  }
  return suite.flatMap(({ task, line }) => {
    const own = traces.filter(({ trace }) => trace.task_id === task.task_id)
    const attempts = own.length === 0 ? [{ trace: absent(task.task_id), unknown: [] }] : own
    return attempts.map(({ trace, unknown }) => {
      const filled = replay(trace, unknown, task.world?.seed ?? 0, registry)
      return { line, trace, score: scoreTrace(task, filled, registry) }
    })
  })
}

const caseOf = (suite: string, { line, score, trace }: Scored): Case => {
  const { steps: _, ...rest } = score
  return {
    suite,
    line,
    task_id: score.task_id,
    level: score.level,
    outcome: 'scored',
    agent: trace.agent ?? 'traces',
    score: rest,
  }
}

function scorersOf(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !SCORERS.includes(name))
  if (unknown === undefined) return names
  throw new TracewrightError(
    `Failed to score: there is no scorer "${unknown}". This version has: ${SCORERS.join(', ')}.`,
  )
}

interface Options {
  scorer: string
  json?: boolean
}

export const addScore = (program: Command): Command =>
  program
    .command('score')
    .description('grade stored traces against the suite they were made with')
    .argument('<suite>', 'suite file, one task a line')
    .argument('<traces>', 'trace file, one trace a line')
    .option('--scorer <names>', `scorers, separated by commas: ${SCORERS.join(', ')}`, 'causal')
    .option('--json', 'print one JSON document')
    .action((suiteFile: string, traceFile: string, { scorer, json }: Options) => {
      const [name] = scorersOf(scorer)
      const suite = loadSuite(suiteFile)
      const stored = loadTraces(traceFile)
      const scored = scoreAll(suite, stored, traceFile)
      const missing = scored.filter(({ trace }) => trace.failure === absent('').failure)
      if (missing.length > 0)
        warn(`${missing.length} of ${suite.length} tasks have no trace; they count as not solved`)
      const bare = stored.filter((trace) => trace.bare).length
      if (bare > 0)
        warn(`${bare} traces do not say when calls were made; each call counts as a turn of its own`)
      const scores = scored.map(({ score }) => score)
      if (!json) {
        const cases = scored.map((item) => caseOf(suiteFile, item))
        printText(
          renderTerminal(
            runOf({ id: 'score', mode: 'score', cases, complete: true, traces: [], errors: [] }),
          ),
        )
        return
      }
      const levels = figuresByLevel(scores)
      const [l0, l3] = [levels.L0_node?.score, levels.L3_dag?.score]
      printJson({
        scorer: name,
        overall: figuresOf(scores),
        levels,
        gap: { delta: l0 == null || l3 == null ? null : l0 - l3 },
        tasks: scores,
      })
    })
