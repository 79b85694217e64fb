import type { AllowedHosts } from '../network/allowed-hosts.ts'
import type { CassetteMode } from '../network/cassettes/cassette.ts'
import type { Children } from '../network/refusal.ts'
import type { FaultRule } from '../schema/fault.ts'
import type { InjectionRule } from '../schema/injection.ts'
import type { Mode } from '../schema/run.ts'
import type { JsonObject } from '../shared/json.ts'
import type { Wire } from './attempt/agent-tools.ts'

export interface GateSettings {
  file: string
  /** Globs of the project's suites, as its ledger names them. */
  suite: string
  /** Whether the agent does the same every time: it is compared seed by seed. */
  deterministic: boolean
  /** How often all tasks may be attempted once more where they look worse together. */
  reruns: number
}

/** What the plugin tells every worker of a run. */
export interface RuntimeSettings {
  runId: string
  mode: Mode
  /** `closed`: hosts outside of `allow` are refused while a case runs, as far as docs/network.md says. */
  network: 'closed' | 'open'
  allow: AllowedHosts
  /** What becomes of processes and threads that a case starts. */
  children: Children
  /** What becomes of requests to models. */
  cassettes: CassetteMode | 'off'
  /** Names of fields and patterns of texts that are masked in what is written. */
  redact: readonly (string | RegExp)[]
  /** What goes wrong with calls on purpose, at tasks that do not say. */
  faults: readonly FaultRule[]
  /** Attacks that agents are shown, at tasks that do not say. */
  injections: readonly InjectionRule[]
  /** Whether ambiguous values are settled by runs in other worlds. */
  checkInOtherWorlds: boolean
  /** Whether the calls of each case are held to a snapshot. */
  snapshots: boolean
  /** Time for one attempt in milliseconds. */
  timeout: number
  /** How the agent's tools are called. */
  wire: Wire
  /** Attempts at each task. */
  repeats: number
  /** Number of composed tasks whose steps are run one at a time. */
  probes: number
  /** How the run is compared with its ledger, in mode `regression`. */
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
}

export const withoutPlugin = (root: string): RuntimeSettings => ({
  runId: 'none',
  mode: 'score',
  cassettes: 'off',
  redact: [],
  faults: [],
  injections: [],
  checkInOtherWorlds: false,
  repeats: 1,
  probes: 0,
  wire: 'http',
  options: {},
  resumed: false,
  forced: false,
  snapshots: false,
  network: 'closed',
  allow: [],
  children: 'guard',
  timeout: 60_000,
  outputDir: '.vitest/tracewright',
  root,
})
