import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { glob } from 'tinyglobby'
import type { Plugin } from 'vitest/config'
import type { TestProject, Vitest, VitestPluginContext } from 'vitest/node'
import { PROJECT_KEY, SETTINGS_KEY } from '../../fixtures/provided.ts'
import { buildSeamId, hasSeam, writeSeamModule } from '../own-tools/seam-modules.ts'
import { type BaselineHome, baselineAtStart, baselineFile, commitOf } from '../run/baseline-at-start.ts'
import {
  type ResolvedOptions,
  resolveOptions,
  selectOptions,
  type TracewrightOptions,
} from '../run/options.ts'
import type { RuntimeSettings } from '../run/settings.ts'
import { describeThrown, TracewrightError } from '../shared/errors.ts'
import { dropUndefinedFields, type JsonObject } from '../shared/json.ts'
import { renameOptions } from '../shared/old-names.ts'
import { addRedaction } from '../shared/redact/active.ts'
import { shortenPath } from '../shared/shown-path.ts'
import { buildCorrectionsPath, isToolkitFile } from '../tools/imported/file-names.ts'
import { GUARD, NETWORK, RUNTIME_OF_CODE, resolveBuiltModule, SERVE, SETUP } from './built-modules.ts'
import { applyCassetteMode } from './cassette-mode.ts'
import { Collector } from './collector.ts'
import { exitWith2OnError } from './config-error.ts'
import { endBlockedThreads } from './end-blocked-threads.ts'
import { computeInputDigests } from './input-digests.ts'
import { MSW_SHIM, writeMswShim } from './msw-shim.ts'
import { resolveOptionFiles } from './option-files.ts'
import { wrapOwnFunctions } from './own-functions.ts'
import { Printer } from './printer.ts'
import {
  appendMissing,
  buildOwnModuleId,
  parseOwnModuleId,
  recordIn,
  resolveOwn,
  wantsOwn,
  writeOwnModule,
} from './record-in-project.ts'
import { recordRequest } from './record-mode.ts'
import { noteProject, noteRoot } from './root-plugin.ts'
import { findRefusal, isForced, type ProjectState, type RunState, runState } from './run-state.ts'
import { createTaskSequencer } from './sequencer.ts'
import {
  isAlone,
  isCodeId,
  isForeignId,
  isSuiteId,
  lacksImport,
  noteCode,
  readModuleFile,
} from './suite-id.ts'
import { isBindingId, writeBinding } from './suite-module.ts'
import type { SuiteContext } from './write-suite-module.ts'

/** Reporters are named, or instances by the time that plugins see them. */
const writesBlob = (reporters: readonly unknown[]): boolean =>
  JSON.stringify(reporters.map((one) => (Array.isArray(one) ? one[0] : one))).includes('"blob"')

/**
 * Where the baseline of a project is: in the folder of the project. The name that Vitest makes up for a folder is left out,
 * since a run within that folder has none.
 */
const baselineHome = ({ config: { root }, name, vitest }: TestProject, isNamed: boolean): BaselineHome => ({
  folder: root,
  name: isNamed || root === vitest.config.root ? name : '',
})

/** Adds a project to the run: its baseline and gate, and what its workers need to know. */
function install(vitest: Vitest, options: ResolvedOptions, testProject: TestProject, isNamed: boolean) {
  const { config } = vitest
  const outputDir = resolve(config.root, options.outputDir)
  const { state, first } = runState(config, outputDir)
  const { projectState, problem } = registerProject(state, options, testProject, isNamed)
  const { gate } = projectState
  const redact = options.redact.filter((one) => !isModule(one))
  addRedaction(redact)
  const settings: RuntimeSettings = {
    ...selectOptions(options, 'workers'),
    outputDir,
    ...dropUndefinedFields({ gate, commit: commitOf(config.root) }),
    runId: state.id,
    mode: options.mode ?? (gate === undefined && problem === undefined ? 'score' : 'regression'),
    options: {
      ...(selectOptions(options, 'attempts') as unknown as JsonObject),
      ...computeInputDigests(testProject.config.root, options),
    },
    resumed: state.resumed,
    forced: isForced(),
    redact,
    root: config.root,
    ...(testProject.config.expect?.requireAssertions ? { requiresAssertions: true as const } : {}),
  }
  if (first) startReporting(vitest, settings, state)
  if (first && state.nothingToResume) {
    vitest.logger.warn(
      `tracewright: ${options.outputDir} has no interrupted run, so TRACEWRIGHT_RESUME starts a new one.`,
    )
  }
  return { settings, state, projectState }
}

