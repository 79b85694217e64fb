import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Command } from 'commander'
import { gateRunOf } from '../../baseline/gate-of-run.ts'
import { hasSuccess } from '../../baseline/preflight.ts'
import { emptyBaseline, writeBaseline } from '../../baseline/store.ts'
import { type Strength, strengthOf } from '../../baseline/strength.ts'
import { FULL_RECORD } from '../../baseline/thresholds.ts'
import { shareInterval } from '../../metrics/intervals.ts'
import { renderGateLines } from '../../report/gate-lines.ts'
import { describeMissed, describeSight } from '../../report/gate-words.ts'
import type { Baseline } from '../../schema/baseline.ts'
import type { Run } from '../../schema/run.ts'
import { DEFAULT_RUN } from '../../schema/run-basics.ts'
import { LEVELS } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { findBaselineFile } from '../../shared/old-names.ts'
import { shellWord } from '../../shared/printable.ts'
import { findRepository, resolveBelow } from '../../shared/resolve-below.ts'
import { formatSpan } from '../../shared/units.ts'
import { printJson, printText, warn } from '../output.ts'
import { needBaseline, readBaseline } from '../read-run.ts'
import { type AgentRun, judgeRuns, readRuns, updateFromRuns } from '../runs-together.ts'
import { formatPercent, renderTextTable } from '../table.ts'

interface Options {
  baseline?: string
  project?: string
  accept?: string
  prune?: boolean
  deterministic?: boolean
  verbose?: boolean
  json?: boolean
}

const BASELINE = 'tracewright.baseline.json'

/** A baseline's file under the name that it has. */
function findFile(named: string): string {
  const { file, warning } = findBaselineFile(named, process.cwd())
  if (warning !== undefined) warn(warning)
  return file
}

/**
 * The baseline of a project, as a path from the folder of the command.
 *
 * @throws TracewrightError where the run names a file outside of its root: a run may come from elsewhere
 */
function baselineOf({ run, root, project }: Pick<AgentRun, 'run' | 'root' | 'project'>): string {
  const named =
    run.baselines?.[project] ??
    (project === ''
      ? BASELINE
      : `tracewright.${project.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')}.baseline.json`)
  if (resolveBelow(root, named) === undefined)
    throw new TracewrightError(
      `Failed to find the baseline: the run names ${named}, which is outside of ${root}. If you trust the run, name the file by --baseline.`,
    )
  return findFile(relative('', resolve(root, named)))
}

/** The baseline of this folder, else that of the run which is found from here. */
function baselineHere(): string {
  const here = findFile(BASELINE)
  if (existsSync(here)) return here
  let latest: AgentRun
  try {
    latest = readRuns([], {}).latest
  } catch {
    // A missing run: the error about the missing baseline says what to do.
    return BASELINE
  }
  return baselineOf(latest)
}

