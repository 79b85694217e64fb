import type { z } from 'zod'
import { type FaultRule, faultsSchema } from '../schema/fault.ts'
import { type InjectionRule, injectionsSchema } from '../schema/injection.ts'
import { lazily } from '../schema/lazily.ts'
import { MODES } from '../schema/run.ts'
import { TracewrightError } from '../shared/errors.ts'
import { MAX_TIMER_MS } from '../shared/timer.ts'

const DEFAULTS = {
  simulators: [],
  routes: [],
  include: ['**/*.suite.jsonl'],
  repeats: 1,
  probes: 0,
  reruns: 2,
  ledger: 'tracewright.ledger.json',
  deterministic: false,
  timeout: 60_000,
  wire: 'http',
  cassettes: 'off',
  redact: [],
  faults: [],
  injections: [],
  checks: [],
  checkInOtherWorlds: false,
  snapshots: false,
  network: 'closed',
  allow: [],
  children: 'guard',
  outputDir: '.vitest/tracewright',
} satisfies TracewrightOptions

const optionsSchema = lazily((z) =>
  z.strictObject({
    agent: z.string().min(1).optional(),
    simulators: z.array(z.string().min(1)).default(DEFAULTS.simulators),
    routes: z.array(z.string().min(1)).default(DEFAULTS.routes),
    include: z
      .array(z.string().endsWith('.suite.jsonl', 'a suite is a file that ends in .suite.jsonl'))
      .min(1)
      .default(DEFAULTS.include),
    mode: z.enum(MODES).optional(),
    repeats: z.int().min(1).default(DEFAULTS.repeats),
    probes: z.int().min(0).default(DEFAULTS.probes),
    reruns: z.int().min(0).max(DEFAULTS.reruns).default(DEFAULTS.reruns),
    ledger: z
      .string()
      .endsWith('.ledger.json', 'a ledger is a file that ends in .ledger.json')
      .default(DEFAULTS.ledger),
    deterministic: z.boolean().default(DEFAULTS.deterministic),
    timeout: z.number().positive().max(MAX_TIMER_MS).default(DEFAULTS.timeout),
    wire: z.enum(['http', 'direct']).default(DEFAULTS.wire),
    concurrent: z.boolean().optional(),
    cassettes: z.enum(['off', 'record', 'replay', 'auto']).default(DEFAULTS.cassettes),
    redact: z.array(z.union([z.string().min(1), z.instanceof(RegExp)])).default(DEFAULTS.redact),
    faults: faultsSchema().default(DEFAULTS.faults),
    injections: injectionsSchema().default(DEFAULTS.injections),
    checks: z.array(z.string().min(1)).default(DEFAULTS.checks),
    checkInOtherWorlds: z.boolean().default(DEFAULTS.checkInOtherWorlds),
    snapshots: z.boolean().default(DEFAULTS.snapshots),
    network: z.enum(['closed', 'open']).default(DEFAULTS.network),
    allow: z.array(z.string().min(1)).default(DEFAULTS.allow),
    children: z.enum(['guard', 'refuse']).default(DEFAULTS.children),
    outputDir: z.string().min(1).default(DEFAULTS.outputDir),
  }),
)

/** Options of the plugin. */
export interface TracewrightOptions {
  /** Module that exports the agent under test as `default` or `agent`, relative to the project's root. */
  agent?: string
  /**
   * Simulators of your own tools, beside those that come with tracewright: modules that export an array of what
   * `defineSimulator` gives, `*.toolkit.json` and `*.recording.json` files, relative to the project's root. The routes of
   * imported tools come with them. @defaultValue `[]`
   */
  simulators?: string[]
  /**
   * Routes from the agent's own APIs to simulators: modules that export an array of what `route` gives, relative to the
   * project's root; `*.toolkit.json` files bring theirs. A module's route goes before a toolkit's that takes the same requests.
   * @defaultValue `[]`
   */
  routes?: string[]
  /** Globs of the suite files, whose names end in `.suite.jsonl`. @defaultValue `**\/*.suite.jsonl` */
  include?: string[]
  /**
   * `score`: cases pass and are scored. `strict`: a case passes when its task is solved in every attempt. `regression`:
   * cases pass, and a gate compares the run with a ledger and fails it.
   * @defaultValue `regression` where a ledger is, else `score`
   */
  mode?: 'score' | 'strict' | 'regression'
  /** Attempts at each task. The gate makes fresh attempts beside them. @defaultValue `1` */
  repeats?: number
  /**
   * Number of composed tasks whose steps are also asked one at a time. It measures the composition gap: the solved rate
   * that the steps predict, minus the rate of the whole task. 40 are enough. Each takes as many attempts as it has steps.
   * @defaultValue `0`
   */
  probes?: number
  /**
   * How often the gate may attempt all tasks once more, where they look worse than the ledger together: 0, 1 or 2. The
   * run says what that costs before it does so. @defaultValue `2`
   */
  reruns?: number
  /**
   * The committed ledger, relative to the root of Vitest; a named project has one of its own, with its name before
   * `.ledger.json`. @defaultValue `tracewright.ledger.json`
   */
  ledger?: string
  /**
   * Whether the agent does the same every time. The gate then compares it seed by seed.
   * @defaultValue `false`, and `true` where `cassettes` is `replay`
   */
  deterministic?: boolean
  /** Milliseconds for one attempt of the agent. @defaultValue `60000` */
  timeout?: number
  /**
   * How the tools that the agent is handed are called: `http` sends a request, which msw answers, as an API would.
   * `direct` calls the simulator in this process: the same traces in less time, for big runs. Handlers of your own for
   * these requests are then not asked. Requests that the agent makes itself are answered by msw either way. @defaultValue `http`
   */
  wire?: 'http' | 'direct'
  /**
   * Whether the cases of a suite run concurrently, up to `test.maxConcurrency`. A request to an API of the agent's own
   * does not say which case it belongs to. @defaultValue `true`, with `routes` `false`
   */
  concurrent?: boolean
  /**
   * Cassettes of the agent's requests to models. `record` sends and stores them beside the suite, `replay` answers
   * from there. `auto` replays recorded requests and records the rest (in CI it only replays).
   * The variable `TRACEWRIGHT_CASSETTES` goes before it. @defaultValue `off`
   */
  cassettes?: 'off' | 'record' | 'replay' | 'auto'
  /**
   * Secrets to mask in every written file, beside keys with a known form. An entry is the name of a field, a pattern
   * of texts, or a module that exports a list of these and of functions from a text to a text without secrets.
   * @defaultValue `[]`
   */
  redact?: (string | RegExp)[]
  /**
   * Default faults of calls (time-outs, refusals, unreadable or wrong answers), for tasks without `faults`. A change of
   * faults starts a new record in the ledger. @defaultValue `[]`
   */
  faults?: FaultRule[]
  /**
   * Default attacks in answers or descriptions of tools, for tasks without `injections`. A change starts a new record in
   * the ledger. @defaultValue `[]`
   */
  injections?: InjectionRule[]
  /**
   * Modules that export checks of one's own, functions by name, relative to the project's root; lines name those that they
   * ask for in `checks`. @defaultValue `[]`
   */
  checks?: string[]
  /**
   * Whether a case whose values could have been guessed is run again in other worlds, where the values are other
   * ones, and the worse verdict counts. Makes at most 8 further attempts. @defaultValue `false`
   */
  checkInOtherWorlds?: boolean
  /**
   * Whether the calls of each case are held to a snapshot in a file of its own, `__traces__/<suite>/<task_id>.txt` beside
   * the suite; `vitest -u` writes them. @defaultValue `false`
   */
  snapshots?: boolean
  /** `closed`: no request leaves the machine while a case runs. `open` turns that off. @defaultValue `closed` */
  network?: 'closed' | 'open'
  /** Hosts that may be reached all the same, such as a model's endpoint; `*.example.com` takes subdomains. @defaultValue `[]` */
  allow?: string[]
  /**
   * What becomes of processes and worker threads that a case starts: `guard` has their connections guarded as well,
   * `refuse` starts none. @defaultValue `guard`
   */
  children?: 'guard' | 'refuse'
  /** Folder for `run.json` and the traces, relative to the root of Vitest. @defaultValue `.vitest/tracewright` */
  outputDir?: string
}

