import type { Mode } from '../schema/run-basics.ts'
import type { JsonObject } from '../shared/json.ts'
import { type OptionsFor, resolveOptions, selectOptions } from './options.ts'

export interface GateSettings {
  file: string
  /** Globs of the project's suites, as its baseline names them. */
  suite: string
  /** Whether the agent does the same every time: it is compared seed by seed. */
  deterministic: boolean
  /** How often all tasks may be attempted once more where they look worse together. */
  suiteReruns: number
}

/** What the plugin tells every worker of a run. */
export interface RuntimeSettings extends OptionsFor<'workers'> {
  runId: string
  mode: Mode
  /** How the run is compared with its baseline, in mode `regression`. */
  gate?: GateSettings
  /** Options that an attempt depends on: attempts made with others are not taken over. */
  options: JsonObject
  /** Commit of the working copy; left out without a repository. */
  commit?: string
  /** Whether the run goes on with the attempts of one that was interrupted. */
  resumed: boolean
  /** Whether it does so although they were made with other options, by another agent or at another commit. */
  forced: boolean
  /** Absolute folder of the run's files. */
  outputDir: string
  /** Folder that suite names are relative to. */
  root: string
  /** Set if Vitest fails tests that assert nothing. */
  requiresAssertions?: true
}

export function createDefaultSettings(root: string): RuntimeSettings {
  const options = resolveOptions({})
  return {
    ...selectOptions(options, 'workers'),
    runId: 'none',
    mode: 'score',
    options: {},
    resumed: false,
    forced: false,
    outputDir: options.outputDir,
    root,
  }
}