function commitOf(baseline: string, cwd: string): { commit: string } | { why: string } {
  // The configuration of a repository may name programs, which git starts. Git itself would find a bare one in the folder.
  const repository = findRepository(cwd)
  if (repository !== findRepository(process.cwd())) return { why: 'the run lies outside of this repository' }
  if (repository === undefined) return { why: 'this folder has no git commit' }
  const place = [`--git-dir=${join(repository, '.git')}`, `--work-tree=${repository}`]
  const git = (...args: string[]): string =>
    execFileSync('git', [...place, ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    const commit = git('rev-parse', 'HEAD')
    const changed = git(
      'status',
      '--porcelain',
      '--untracked-files=no',
      '--',
      '.',
      `:!${relative(cwd, baseline)}`,
    )
    return changed === '' ? { commit } : { why: 'the working copy has uncommitted changes' }
  } catch {
    return { why: 'this folder has no git commit' }
  }
}

/** Whether the agent of a project is compared seed by seed: as asked, as the run was made, or as its baseline is. */
const isDeterministic = (run: Run, project: string, baseline: Baseline, isAsked?: boolean): boolean =>
  isAsked === true ||
  run.deterministic?.includes(project) === true ||
  Object.values(baseline.tasks).some(({ seeds }) => seeds !== undefined)

/** How to make the baseline see more: the commands that add a run to it. */
const again = (project: string): string =>
  `npx vitest run && npx tracewright baseline update${project === '' ? '' : ` --project ${shellWord(project)}`}`

function strengthLines(strength: Strength, baseline: Baseline, project: string): string[] {
  const { runs, runs_until_ok } = strength
  if (!hasSuccess(baseline))
    return ['No attempt solved a task yet, so the gate cannot notice that one gets worse.']
  const goal = (count: number | null, aim: string): string[] => {
    if (count === 0) return []
    if (count === null)
      return [`Full records (${FULL_RECORD} attempts at each task) are not enough to ${aim}.`]
    const times = count === 1 ? 'once more' : `${count} more times`
    return [`To ${aim}, run this ${times}: \`${again(project)}\`.`]
  }
  const missed = describeMissed(Object.keys(baseline.tasks).length, strength)
  return [
    describeSight(strength).replace('this', 'This') +
      (missed.length === 0 ? '.' : `. It would miss ${missed.join(', and ')}.`),
    ...(runs === runs_until_ok ? [] : goal(runs, 'notice one broken task')),
    ...goal(runs_until_ok, 'make the verdict `ok` possible'),
  ]
}

/** What became of the records, as people read it. */
const RECORD_WORDS: Readonly<Record<string, string>> = {
  pooled: 'extended',
  full: 'already full',
  kept: 'unchanged',
}

/** How long ago the run of an update ended, so that nobody adds an earlier run than the last one by mistake. */
const ageOf = (file: string): string => formatSpan(Date.now() - statSync(file).mtimeMs)

async function update(files: string[], options: Options) {
  const { baseline: named, accept, prune, deterministic, json } = options
  const runs = readRuns(files, options)
  const { run, agent, project, suite, root } = runs.latest
  const file = named ?? baselineOf(runs.latest)
  const of = { suite, agent }
  const before = readBaseline(file, of) ?? emptyBaseline(of)
  const found = commitOf(file, root)
  const commit = 'commit' in found ? found.commit : undefined
  const bySeed = isDeterministic(run, project, before, deterministic)
  const { baseline, ...done } = updateFromRuns(runs, before, {
    file,
    deterministic: bySeed,
    accept,
    prune,
    commit,
    date: new Date().toISOString().slice(0, 10),
  })
  writeBaseline(resolve(file), baseline)
  if ('why' in found) warn(`${found.why}, so the new records name no commit; this is only a note`)
  const tasks = Object.keys(baseline.tasks).length
  const { cases } = runs.latest
  const strength = bySeed ? undefined : strengthOf(gateRunOf({ cases, complete: run.complete }), baseline)
  if (json) {
    printJson({ baseline: file, tasks, ...done, ...(strength === undefined ? {} : { strength }) })
    return
  }
  const { refused, unsolved, ...changed } = done
  const counts = Object.entries(changed).flatMap(([what, ids]) =>
    ids.length > 0 ? [`${ids.length} ${RECORD_WORDS[what] ?? what}`] : [],
  )
  printText(`${file}: ${tasks} tasks (${counts.join(', ') || 'nothing new'})`)
  const { file: document } = runs.latest
  if (files.length === 0) printText(`Taken from ${document}, which was written ${ageOf(document)} ago.`)
  if (refused !== undefined) {
    printText(`Removed missing tasks alone, because ${refused}. Run the suite again for a verdict.`)
    return
  }
  if (changed.renewed.length > 0) printText(`renewed: ${changed.renewed.join(', ')}`)
  if (unsolved.length > 0)
    warn(`no attempt solved ${unsolved.join(', ')}, so the baseline records them as failing`)
  if (strength !== undefined) for (const line of strengthLines(strength, baseline, project)) printText(line)
}

function check(files: string[], options: Options): void {
  const { baseline: named, verbose, json } = options
  const runs = readRuns(files, options)
  const { run, agent, project, suite } = runs.latest
  const file = named ?? baselineOf(runs.latest)
  const baseline = needBaseline(file, { suite, agent })
  const gate = judgeRuns(runs, baseline, {
    file,
    deterministic: isDeterministic(run, project, baseline, undefined),
  })
  process.exitCode = gate.verdict === 'ungated' ? 2 : gate.exit
  if (json) printJson(gate)
  else for (const line of renderGateLines(gate, verbose)) printText(line)
}

function show({ baseline: file = baselineHere(), json }: Options): void {
  const baseline = needBaseline(file)
  const tasks = Object.values(baseline.tasks)
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
  const { agent, suite } = baseline
  if (json) {
    printJson({ baseline: file, agent, suite, tasks: tasks.length, levels })
    return
  }
  printText(`${file}: ${agent} on ${suite}`)
  printText(
    renderTextTable(
      ['level', '>tasks', '>attempts', '>worlds', '>solved', '95 % interval'],
      levels.map(({ level, tasks: count, attempts, worlds, solved, interval }) => [
        ...[level, count, attempts, worlds, formatPercent(solved)],
        interval.map(formatPercent).join(' to '),
      ]),
    ),
  )
}

const common = (command: Command): Command =>
  command.option(
    '--baseline <file>',
    'path of the baseline (default: the baseline of the project, else tracewright.baseline.json)',
  )

const ofRun = (command: Command): Command =>
  common(command)
    .argument(
      '[runs...]',
      `run.json files of one commit, oldest first, judged together (default: ${DEFAULT_RUN})`,
    )
    .option('--project <name>', 'Vitest project of the agent, if the run has several')

export function addBaseline(program: Command): Command {
  const baseline = program.command('baseline').description('create, compare and show the baseline')
  const verbs = [
    ofRun(baseline.command('update').description('add a complete run to the baseline'))
      .option(
        '--deterministic',
        'the agent does the same every time: outcomes are stored and compared by seed',
      )
      .option(
        '--accept <reason>',
        'accept a regression, or a run without a verdict, for this reason; renews the records of all tasks',
      )
      .option('--prune', 'remove tasks that the suites no longer have')
      .action(update),
    ofRun(
      baseline
        .command('check')
        .description('compare a run with the baseline: exit code 1 if it regressed or needs another run'),
    )
      .option('--verbose', 'show the statistics of the verdict')
      .action(check),
    common(baseline.command('show').description('show the records of the baseline')).action(show),
  ]
  for (const verb of verbs) verb.copyInheritedSettings(program)
  return baseline
}
