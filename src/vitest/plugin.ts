import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import type { TestProject, Vitest } from 'vitest/node'
import {
  type GateSettings,
  PROJECT_KEY,
  type RuntimeSettings,
  SETTINGS_KEY,
} from '../../fixtures/settings.ts'
import { unfinishedRun } from '../run/journal/journal.ts'
import { SETTLING_RUNS } from '../scoring/settle.ts'
import { messageOf, TracewrightError } from '../shared/errors.ts'
import { parseSuite } from '../suites/load.ts'
import { SuiteError } from '../suites/suite-error.ts'
import { Collector } from './collector.ts'
import type { Gates } from './gates.ts'
import { isMswShim, mswShimCode, mswShimId, wantsMsw } from './msw-shim.ts'
import { type ResolvedOptions, resolveOptions, type TracewrightOptions } from './options.ts'
import { Printer } from './printer.ts'
import { shardByTask } from './sequencer.ts'
import {
  resolveSimulators,
  simulatorFilesOf,
  simulatorsCode,
  simulatorsId,
  wantsSimulators,
} from './simulators-module.ts'
import { fileOf, isSuiteId, sliceOf, takeSlice } from './suite-id.ts'
import { suiteModule } from './suite-module.ts'

/** Absolute path of a built module beside this one. */
const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

const SETUP = './setup.js'
/** `--import` takes a URL on every system. */
const GUARD = new URL('./guard.js', import.meta.url).href
const RUNTIME = './run-case.js'
const SERVE = './serve.js'
const NETWORK = './network.js'

/** Time that judging may take beyond the agent's own, in milliseconds. */
const GRACE = 15_000

/** Attempts that one case may make: those that are asked for, six where the ledger has one, and one more at a flip. */
const mostAttempts = (repeats: number): number => Math.max(repeats, 6) + 1

const RUN = Symbol.for('tracewright.run')
const RESUMED = Symbol.for('tracewright.resumed')
const GATES = Symbol.for('tracewright.gates')
type WithRun = Vitest['config'] & { [RUN]?: string; [RESUMED]?: string | undefined; [GATES]?: Gates }

/** Adds values that are not there yet; arrays of a project's config may be shared between projects. */
function push(array: string[] | undefined, ...values: string[]): string[] {
  const list = array ?? []
  return [...list, ...values.filter((value) => !list.includes(value))]
}

/** The ledger of a project. */
function ledgerFile(root: string, ledger: string, project: string): string {
  const file = resolve(root, ledger)
  const name = project.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')
  return name === '' ? file : file.replace(/\.ledger\.json$/, `.${name}.ledger.json`)
}

/** How a project is gated: where it has a ledger, unless another mode is asked for. */
function gateOf(root: string, options: ResolvedOptions, project: string): GateSettings | undefined {
  const file = ledgerFile(root, options.ledger, project)
  if (options.mode !== undefined && options.mode !== 'regression') return undefined
  if (!existsSync(file)) {
    if (options.mode === undefined) return undefined
    throw new TracewrightError(
      `Failed to start in mode "regression": there is no ledger at ${file}. Run in mode "score" and write one with \`tracewright ledger update\`.`,
    )
  }
  return { file, deterministic: options.deterministic }
}

/** The run that was killed last and is to be taken up, if that is asked for by TRACEWRIGHT_RESUME. */
function resumedRun(outputDir: string): string | undefined {
  const asked = process.env.TRACEWRIGHT_RESUME
  if (asked === undefined || asked === '' || asked === '0') return undefined
  return unfinishedRun(outputDir)
}

/** One run id and one pair of reporters for all projects of a Vitest process. */
function install(vitest: Vitest, options: ResolvedOptions, project: string): RuntimeSettings {
  const config = vitest.config as WithRun
  const outputDir = resolve(config.root, options.outputDir)
  const first = config[RUN] === undefined
  if (first) config[RESUMED] = resumedRun(outputDir)
  config[RUN] ??= config[RESUMED] ?? `${Date.now().toString(36)}${randomBytes(3).toString('hex')}`
  const gate = gateOf(config.root, options, project)
  const settings: RuntimeSettings = {
    runId: config[RUN],
    mode: options.mode ?? (gate === undefined ? 'score' : 'regression'),
    suites: options.include.join(' '),
    repeats: options.repeats,
    probes: options.probes,
    ...(gate === undefined ? {} : { gate }),
    resumed: config[RESUMED] !== undefined,
    network: options.network,
    allow: options.allow,
    timeout: options.timeout,
    settle: options.settle,
    snapshots: options.snapshots,
    outputDir,
    root: config.root,
  }
  if (first) {
    config[GATES] = new Map()
    const collector = new Collector(settings, config[GATES])
    config.reporters.unshift(collector as never)
    config.reporters.push(new Printer(collector) as never)
    config.sequence.sequencer = shardByTask(config.sequence.sequencer)
    // Vitest rejects more shards than files before a sequencer could split a file.
    if (config.shard) config.passWithNoTests = true
  }
  if (gate !== undefined) config[GATES]?.set(project, gate)
  return settings
}

