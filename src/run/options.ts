import type { z } from 'zod'
import { isHost } from '../network/allowed-hosts.ts'
import { type FaultRule, faultsSchema } from '../schema/fault.ts'
import { type InjectionRule, injectionsSchema } from '../schema/injection.ts'
import { MODES, type Mode, OUTPUT_DIR } from '../schema/run-basics.ts'
import { EFFECTS, type Effect } from '../schema/tool.ts'
import { didYouMean } from '../shared/did-you-mean.ts'
import { TracewrightError } from '../shared/errors.ts'
import { isListOf, isRecordOf, isText, selectWrong } from '../shared/json.ts'
import type { OldOptions } from '../shared/old-names.ts'
import { MAX_TIMER_MS } from '../shared/timer.ts'

/** Where a value goes beside the plugin: to every worker, or into what an attempt that is taken over has to agree with. */
type Goes = 'workers' | 'attempts'

/** The value of an option, or what is wrong with it. */
type OptionReading<T> = { value: T } | { problem: string }

/** An option: the values that it takes, its default, and where it goes. */
export interface OptionDeclaration<T, G extends Goes = never> {
  /** Reads the value that a user gave: the value, or what is wrong with it. */
  read(value: unknown): OptionReading<T>
  /** Value where a user gives none. */
  default: T
  /** Unit of a number, as docs name it. */
  unit?: string
  /** Where the value is sent: to workers, to attempts. */
  goes: readonly G[]
}

const MAX_SHOWN_LENGTH = 60