/** Adds a project to the state of the run, with what its baseline asks for. */
function registerProject(
  state: RunState,
  options: ResolvedOptions,
  testProject: TestProject,
  isNamed: boolean,
): { projectState: ProjectState; problem: string | undefined } {
  const { name: project, vitest } = testProject
  const home = baselineHome(testProject, isNamed)
  const { gate, problem, warning, exists } = baselineAtStart(vitest.config.root, project, options, home)
  if (warning !== undefined) vitest.logger.warn(`tracewright: ${warning}`)
  const projectState: ProjectState = {
    project,
    file: gate?.file ?? baselineFile(home, options.baseline),
    folder: home.folder,
    include: options.include,
    asksForGate: options.mode === undefined || options.mode === 'regression',
    ...dropUndefinedFields({ gate, group: options.group }),
    hasBaseline: exists,
    deterministic: options.deterministic,
    simulators: [],
    ownNames:
      options.live === false
        ? {}
        : { live: options.live === true ? [] : options.live, effects: Object.keys(options.effects) },
  }
  state.projects.set(project, projectState)
  if (problem !== undefined) state.problems.push({ message: problem, project })
  return { projectState, problem }
}

/** Adds one pair of reporters and a sequencer for all projects of a Vitest process. */
function startReporting({ config }: Vitest, settings: RuntimeSettings, state: RunState): void {
  endBlockedThreads()
  const collector = new Collector(settings, state)
  config.reporters.unshift(collector as never)
  config.reporters.push(new Printer(collector) as never)
  config.sequence.sequencer = createTaskSequencer(config.sequence.sequencer)
  // One shard of one is the whole, unless its blob is to be merged.
  if (config.shard?.count === 1 && !writesBlob(config.reporters)) delete config.shard
  // Vitest rejects more shards than files before a sequencer could split a file.
  if (config.shard) config.passWithNoTests = true
}

/** Warns before Vitest has a logger. */
const warn = (text: string): void => {
  process.stderr.write(`tracewright: ${text}\n`)
}

/** Whether what is to be masked stands in a module: functions cannot be handed to workers. */
const isModule = (redact: string | RegExp): redact is string =>
  typeof redact === 'string' && /\.[cm]?[jt]s$/.test(redact)

/** A path as a glob that it alone fits. */
const convertToGlob = (path: string): string =>
  path.replaceAll('\\', '/').replace(/[!$()*+?[\]^{}|]/g, '\\$&')

/** A toolkit and the file of its corrections, which need not exist yet. */
const addFilesBeside = (file: string): string[] =>
  isToolkitFile(file) ? [file, buildCorrectionsPath(file)] : [file]

/** In a VM's context an agent has other globals than what intercepts it, and good agents fail. */
function checkPool({ pool }: TestProject['config']): void {
  if (pool === 'vmThreads' || pool === 'vmForks')
    throw new TracewrightError(
      `Invalid pool "${pool}": tracewright runs in "forks" and "threads". Set test.pool to one of them, or keep "${pool}" to a project without tracewright.`,
    )
}

function configureProject(
  project: TestProject,
  settings: RuntimeSettings,
  state: ProjectState,
  options: ResolvedOptions,
): void {
  const config = project.config
  config.include = appendMissing(config.include, ...listGlobs(options.include))
  // A suite of JSON lines is data, though Vitest imports it.
  const { coverage } = project.vitest.config
  coverage.exclude = appendMissing(coverage.exclude, ...options.include)
  const simulators = resolveOptionFiles(config.root, options.simulators, 'simulators')
  state.simulators = simulators
  const routes = resolveOptionFiles(config.root, options.routes, 'routes')
  const redact = resolveOptionFiles(config.root, options.redact.filter(isModule), 'redact')
  const checks = resolveOptionFiles(config.root, options.checks, 'checks')
  const agent = options.agent === undefined ? {} : { agent: resolve(config.root, options.agent) }
  if (typeof options.ownTools === 'object')
    resolveOptionFiles(config.root, Object.keys(options.ownTools), 'ownTools')
  const live = { tools: options.live, effects: options.effects }
  const own = options.ownTools === false ? {} : { live, own: agent }
  const hasOwn = 'own' in own || simulators.length + routes.length + redact.length + checks.length > 0
  // Suites do not import what answers for their tools: its edits run them again all the same.
  const { config: root } = project.vitest
  const watched = [...simulators, ...routes, ...redact, ...checks].flatMap(addFilesBeside).map(convertToGlob)
  root.forceRerunTriggers = appendMissing(root.forceRerunTriggers, ...watched)
  const setup = [
    resolveBuiltModule(SETUP),
    ...(hasOwn ? [buildOwnModuleId({ simulators, routes, redact, checks, ...own })] : []),
  ]
  config.setupFiles = [...setup, ...appendMissing(config.setupFiles).filter((file) => !setup.includes(file))]
  if (!config.execArgv.includes(GUARD)) config.execArgv = [...config.execArgv, '--import', GUARD]
  project.provide(SETTINGS_KEY, settings)
  project.provide(PROJECT_KEY, project.name)
}

