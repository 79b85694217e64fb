import type { Command } from 'commander'
import { computeLevelGaps } from '../../metrics/level-gaps.ts'
import { computeFreeTextMetrics, metricsByLevel, metricsOf } from '../../metrics/metrics.ts'
import { publishedMetricsOf } from '../../metrics/published-metrics.ts'
import { renderTerminal } from '../../report/render-terminal.ts'
import { buildRun } from '../../run/model.ts'
import { isInRecordedWorld } from '../../run/worlds.ts'
import type { PublishedScore } from '../../schema/published-score.ts'
import type { Case } from '../../schema/run.ts'
import type { TaskScore } from '../../schema/score.ts'
import type { Trace } from '../../schema/trace.ts'
import { freeze } from '../../scoring/published/freeze.ts'
import { scorePublished } from '../../scoring/published/score.ts'
import { replay } from '../../scoring/replay.ts'
import { scoreTrace } from '../../scoring/score.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { groupBy } from '../../shared/group.ts'
import { dropUndefinedFields } from '../../shared/json.ts'
import type { SuiteLine } from '../../suites/load/tasks-of.ts'
import { readErrata } from '../../suites/release/errata.ts'
import { openWorlds } from '../../tasks/task-worlds.ts'
import { prepareTools } from '../../tasks/world-state.ts'
import { readServedRegistry } from '../../tools/served.ts'
import { loadTraces, type StoredTrace } from '../../trace/load.ts'
import { type Countdown, createCountdown } from '../countdown.ts'
import { applyErrata, showErrata, warnOfReruns } from '../errata.ts'
import { refuseInput } from '../options.ts'
import { printJson, printText, showProgress, warn } from '../output.ts'
import { readTasks } from '../read-tasks.ts'
import { addSimulatorsOption } from '../simulators-option.ts'
import { formatPercent, renderTextTable } from '../table.ts'
import { writeChats } from '../write-chats.ts'

function buildGap(levels: Parameters<typeof computeLevelGaps>[0]) {
  const gaps = computeLevelGaps(levels)
  return { level_drop: gaps.drops.L3_dag, ...gaps }
}

/** What `score` prints for the causal scorer. */
function buildCausalDocument(scores: readonly TaskScore[]) {
  const levels = metricsByLevel(scores)
  const free = computeFreeTextMetrics(scores)
  return {
    scorer: 'causal' as const,
    overall: metricsOf(scores),
    levels,
    ...(free === undefined ? {} : { free_text: free }),
    gap: buildGap(levels),
    tasks: scores,
  }
}

/** What `score` prints for the published scorer. */
function buildPublishedDocument(scores: readonly PublishedScore[]) {
  const { tasks, overall, levels, gap, errors, tools, ...shares } = publishedMetricsOf(scores)
  const byLevel = Object.fromEntries(
    Object.entries(levels).map(([level, score]) => [
      level,
      { tasks: scores.filter((each) => each.level === level).length, score },
    ]),
  )
  return {
    scorer: 'published' as const,
    overall: { tasks, score: overall, ...shares },
    levels: byLevel,
    gap: { ...gap, ...buildGap(byLevel) },
    errors,
    tools,
    tasks: scores,
  }
}

const SCORERS = ['causal', 'published'] as const
type Scorer = (typeof SCORERS)[number]

/** The trace of an agent that did nothing, for tasks that the file says nothing about. */
const NO_TRACE = 'the task has no trace'
const createAbsentTrace = (task_id: string, agent?: string): Trace => ({
  ...{ task_id, calls: [], final_answer: null, attempt: 0, failure: NO_TRACE },
  ...dropUndefinedFields({ agent }),
})

/** Traces of the file, or their absence, beside the tasks they belong to; `unknown` are calls without a stored outcome. */
function pairUp(suite: readonly SuiteLine[], traces: readonly StoredTrace[], file: string) {
  const tasks = new Map(suite.map((entry) => [entry.task.task_id, entry]))
  const strangers = traces.filter(({ trace }) => !tasks.has(trace.task_id) && trace.suite === undefined)
  const [stranger] = strangers
  if (stranger !== undefined) {
    throw new TracewrightError(
      `Failed to score: ${file}:${stranger.line}: task "${stranger.trace.task_id}" is not in the suite. Name the suite that the traces were made with.`,
    )
  }
  const byAgent = groupBy(traces, ({ trace }) => trace.agent)
  return [...byAgent].flatMap(([agent, made]) =>
    suite.flatMap(({ task, line }) => {
      const taskTraces = made.filter(({ trace }) => trace.task_id === task.task_id)
      const attempts =
        taskTraces.length > 0 ? taskTraces : [{ trace: createAbsentTrace(task.task_id, agent), unknown: [] }]
      return attempts.map(({ trace, unknown }) => ({ line, task, trace, unknown }))
    }),
  )
}

type Graded = ReturnType<typeof pairUp>[number]

/** Scores by the causal scorer; results that were not stored are made anew. */
const scoreCausally = (graded: readonly Graded[], notify: Countdown): TaskScore[] =>
  graded.map(({ task, trace, unknown }, i) => {
    notify(i, graded.length)
    return scoreTrace(
      task,
      replay(trace, unknown, task.world?.seed ?? 0, prepareTools(task, readServedRegistry())),
      readServedRegistry(),
    )
  })

const scoreAsPublished = (graded: readonly Graded[], notify: Countdown): PublishedScore[] =>
  graded.map(({ task, trace }, i) => {
    notify(i, graded.length)
    return scorePublished(freeze(openWorlds(task, readServedRegistry()).in()), trace.calls)
  })