function formatValue(value: unknown): string {
  const text = typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value))
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}...` : text
}

function declareOption<T, G extends Goes = never>(
  defaultValue: T,
  expected: string,
  isValid: (value: unknown) => boolean,
  ...goes: G[]
): OptionDeclaration<T, G> {
  return {
    default: defaultValue,
    goes,
    read: (value) =>
      isValid(value)
        ? { value: value as T }
        : { problem: `expected ${expected}, got ${formatValue(selectWrong(value, isValid))}` },
  }
}

const isSuiteGlob = (value: unknown): boolean =>
  isText(value) && /\.suite\.(?:jsonl|[cm]?tsx?)$/.test(value as string)
/** Functions of modules that are tools: all that are exported, those of a list, or names of tools by function. */
export type OwnTools = boolean | Record<string, true | string[] | Record<string, string>>
const isOwnTools = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  isRecordOf(value, (named) => named === true || isListOf(named, isText) || isRecordOf(named, isText))
const endsIn =
  (ending: string) =>
  (value: unknown): boolean =>
    isText(value) && value.endsWith(ending)

const declareTexts = <G extends Goes = never>(what: string, ...goes: G[]): OptionDeclaration<string[], G> =>
  declareOption([], `a list of ${what}`, (value) => isListOf(value, isText), ...goes)

const flag = <G extends Goes = never>(...goes: G[]): OptionDeclaration<boolean, G> =>
  declareOption(false, 'true or false', (value) => typeof value === 'boolean', ...goes)

function count<G extends Goes = never>(from: number, ...goes: G[]): OptionDeclaration<number, G> {
  const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= from
  return declareOption(from, `a whole number, at least ${from}`, isCount, ...goes)
}

const declareOneOf = <T extends string | undefined, G extends Goes = never>(
  values: readonly T[],
  defaultValue: NoInfer<T>,
  ...goes: G[]
): OptionDeclaration<T, G> =>
  declareOption<T, G>(
    defaultValue,
    `one of ${values.filter((value) => value !== undefined).join(', ')}`,
    (value) => values.some((one) => one === value),
    ...goes,
  )

/** Rules by their schema, which loads when there are rules: it takes longest to load in a project without suites. */
const declareRules = <T>(schema: () => z.ZodType<T[]>): OptionDeclaration<T[], Goes> => ({
  default: [],
  goes: ['workers', 'attempts'],
  read(value) {
    if (Array.isArray(value) && value.length === 0) return { value: [] }
    const parsed = schema().safeParse(value)
    if (parsed.success) return { value: parsed.data }
    const [issue] = parsed.error.issues
    const path = issue?.path.join('.') ?? ''
    return { problem: `${path === '' ? '' : `${path}: `}${issue?.message}` }
  },
})

const isSecret = (value: unknown): boolean => isText(value) || value instanceof RegExp

/** The options of the plugin. Its types, their parsing, what workers are told and docs/options.md come from here. */
export class OptionTable {
  /** Module that exports the agent under test as `default` or `agent`, relative to the project's root. */
  agent: OptionDeclaration<string | undefined> = declareOption(undefined, 'the path of a module', isText)
  /** Globs of the suite files, whose names end in `.suite.jsonl` or `.suite.ts`. `*.suite.jsonl` finds suites as code, `*.suite.ts`, too. */
  include: OptionDeclaration<string[], 'attempts'> = declareOption(
    ['**/*.suite.jsonl'],
    'a list of globs that end in .suite.jsonl or .suite.ts',
    (value) => isListOf(value, isSuiteGlob) && (value as unknown[]).length > 0,
    'attempts',
  )
  /**
   * Simulators of your own tools, in addition to the built-in simulators. Each entry is a path, relative to the project's
   * root: a module that exports an array of results of `defineSimulator`, a `*.toolkit.json` or a `*.recording.json`. A
   * toolkit brings its routes.
   */
  simulators: OptionDeclaration<string[], 'attempts'> = declareTexts('paths', 'attempts')
  /**
   * `score`: cases pass and get scores. `strict`: a case passes if every attempt solves its task. `regression`: cases
   * pass, except those that the gate names: it fails a run that is worse than the baseline. The default is `regression` with a baseline, else
   * `score`.
   * @see exit-codes.md
   */
  mode: OptionDeclaration<Mode | undefined, 'attempts'> = declareOneOf<Mode | undefined, 'attempts'>(
    [...MODES, undefined],
    undefined,
    'attempts',
  )
  /**
   * Path of the committed baseline, relative to the project's root. A named project has its own baseline, with the
   * project's name before `.baseline.json`.
   * @see gate.md
   */
  baseline: OptionDeclaration<string> = declareOption(
    'tracewright.baseline.json',
    'a path that ends in .baseline.json',
    endsIn('.baseline.json'),
  )
  /**
   * Number of tasks of several steps whose steps tracewright also asks one at a time, one attempt per step. This measures
   * the composition gap: the solved rate that the steps predict, minus the rate of the whole task. 40 are enough.
   * @see metrics.md#composition-gap
   */
  probes: OptionDeclaration<number, Goes> = count(0, 'workers', 'attempts')
  /**
   * How often the gate may attempt all tasks once more if together they look worse than the baseline: 0, 1 or 2. The run
   * prints the cost first.
   * @see gate.md
   */
  suiteReruns: OptionDeclaration<number> = declareOption(2, '0, 1 or 2', (value) =>
    [0, 1, 2].some((one) => one === value),
  )
  /**
   * Routes from the agent's own APIs to simulators: modules that export an array of results of `route`, relative to the
   * project's root. They override the routes of a toolkit.
   * @see network.md#routes
   */
  routes: OptionDeclaration<string[], 'attempts'> = declareTexts('paths', 'attempts')
  /**
   * Whether the agent keeps its own tools. The simulator of the tool's name answers their calls, or else the recording of
   * the suite. `true` covers the tools of agent libraries. An object adds plain functions by their modules, relative to
   * the project's root: `true` for all exports, a list of functions, or the tool's name for each function.
   * @see guides/agent-with-own-tools.md
   */
  ownTools: OptionDeclaration<OwnTools, 'attempts'> = declareOption<OwnTools, 'attempts'>(
    false,
    'true, false, or functions by module',
    isOwnTools,
    'attempts',
  )
  /**
   * Own tools whose own code runs instead of a simulator: `true` for all, or a list of names. Leave out tools that pay or
   * send, unless they use a test service.
   * @see guides/agent-with-own-tools.md#live-tools
   */
  live: OptionDeclaration<boolean | string[], 'attempts'> = declareOption<boolean | string[], 'attempts'>(
    false,
    'true, false, or names of tools',
    (value) => typeof value === 'boolean' || isListOf(value, isText),
    'attempts',
  )
  /**
   * What live and recorded tools do to their data, by name: `read`, `write` or `idempotent-write`. By default a simulator
   * of the same name that writes, or MCP's `readOnlyHint`, decides. Otherwise the effect is unknown: the verdict only warns
   * of an extra call of a live tool, while `toMatchTrace`, recordings and drafts count the tool as a write.
   * @see guides/agent-with-own-tools.md#live-tools
   */
  effects: OptionDeclaration<Record<string, Effect>, 'attempts'> = declareOption<
    Record<string, Effect>,
    'attempts'
  >(
    {},
    `${EFFECTS.join(', ')} by the name of a tool`,
    (value) => isRecordOf(value, (effect) => EFFECTS.some((one) => one === effect)),
    'attempts',
  )
  /** Attempts at each task. The gate makes reruns in addition. */
  repeats: OptionDeclaration<number, Goes> = count(1, 'workers', 'attempts')
  /**
   * Whether the agent does the same every time. The gate then compares runs seed by seed. `cassettes: 'replay'` sets it
   * to `true`.
   */
  deterministic: OptionDeclaration<boolean, 'attempts'> = flag('attempts')
  /** Time limit of one attempt. */
  timeout: OptionDeclaration<number, Goes> = {
    unit: 'ms',
    ...declareOption(
      60_000,
      `a number of milliseconds over 0, at most ${MAX_TIMER_MS}`,
      (value) => typeof value === 'number' && value > 0 && value <= MAX_TIMER_MS,
      'workers',
      'attempts',
    ),
  }
  /**
   * Whether a case whose values the agent could have guessed runs again in other worlds, where the values differ. The
   * worse verdict counts. A case gets at most 8 further attempts.
   */
  checkInOtherWorlds: OptionDeclaration<boolean, Goes> = flag('workers', 'attempts')
  /**
   * Faults of calls for tasks without `faults`: time-outs, refusals, unreadable or wrong answers. A change starts a new
   * record in the baseline.
   * @see faults.md
   */
  faults: OptionDeclaration<FaultRule[], Goes> = declareRules(faultsSchema)
  /**
   * Attacks in answers or descriptions of tools, for tasks without `injections`. A change starts a new record in the
   * baseline.
   * @see faults.md#injections
   */
  injections: OptionDeclaration<InjectionRule[], Goes> = declareRules(injectionsSchema)
  /**
   * Modules that export your checks as functions, relative to the project's root. A task names its checks in `checks`.
   * @see conversations.md#checks
   */
  checks: OptionDeclaration<string[], 'attempts'> = declareTexts('paths', 'attempts')
  /**
   * Whether the calls of each case must equal its snapshot, the file `__traces__/<suite>/<task_id>.txt` next to the suite.
   * `vitest -u` writes these files.
   */
  snapshots: OptionDeclaration<boolean, 'workers'> = flag('workers')
  /**
   * Whether the cases of a suite run concurrently, up to `test.maxConcurrency`. The default is `true`. With `routes` it is
   * `false`, because a request to your API does not name its case. `live` always sets it to `false`.
   */
  concurrent: OptionDeclaration<boolean | undefined> = declareOption<boolean | undefined>(
    undefined,
    'true or false',
    (value) => typeof value === 'boolean',
  )
  /**
   * `closed`: no request leaves the machine while a case runs, except to hosts in `allow`. `open` turns the guard off.
   * @see network.md
   */
  network: OptionDeclaration<'closed' | 'open', Goes> = declareOneOf(
    ['closed', 'open'],
    'closed',
    'workers',
    'attempts',
  )
  /** Hosts that stay reachable, such as a model's API; `*.example.com` covers subdomains. */
  allow: OptionDeclaration<string[], Goes> = declareOption<string[], Goes>(
    [],
    'a list of hosts such as "api.example.com" or "*.example.com"',
    (value) => isListOf(value, isHost),
    'workers',
    'attempts',
  )
  /**
   * How the agent's calls reach tools that tracewright passes to it. `http` sends a request, which msw answers. `direct`
   * calls the simulator in this process: the same traces in less time, but your msw handlers see no such request.
   */
  wire: OptionDeclaration<'http' | 'direct', Goes> = declareOneOf(
    ['http', 'direct'],
    'http',
    'workers',
    'attempts',
  )
  /**
   * Processes and worker threads that a case starts: `guard` guards their connections too, `refuse` starts none.
   */
  children: OptionDeclaration<'guard' | 'refuse', Goes> = declareOneOf(
    ['guard', 'refuse'],
    'guard',
    'workers',
    'attempts',
  )
  /**
   * Cassettes of the agent's requests to models. `record` sends requests and stores the replies next to the suite.
   * `replay` answers with them. `auto` replays recorded requests and records the rest (in CI it only replays). The
   * variable `TRACEWRIGHT_CASSETTES` overrides the option.
   * @see guides/record.md#cassettes
   */
  cassettes: OptionDeclaration<'off' | 'record' | 'replay' | 'auto', Goes> = declareOneOf(
    ['off', 'record', 'replay', 'auto'],
    'off',
    'workers',
    'attempts',
  )
  /**
   * Secrets to mask in every written file, in addition to keys with a known form. An entry is the name of a field, a
   * pattern of texts, or a module. A module exports a list of names, patterns, and functions that mask a text.
   * @see secrets.md
   */
  redact: OptionDeclaration<(string | RegExp)[], 'workers'> = declareOption<(string | RegExp)[], 'workers'>(
    [],
    'a list of names, patterns and paths',
    (value) => isListOf(value, isSecret),
    'workers',
  )
  /**
   * Group of the project's agent, such as `cloud` or `local`. Leaderboards average the agents of a group.
   * @see metrics.md#leaderboards
   */
  group: OptionDeclaration<string | undefined> = declareOption(undefined, 'a name', isText)
  /** Folder for `run.json` and the traces, relative to the root of Vitest. */
  outputDir: OptionDeclaration<string> = declareOption(OUTPUT_DIR, 'a path', isText)
  /**
   * Files and folders that the agent reads at run time, such as prompts, relative to the project's root. You can resume a
   * run that broke off only if these files are unchanged.
   * @see exit-codes.md#a-run-that-broke-off
   */
  inputs: OptionDeclaration<string[]> = declareTexts('paths')
}

export const OPTIONS: OptionTable = new OptionTable()

/** Type of the value of a declared option. */
type ValueOf<O> = O extends OptionDeclaration<infer T, infer _> ? T : never

/** The options with their defaults. */
export type ResolvedOptions = { -readonly [Name in keyof OptionTable]: ValueOf<OptionTable[Name]> }

/** Options of the plugin. */
export interface TracewrightOptions extends Partial<ResolvedOptions>, OldOptions {}

type NamesOf<G extends Goes> = {
  [Name in keyof OptionTable]: OptionTable[Name] extends OptionDeclaration<infer _, infer To>
    ? G extends To
      ? Name
      : never
    : never
}[keyof OptionTable]

type Frozen<T> = T extends readonly (infer Item)[] ? readonly Item[] : T

/** The options that go to a place. */
export type OptionsFor<G extends Goes> = { [Name in NamesOf<G>]: Frozen<ResolvedOptions[Name]> }

export const selectOptions = <G extends Goes>(options: ResolvedOptions, place: G): OptionsFor<G> =>
  Object.fromEntries(
    Object.entries<OptionDeclaration<unknown, Goes>>({ ...OPTIONS })
      .filter(([, { goes }]) => goes.includes(place))
      .map(([name]) => [name, options[name as keyof OptionTable]]),
  ) as unknown as OptionsFor<G>

/**
 * The options with their defaults.
 *
 * @throws TracewrightError that names the first wrong one
 */
export function resolveOptions(given: Partial<ResolvedOptions>): ResolvedOptions {
  const table = Object.entries<OptionDeclaration<unknown, Goes>>({ ...OPTIONS })
  const createOptionError = (problem: string): TracewrightError =>
    new TracewrightError(`Invalid option of tracewright(): ${problem}. Correct it in the Vitest config.`)
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw createOptionError(
      `expected an object, as in tracewright({ agent: './test/agent.ts' }), got ${formatValue(given)}`,
    )
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(OPTIONS, name))
  if (unknown !== undefined)
    throw createOptionError(
      `"${unknown}" is unknown${didYouMean(unknown, Object.keys(OPTIONS)).replace('?', '')}`,
    )
  const values = table.map(([name, { read, default: defaultValue }]) => {
    const value = given[name as keyof OptionTable]
    const found = value === undefined ? { value: structuredClone(defaultValue) } : read(value)
    if ('problem' in found) throw createOptionError(`${name}: ${found.problem}`)
    return [name, found.value] as const
  })
  const resolved = Object.fromEntries(values) as unknown as ResolvedOptions
  if (resolved.ownTools !== false && resolved.routes.length > 0)
    throw createOptionError(
      'ownTools and routes both answer the calls of one agent. Leave out `routes` where tools are in process, else `ownTools`',
    )
  const live = Array.isArray(resolved.live) && resolved.live.length === 0 ? false : resolved.live
  const [effect] = Object.keys(resolved.effects).map((name) => `effects names ${JSON.stringify(name)}`)
  const named = live === false ? effect : 'live names own tools'
  if (resolved.ownTools === false && named !== undefined)
    throw createOptionError(`${named}, and ownTools is not set. Set \`ownTools: true\`, or modules`)
  return { ...resolved, live }
}