/** Absolute paths of the files of the option `simulators`. */
function simulatorFiles(root: string, { simulators }: ResolvedOptions): string[] {
  return simulators.map((name) => {
    const file = resolve(root, name)
    if (existsSync(file)) return file
    throw new TracewrightError(
      `Failed to load simulators: there is no file ${file}. Correct the option \`simulators\`.`,
    )
  })
}

function configureProject(project: TestProject, settings: RuntimeSettings, options: ResolvedOptions): void {
  const config = project.config
  config.include = push(config.include, ...options.include)
  const own = simulatorFiles(config.root, options)
  const setup = [beside(SETUP), ...(own.length > 0 ? [simulatorsId(own)] : [])]
  config.setupFiles = [...setup, ...push(config.setupFiles).filter((file) => !setup.includes(file))]
  if (!config.execArgv.includes(GUARD)) config.execArgv = [...config.execArgv, '--import', GUARD]
  project.provide(SETTINGS_KEY, settings)
  project.provide(PROJECT_KEY, project.name)
}

/**
 * The Vitest plugin. Every `*.suite.jsonl` becomes a test module with one case a line, run against `agent` and
 * judged; tools are simulated, and nothing leaves the machine while a case runs.
 *
 * @example
 * import { defineConfig } from 'vitest/config'
 * import { tracewright } from 'tracewright/plugin'
 *
 * export default defineConfig({ plugins: [tracewright({ agent: './src/agent.ts' })] })
 */
export function tracewright(options: TracewrightOptions = {}): Plugin {
  const resolved = resolveOptions(options)
  let root = process.cwd()
  let vitestRoot = root
  return {
    name: 'tracewright',
    enforce: 'pre',
    configResolved(config) {
      root = config.root
    },
    configureVitest(context) {
      const { vitest, project } = context
      // Vitest 5 keeps transforms on disk by content alone; ours depend on the options as well.
      const defineKey =
        (context as { defineCacheKeyGenerator?: typeof context.experimental_defineCacheKeyGenerator })
          .defineCacheKeyGenerator ?? context.experimental_defineCacheKeyGenerator
      defineKey(({ id }: { id: string }) => (isSuiteId(id) || isMswShim(id) ? false : undefined))
      const settings = install(vitest, resolved, project.name)
      vitestRoot = settings.root
      configureProject(project, settings, resolved)
    },
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        if (wantsSimulators(source)) return resolveSimulators(source)
        return wantsMsw(source, importer) && !importer?.startsWith(beside('./')) ? mswShimId : undefined
      },
    },
    load(id) {
      const files = simulatorFilesOf(id)
      if (files !== undefined) {
        for (const file of files) this.addWatchFile(file)
        return simulatorsCode(files, beside(SERVE))
      }
      return isMswShim(id) ? mswShimCode(beside(NETWORK)) : undefined
    },
    transform(text, id) {
      if (!isSuiteId(id)) return undefined
      const file = fileOf(id)
      if (resolved.agent === undefined) {
        return this.error(
          `Failed to run ${file}: no agent is set. Add agent: './path/to/agent.ts' to tracewright() in the Vitest config.`,
        )
      }
      const agent = resolve(this.environment?.config.root ?? root, resolved.agent)
      if (!existsSync(agent)) {
        return this.error(
          `Failed to run ${file}: there is no agent module at ${agent}. Correct the option \`agent\`.`,
        )
      }
      try {
        const lines = takeSlice(parseSuite(text, file), file, vitestRoot, sliceOf(id))
        const { concurrent, timeout, settle, repeats } = resolved
        return suiteModule({
          file,
          module: id,
          text,
          lines,
          agent,
          runtime: beside(RUNTIME),
          concurrent,
          timeout: timeout * mostAttempts(repeats) * (settle ? 1 + SETTLING_RUNS : 1) + GRACE,
        })
      } catch (error) {
        const line = error instanceof SuiteError ? (error.at?.line ?? 1) : 1
        return this.error({ message: messageOf(error), loc: { file, line, column: 0 } })
      }
    },
  }
}

export type { TracewrightOptions } from './options.ts'
