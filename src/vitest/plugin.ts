import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import type { TestProject, Vitest } from 'vitest/node'
import { type RuntimeSettings, SETTINGS_KEY } from '../../fixtures/settings.ts'
import { SETTLING_RUNS } from '../scoring/settle.ts'
import { messageOf } from '../shared/errors.ts'
import { parseSuite, SuiteError } from '../suites/load.ts'
import { isMswShim, mswShimCode, mswShimId, wantsMsw } from './msw-shim.ts'
import { type ResolvedOptions, resolveOptions, type TracewrightOptions } from './options.ts'
import { Collector, Printer } from './reporter.ts'
import { shardByTask } from './sequencer.ts'
import { fileOf, isSuiteId, sliceOf, takeSlice } from './suite-id.ts'
import { suiteModule } from './suite-module.ts'

/** Absolute path of a built module beside this one. */
const beside = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

const SETUP = './setup.js'
/** `--import` takes a URL on every system. */
const GUARD = new URL('./guard.js', import.meta.url).href
const RUNTIME = './run-case.js'
const NETWORK = './network.js'

/** Time that judging may take beyond the agent's own, in milliseconds. */
const GRACE = 15_000

const RUN = Symbol.for('tracewright.run')
type WithRun = Vitest['config'] & { [RUN]?: string }

/** Adds values that are not there yet; arrays of a project's config may be shared between projects. */
function push(array: string[] | undefined, ...values: string[]): string[] {
  const list = array ?? []
  return [...list, ...values.filter((value) => !list.includes(value))]
}

/** One run id and one pair of reporters for all projects of a Vitest process. */
function install(vitest: Vitest, options: ResolvedOptions): RuntimeSettings {
  const config = vitest.config as WithRun
  const outputDir = resolve(config.root, options.outputDir)
  const first = config[RUN] === undefined
  config[RUN] ??= `${Date.now().toString(36)}${randomBytes(3).toString('hex')}`
  const settings: RuntimeSettings = {
    runId: config[RUN],
    mode: options.mode,
    network: options.network,
    allow: options.allow,
    timeout: options.timeout,
    settle: options.settle,
    snapshots: options.snapshots,
    outputDir,
    root: config.root,
  }
  if (first) {
    const collector = new Collector(settings)
    config.reporters.unshift(collector as never)
    config.reporters.push(new Printer(collector) as never)
    config.sequence.sequencer = shardByTask(config.sequence.sequencer)
    // Vitest rejects more shards than files before a sequencer could split a file.
    if (config.shard) config.passWithNoTests = true
  }
  return settings
}

function configureProject(project: TestProject, settings: RuntimeSettings, options: ResolvedOptions): void {
  const config = project.config
  config.include = push(config.include, ...options.include)
  config.setupFiles = [beside(SETUP), ...push(config.setupFiles).filter((file) => file !== beside(SETUP))]
  if (!config.execArgv.includes(GUARD)) config.execArgv = [...config.execArgv, '--import', GUARD]
  project.provide(SETTINGS_KEY, settings)
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
      const settings = install(vitest, resolved)
      vitestRoot = settings.root
      configureProject(project, settings, resolved)
    },
    resolveId: {
      order: 'pre',
      handler(source, importer) {
        return wantsMsw(source, importer) && !importer?.startsWith(beside('./')) ? mswShimId : undefined
      },
    },
    load(id) {
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
        const { concurrent, timeout, settle } = resolved
        return suiteModule({
          file,
          text,
          lines,
          agent,
          runtime: beside(RUNTIME),
          concurrent,
          timeout: timeout * (settle ? 1 + SETTLING_RUNS : 1) + GRACE,
        })
      } catch (error) {
        const line = error instanceof SuiteError ? (error.at?.line ?? 1) : 1
        return this.error({ message: messageOf(error), loc: { file, line, column: 0 } })
      }
    },
  }
}

export type { TracewrightOptions } from './options.ts'