/** Globs of the suites of a project: where suites of JSON lines are, those of code are, too. */
const listGlobs = (include: readonly string[]): string[] => [
  ...new Set([...include, ...include.map((glob) => glob.replace(/\.jsonl$/, '.ts'))]),
]

/**
 * Leaves out modules whose name our globs match although they are not suites, unless the project names them itself. Called
 * before our globs are among its own.
 */
async function excludeForeign(project: TestProject, include: readonly string[]): Promise<void> {
  const { config } = project
  const patterns = listGlobs(include).filter((pattern) => !pattern.endsWith('.jsonl'))
  const files = await glob(patterns, {
    cwd: config.dir ?? config.root,
    ignore: config.exclude,
    absolute: true,
    dot: true,
  })
  const foreign = files.filter((file) => isForeignId(file) && !project.matchesTestGlob(file))
  if (foreign.length > 0) config.exclude = [...config.exclude, ...foreign.map(convertToGlob)]
}

/** What an instance of the plugin knows of its project. */
interface PluginState {
  readonly options: ResolvedOptions
  readonly request: ReturnType<typeof recordRequest>
  /** Whether the configuration names the project. */
  isNamed: boolean
  root: string
  vitestRoot: string
  projectName: string
  run?: RunState
}

/** Vitest 5 keeps transforms on disk by content alone; ours depend on the options as well. */
function keepOffDisk(context: VitestPluginContext): void {
  const { defineCacheKeyGenerator = context.experimental_defineCacheKeyGenerator } = context as {
    defineCacheKeyGenerator?: typeof context.experimental_defineCacheKeyGenerator
  }
  defineCacheKeyGenerator(({ id }) => (isSuiteId(id) || id === MSW_SHIM ? false : undefined))
}

/** Adds the project of a plugin to the run, or records in it. */
async function setUpProject(plugin: PluginState, context: VitestPluginContext): Promise<void> {
  const { vitest, project } = context
  const { options, request, isNamed } = plugin
  keepOffDisk(context)
  exitWith2OnError(() => noteProject(project))
  exitWith2OnError(() => checkPool(project.config))
  if (request !== undefined) return exitWith2OnError(() => recordIn(vitest, project, options, request))
  const { settings, state, projectState } = exitWith2OnError(() => install(vitest, options, project, isNamed))
  plugin.run = state
  plugin.projectName = project.name
  plugin.vitestRoot = settings.root
  await excludeForeign(project, options.include)
  exitWith2OnError(() => configureProject(project, settings, projectState, options))
  if (!existsSync(resolve(project.config.root, 'tsconfig.json'))) return
  if (projectState.simulators.length === 0) return
  const { writeTypesOfSimulators } = await import('./write-tool-types.ts')
  // Vitest waits for it.
  await writeTypesOfSimulators(projectState.simulators).catch((error: unknown) =>
    vitest.logger.warn(`tracewright: no types of the simulators: ${describeThrown(error)}`),
  )
}

/** The code of a module that has no file: a seam, what a project serves, or the shim of msw. */
function writeVirtualModule(id: string, watch: (file: string) => void): string | undefined {
  if (isBindingId(id)) return writeBinding(id, resolveBuiltModule(RUNTIME_OF_CODE))
  const known = writeSeamModule(id, resolveBuiltModule)
  if (known !== undefined) return known
  const files = parseOwnModuleId(id)
  if (files === undefined) return id === MSW_SHIM ? writeMswShim(resolveBuiltModule(NETWORK)) : undefined
  const { simulators, routes, redact = [], checks = [] } = files
  for (const file of [...simulators, ...routes, ...redact, ...checks]) watch(file)
  return writeOwnModule(files, resolveBuiltModule(SERVE))
}