/** The options with their defaults. */
export type ResolvedOptions = z.infer<ReturnType<typeof optionsSchema>>

const isName = (value: unknown): boolean => typeof value === 'string' && value !== ''
const areNames = (value: unknown): boolean => Array.isArray(value) && value.every(isName)

const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  agent: isName,
  simulators: areNames,
  routes: areNames,
  allow: areNames,
  outputDir: isName,
  mode: (value) => MODES.some((mode) => mode === value),
  wire: (value) => value === 'http' || value === 'direct',
  network: (value) => value === 'closed' || value === 'open',
}

/**
 * Options whose values are seen to be right without a schema, with the defaults of the others; undefined where the schema
 * has to say. It spares most projects zod, which takes longest to load in a project without suites.
 */
export function plainOptions(options: TracewrightOptions): ResolvedOptions | undefined {
  const isVerbatim = ([name, value]: [string, unknown]): boolean =>
    Object.hasOwn(PLAIN, name) && (value === undefined || PLAIN[name]?.(value) === true)
  const given = Object.entries(options)
  if (!given.every(isVerbatim)) return undefined
  const set = given.filter(([, value]) => value !== undefined)
  return structuredClone({ ...DEFAULTS, ...Object.fromEntries(set) }) as ResolvedOptions
}

/** Checks the options. Throws an error that names the wrong one. */
export function resolveOptions(options: TracewrightOptions): ResolvedOptions {
  const plain = plainOptions(options)
  return plain ?? checkedOptions(options)
}

/** The options with their defaults, by the schema. */
export function checkedOptions(options: TracewrightOptions): ResolvedOptions {
  const parsed = optionsSchema().safeParse(options)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = issue?.path.join('.') || 'options'
    throw new TracewrightError(
      `Failed to read the options of tracewright(): ${name}: ${issue?.message}. Correct it in the Vitest config.`,
    )
  }
  return parsed.data
}

/** Environment variable that goes before the option `cassettes`. */
const VARIABLE = 'TRACEWRIGHT_CASSETTES'
const CASSETTE_MODES: readonly ResolvedOptions['cassettes'][] = ['off', 'record', 'replay', 'auto']

const isOn = (value: string | undefined): boolean =>
  value !== undefined && !['', '0', 'false'].includes(value)

function modeOf(option: ResolvedOptions['cassettes']): ResolvedOptions['cassettes'] {
  const requested = process.env[VARIABLE]
  const mode =
    requested === undefined || requested === '' ? option : CASSETTE_MODES.find((one) => one === requested)
  if (mode === undefined) {
    throw new TracewrightError(
      `Invalid ${VARIABLE} ${JSON.stringify(requested)}: expected one of ${CASSETTE_MODES.join(', ')}.`,
    )
  }
  // What is missing in CI is a mistake of a commit, as with snapshots.
  return mode === 'auto' && isOn(process.env.CI) ? 'replay' : mode
}

/** The options with the mode of this run's cassettes. An agent whose models are replayed does the same every time. */
export function withCassettes(options: ResolvedOptions): ResolvedOptions {
  const cassettes = modeOf(options.cassettes)
  return { ...options, cassettes, deterministic: options.deterministic || cassettes === 'replay' }
}
