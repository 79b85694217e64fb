import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { gateRunOf } from '../../ledger/gate-of-run.ts'
import { type Strength, strengthOf } from '../../ledger/reach.ts'
import { FULL_RECORD } from '../../ledger/rules.ts'
import { emptyLedger } from '../../ledger/store.ts'
import { writeLedger } from '../../ledger/write-ledger.ts'
import { shareInterval } from '../../metrics/intervals.ts'
import { renderGateBlock } from '../../report/gate-block.ts'
import { reachWords } from '../../report/gate-words.ts'
import { renderGate } from '../../report/render-gate.ts'
import type { Ledger } from '../../schema/ledger.ts'
import type { Run } from '../../schema/run.ts'
import { LEVELS } from '../../schema/task.ts'
import { printJson, printText, warn } from '../output.ts'
import { needLedger, readLedger } from '../read-ledger.ts'
import { RUN } from '../read-run.ts'
import { judgeRuns, readRuns, updateFromRuns } from '../runs-together.ts'
import { percent, textTable } from '../table.ts'

interface Options {
  ledger?: string
  project?: string
  accept?: string
  prune?: boolean
  deterministic?: boolean
  verbose?: boolean
  json?: boolean
}

const ledgerName = (project: string, run?: Run): string =>
  run?.ledgers?.[project] ??
  (project === ''
    ? 'tracewright.ledger.json'
    : `tracewright.${project.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')}.ledger.json`)

/** The commit of the working copy; undefined where it was changed since. */
function commitOf(ledger: string): string | undefined {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', `:!${ledger}`)
    return changed === '' ? git('rev-parse', 'HEAD') : undefined
  } catch {
    return undefined
  }
}

/** Whether the agent of a project is compared seed by seed: as asked, as the run was made, or as its ledger is. */
const isDeterministic = (run: Run, project: string, ledger: Ledger, isAsked?: boolean): boolean =>
  isAsked === true ||
  run.deterministic?.includes(project) === true ||
  Object.values(ledger.tasks).some(({ seeds }) => seeds !== undefined)

/** How to make the ledger see more: the commands that add a run to it. */
const again = (project: string): string => {
  const name = /^[\w.-]+$/.test(project) ? project : JSON.stringify(project)
  return project === ''
    ? 'npx vitest run && npx tracewright ledger update'
    : `npx vitest run && npx tracewright ledger update --project ${name}`
}

/** What the ledger lets the next gate see. */
function strengthLines({ least_broken, runs, ok }: Strength, project: string): string[] {
  const reach = ok.runs === 0 ? [] : [`${reachWords(ok)}.`]
  if (runs === 0) return ['One broken task would be called a regression.', ...reach]
  const now =
    least_broken === null
      ? 'No result of single tasks would be called a regression'
      : `${least_broken} broken tasks would be called a regression, one would not`
  if (runs === null) return [`${now}, even with full records of ${FULL_RECORD} attempts each.`, ...reach]
  const more = runs === 1 ? 'one more run' : `${runs} more runs`
  return [`${now}. Add ${more} to the ledger, each by \`${again(project)}\`.`, ...reach]
}

async function update(files: string[], options: Options) {
  const { ledger: named, accept, prune, deterministic, json } = options
  const runs = readRuns(files, options)
  const { run, agent, project } = runs.latest
  const file = named ?? ledgerName(project, run)
  const of = { suite: run.suites, agent }
  const before = readLedger(file, of) ?? emptyLedger(of)
  const commit = commitOf(file)
  if (commit === undefined) warn('no clean commit: the records do not name the commit that they come from')
  const bySeed = isDeterministic(run, project, before, deterministic)
  const { ledger, ...done } = updateFromRuns(runs, before, {
    file,
    deterministic: bySeed,
    accept,
    prune,
    commit,
    date: new Date().toISOString().slice(0, 10),
  })
  await writeLedger(resolve(file), ledger)
  const tasks = Object.keys(ledger.tasks).length
  const { cases } = runs.latest
  const strength = bySeed ? undefined : strengthOf(gateRunOf({ cases, complete: run.complete }), ledger)
  if (json) {
    printJson({ ledger: file, tasks, ...done, ...(strength === undefined ? {} : { strength }) })
    return
  }
  const { refused, unsolved, ...changed } = done
  const counts = Object.entries(changed).flatMap(([what, ids]) =>
    ids.length > 0 ? [`${ids.length} ${what}`] : [],
  )
  printText(`${file}: ${tasks} tasks (${counts.join(', ') || 'nothing new'})`)
  if (refused !== undefined) {
    printText(`Removed missing tasks alone, because ${refused}. Run the suite again for a verdict.`)
    return
  }
  if (changed.renewed.length > 0) printText(`renewed: ${changed.renewed.join(', ')}`)
  if (unsolved.length > 0)
    warn(`no attempt solved ${unsolved.join(', ')}, so the ledger records them as failing`)
  if (strength !== undefined) for (const line of strengthLines(strength, project)) printText(line)
}

