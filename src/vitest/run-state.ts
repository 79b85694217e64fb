import { randomBytes } from 'node:crypto'
import type { Vitest } from 'vitest/node'
import { projectWords } from '../run/baseline-at-start.ts'
import { runToResume } from '../run/journal/resume.ts'
import type { GateSettings } from '../run/settings.ts'
import type { BaselineClaim } from '../run/unused-baselines.ts'
import { describeThrown } from '../shared/errors.ts'

/** A project of the run, with the baseline that it has or would have. */
export interface ProjectState extends BaselineClaim {
  /** How the project is compared with its baseline; left out without one. */
  gate?: GateSettings
  /** Whether the baseline is on disk. */
  hasBaseline: boolean
  /** Whether the agent is said to do the same every time. */
  deterministic: boolean
  /** The option `group`. */
  group?: string
  /** Absolute paths of the files of the option `simulators`. */
  simulators: readonly string[]
  /** Names of tools by the option that has them, `live` or `effects`, where tools run live. */
  ownNames: Readonly<Record<string, readonly string[]>>
}

/** What the projects of a Vitest process share. */
export interface RunState {
  id: string
  /** Whether the run goes on with attempts of one that broke off. */
  resumed: boolean
  /** Whether a run should be resumed and none is left. */
  nothingToResume: boolean
  /** By name. */
  projects: Map<string, ProjectState>
  /** Why a whole run can come to no verdict, found out before any case runs. */
  problems: ProjectProblem[]
  /** Whether suite modules fail with a problem instead of running; known once the scope of the run is. */
  isRefused: boolean
}

/** Settings of the gates, by the name of the project. */
export const readGates = ({ projects }: RunState): Map<string, GateSettings> =>
  new Map([...projects].flatMap(([name, { gate }]) => (gate === undefined ? [] : [[name, gate] as const])))

/** Globs of the suites of all projects. */
export const joinGlobs = ({ projects }: RunState): string =>
  [...new Set([...projects.values()].flatMap(({ include }) => include))].join(' ')

export interface ProjectProblem {
  message: string
  /** The project that has it; left out where the whole run has it. */
  project?: string
}

/** Why the suites of a project do not run: its own problem, else that of the run, else which project has one. */
export function findRefusal({ problems, isRefused }: RunState, project: string): string | undefined {
  const [first] = problems
  if (!isRefused || first === undefined) return undefined
  const projectProblem = problems.find(
    (problem) => problem.project === project || problem.project === undefined,
  )
  const other = projectWords(first.project ?? '')
  return (
    projectProblem?.message ??
    `Not run: ${other} cannot be gated, so this run has no verdict. Its error is shown with this one.`
  )
}

const KEY = Symbol.for('tracewright.run')

const isOn = (value: string | undefined): boolean => value !== undefined && value !== '' && value !== '0'

export const isForced = (): boolean => isOn(process.env.TRACEWRIGHT_FORCE)

function begin(outputDir: string): RunState {
  const requested = process.env.TRACEWRIGHT_RESUME
  const newId = `${Date.now().toString(36)}${randomBytes(3).toString('hex')}`
  const state = {
    resumed: false,
    nothingToResume: false,
    projects: new Map<string, ProjectState>(),
    problems: [],
    isRefused: false,
  }
  try {
    const resumedRun = runToResume(outputDir, requested)
    const nothingToResume = resumedRun === undefined && isOn(requested)
    return { ...state, id: resumedRun ?? newId, resumed: resumedRun !== undefined, nothingToResume }
  } catch (error) {
    return { ...state, id: newId, problems: [{ message: describeThrown(error) }] }
  }
}

/** The state of the run, made by the first project that asks; `first` says whether that is this one. */
export function runState(
  config: Vitest['config'] & { [KEY]?: RunState },
  outputDir: string,
): { state: RunState; first: boolean } {
  const known = config[KEY]
  if (known !== undefined) return { state: known, first: false }
  const state = begin(outputDir)
  config[KEY] = state
  return { state, first: true }
}