const buildCase = (suite: string, { line, trace }: Graded, { steps: _, ...score }: TaskScore): Case => ({
  suite,
  line,
  task_id: score.task_id,
  level: score.level,
  outcome: 'scored',
  agent: trace.agent ?? 'traces',
  score,
})

function parseScorers(text: string): Scorer[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !(SCORERS as readonly string[]).includes(name))
  if (unknown === undefined) return [...new Set(names as Scorer[])]
  throw new TracewrightError(`Invalid --scorer ${unknown}: expected one of ${SCORERS.join(', ')}.`)
}

/** The paper reports 100 % selection for every model. */
const SELECTION_NOTE =
  'tool selection is 100.0 % by construction: it is measured over matched calls, and only calls of the right tool match'

function renderPublishedTable({
  overall,
  levels,
  gap,
  errors,
}: ReturnType<typeof buildPublishedDocument>): string {
  const rows = Object.entries(levels).map(([level, { tasks, score }]) => [level, tasks, formatPercent(score)])
  const labels = Object.entries(errors).map(([label, count]) => `${label} ${count}`)
  return [
    'published scorer (CompToolBench), for comparison with its leaderboard only',
    renderTextTable(
      ['level', '>tasks', '>score'],
      [...rows, ['overall', overall.tasks, formatPercent(overall.score)]],
    ),
    `tool selection ${formatPercent(overall.tool_selection)}, arguments ${formatPercent(overall.arguments)}, data flow ${formatPercent(overall.data_flow)}, completion ${formatPercent(overall.completion)}, unknown tools (E6) ${formatPercent(overall.hallucinated_tool_rate)}, early termination ${formatPercent(overall.early_termination_rate)}`,
    ...(overall.tool_selection === 1 ? [SELECTION_NOTE] : []),
    `weakest-tool gap ${gap.overall.toFixed(3)} (published as composition gap; a tool without a single-call task counts as 0), L0 - L1 ${formatPercent(gap.drops.L1_chain)}, L0 - L2 ${formatPercent(gap.drops.L2_parallel)}, L0 - L3 ${formatPercent(gap.drops.L3_dag)}, selection gap ${formatPercent(gap.selection_gap)}${gap.dagger ? ' †' : ''}`,
    ...(labels.length === 0 ? [] : [labels.join(', ')]),
  ].join('\n')
}

/** What a run is that was only scored here. */
const STORED = { id: 'score', mode: 'score', scope: 'whole', failed: false, traces: [], errors: [] } as const

interface Options {
  scorer: string
  errata?: string
  chat?: string
  json?: boolean
}

export const addScore = (program: Command): Command =>
  addSimulatorsOption(program.command('score'))
    .description('grade stored traces against their suite')
    .argument('<suite>', 'suite file')
    .argument('<traces>', 'trace file, one trace per line')
    .option('--scorer <names>', `scorers, separated by commas: ${SCORERS.join(', ')}`, 'causal')
    .option(
      '--errata <file>',
      'JSON Lines of {task_id, why, task} as `publish` takes them: grade traces by the repaired tasks, before and after',
    )
    .option(
      '--chat <file>',
      'write traces that solve their task as chat messages, one per line, for training',
    )
    .action(async (suiteFile: string, traceFile: string, { scorer, errata, chat, json }: Options) => {
      const scorers = parseScorers(scorer)
      refuseInput('--chat', chat, [suiteFile, traceFile, errata])
      const suite = await readTasks(suiteFile)
      const stored = loadTraces(traceFile)
      const paired = pairUp(suite, stored, traceFile)
      const first = scorers[0] === 'published' ? scoreAsPublished : scoreCausally
      const repair = errata === undefined ? undefined : applyErrata(paired, readErrata(errata), first)
      const graded = repair?.left ?? paired
      const missing = graded.filter(({ trace }) => trace.failure === NO_TRACE)
      const expected = suite.length * new Set(stored.map(({ trace }) => trace.agent)).size
      if (missing.length > 0)
        warn(`${missing.length} of ${expected} tasks have no trace; they count as not solved`)
      const bare = stored.filter((trace) => trace.bare).length
      if (bare > 0) warn(`${bare} traces lack the times of calls, so each call counts as a separate turn`)
      const recorded = graded.filter(({ task, trace }) =>
        isInRecordedWorld(task, trace.seed ?? task.world?.seed ?? 0, readServedRegistry()),
      ).length
      if (recorded > 0)
        warn(
          `${recorded} traces come from the recorded world, where a remembered value passes; runs of Vitest use other worlds`,
        )
      const documents = scorers.map((name) => {
        const notify = createCountdown(`score, ${name}`, 'traces')
        return name === 'causal'
          ? buildCausalDocument(scoreCausally(graded, notify))
          : buildPublishedDocument(scoreAsPublished(graded, notify))
      })
      showProgress('')
      if (chat !== undefined)
        writeChats(
          chat,
          graded,
          scoreCausally(graded, () => {}),
        )
      const repaired = repair && { errata: repair.repaired }
      if (repair !== undefined) warnOfReruns(repair.repaired)
      if (json)
        return printJson({ ...(documents.length === 1 ? documents[0] : { scorers: documents }), ...repaired })
      if (repair !== undefined) showErrata(repair.repaired)
      for (const document of documents) {
        if (document.scorer === 'published') {
          printText(renderPublishedTable(document))
          continue
        }
        const cases = document.tasks.map((score, i) => buildCase(suiteFile, graded[i] as Graded, score))
        printText(renderTerminal(buildRun({ ...STORED, suites: suiteFile, cases })))
      }
    })