function check(files: string[], options: Options): void {
  const { ledger: named, verbose, json } = options
  const runs = readRuns(files, options)
  const { run, agent, project } = runs.latest
  const file = named ?? ledgerName(project, run)
  const ledger = needLedger(file, { suite: run.suites, agent })
  const before = run.gates?.find((one) => (one.project ?? '') === project)
  const gate = judgeRuns(runs, ledger, {
    file,
    deterministic: isDeterministic(run, project, ledger, undefined),
    maxCostIncrease: before?.max_cost_increase,
  })
  process.exitCode = gate.verdict === 'ungated' ? 2 : gate.exit
  if (json) printJson(gate)
  else for (const line of verbose ? renderGate(gate) : renderGateBlock(gate)) printText(line)
}

function show({ ledger: file = ledgerName(''), json }: Options): void {
  const ledger = needLedger(file)
  const tasks = Object.values(ledger.tasks)
  const levels = LEVELS.flatMap((level) => {
    const ofLevel = tasks.filter((task) => task.level === level)
    if (ofLevel.length === 0) return []
    const successes = ofLevel.reduce((sum, task) => sum + task.successes, 0)
    const attempts = ofLevel.reduce((sum, task) => sum + task.attempts, 0)
    const { low, high } = shareInterval(successes, attempts)
    const worlds = new Set(
      ofLevel.flatMap((task) => task.worlds ?? Object.keys(task.seeds ?? {}).map(Number)),
    ).size
    return [
      {
        level,
        tasks: ofLevel.length,
        successes,
        attempts,
        solved: successes / attempts,
        interval: [low, high],
        worlds,
      },
    ]
  })
  const { agent, suite } = ledger
  if (json) {
    printJson({ ledger: file, agent, suite, tasks: tasks.length, levels })
    return
  }
  printText(`${file}: ${agent} on ${suite}`)
  printText(
    textTable(
      ['level', '>tasks', '>attempts', '>worlds', '>solved', '95 % interval'],
      levels.map(({ level, tasks: count, attempts, worlds, solved, interval }) => [
        ...[level, count, attempts, worlds, percent(solved)],
        interval.map(percent).join(' to '),
      ]),
    ),
  )
}

const common = (command: Command): Command =>
  command.option(
    '--ledger <file>',
    'the ledger (default: that of the project, tracewright.ledger.json if none is set)',
  )

const ofRun = (command: Command): Command =>
  common(command)
    .argument('[runs...]', `documents of runs of one commit, oldest first, judged together (default: ${RUN})`)
    .option('--project <name>', 'Vitest project of the agent, where the run has several')

export function addLedger(program: Command): Command {
  const ledger = program.command('ledger').description('the committed history that a run is compared with')
  const verbs = [
    ofRun(ledger.command('update').description('add a complete run to the ledger'))
      .option('--deterministic', 'the agent does the same every time: outcomes are kept and compared by seed')
      .option('--accept <reason>', 'accept a regression, or a run without a verdict, for this reason')
      .option('--prune', 'remove tasks that the suites no longer have')
      .action(update),
    ofRun(ledger.command('check').description('compare a run with the ledger: exit 1 where it regressed'))
      .option('--verbose', 'show the statistics behind the verdict')
      .action(check),
    common(ledger.command('show').description('what the ledger holds')).action(show),
  ]
  for (const verb of verbs) verb.copyInheritedSettings(program)
  return ledger
}