/** What writes modules of suites, loaded by a run that has one. */
const loadWriter = () => import('./write-suite-module.ts')

/** What a suite's module is written with. */
async function createContext(
  { options, root: main, vitestRoot }: PluginState,
  environment: SuiteContext['environment'],
  file: string,
  fail: (message: string) => never,
): Promise<SuiteContext> {
  const { findAgent } = await loadWriter()
  const root = environment?.config.root ?? main
  return { agent: findAgent(file, root, options, fail), environment, root, vitestRoot, options }
}

/**
 * The Vitest plugin. Every suite becomes a test module with one case per task, run against `agent` and
 * judged; tools are simulated, and nothing leaves the machine while a case runs.
 *
 * @example
 * import { defineConfig } from 'vitest/config'
 * import { tracewright } from 'tracewright/plugin'
 *
 * export default defineConfig({ plugins: [tracewright({ agent: './src/agent.ts' })] })
 */
export function tracewright(options: TracewrightOptions = {}): Plugin[] {
  const resolved = exitWith2OnError(() => applyCassetteMode(resolveOptions(renameOptions(options, warn))))
  const root = process.cwd()
  const state: PluginState = {
    options: resolved,
    request: exitWith2OnError(recordRequest),
    isNamed: false,
    root,
    vitestRoot: root,
    projectName: '',
  }
  const plugin: Plugin = {
    name: 'tracewright',
    enforce: 'pre',
    config({ test }) {
      state.isNamed = test?.name !== undefined
    },
    configResolved(config) {
      state.root = config.root
      noteRoot(config)
    },
    configureVitest: (context) => setUpProject(state, context),
    resolveId: {
      order: 'pre',
      async handler(source, importer) {
        if (wantsOwn(source)) return resolveOwn(source)
        if (isBindingId(source)) return `\0${source}`
        if (resolved.ownTools !== false && hasSeam(source, importer)) {
          const real = await this.resolve(source, importer, { skipSelf: true })
          return real === null ? undefined : buildSeamId({ source, real: real.id })
        }
        const isOurs = importer === MSW_SHIM || importer?.startsWith(resolveBuiltModule('./')) === true
        return source === 'msw/node' && !isOurs ? MSW_SHIM : undefined
      },
    },
    load(id) {
      return writeVirtualModule(id, (file) => this.addWatchFile(file))
    },
    async transform(text, id) {
      const isCode = noteCode(id, text)
      if (!isCode && !isSuiteId(id)) return undefined
      if (isAlone(id)) return undefined
      const { run, projectName } = state
      const refusal = run === undefined ? undefined : findRefusal(run, projectName)
      if (refusal !== undefined) return this.error(refusal)
      const file = readModuleFile(id)
      if (isCode && lacksImport(text))
        return this.error(
          `Failed to load suite ${shortenPath(file)}: it does not import "tracewright/suite". Begin it with: import { task } from 'tracewright/suite'`,
        )
      const context = await createContext(state, this.environment, file, (message) => this.error(message))
      if (isCode) return undefined
      const { writeSuiteModule } = await loadWriter()
      try {
        return await writeSuiteModule(text, id, context, (warning) => this.warn(warning))
      } catch (error) {
        const line = error instanceof TracewrightError ? (error.at?.line ?? 1) : 1
        return this.error({ message: describeThrown(error), loc: { file, line, column: 0 } })
      }
    },
  }
  const end: Plugin = {
    name: 'tracewright:end',
    enforce: 'post',
    async transform(code, id) {
      if (!isCodeId(id) || isAlone(id)) return undefined
      const file = readModuleFile(id)
      const context = await createContext(state, this.environment, file, (message) => this.error(message))
      const { bindCodeModule } = await loadWriter()
      return { code: code + (await bindCodeModule(id, context)), map: null }
    },
  }
  return [
    plugin,
    end,
    ...(typeof resolved.ownTools === 'object' ? [wrapOwnFunctions(resolved.ownTools)] : []),
  ]
}

export type { TracewrightOptions } from '../run/options.ts'
