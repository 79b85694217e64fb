import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { createFailedGate, gateCases } from '../baseline/gate-of-run.ts'
import { parseBaseline } from '../baseline/store.ts'
import type { Gate } from '../schema/gate.ts'
import type { Case } from '../schema/run.ts'
import { DEFAULT_RUN, RUN_FILE } from '../schema/run-basics.ts'
import { describeThrown } from '../shared/errors.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import type { GateSettings, RuntimeSettings } from './settings.ts'

/** Projects that have a baseline, by name. */
export type Gates = ReadonlyMap<string, GateSettings>

/**
 * The verdict on each project that has a baseline.
 *
 * @param shardOf Given where shards are merged: which one a case was run in, from 1
 */
export const runGates = (
  gates: Gates,
  cases: readonly Case[],
  { root, outputDir }: RuntimeSettings,
  shardOf?: (item: Case) => number | undefined,
): Gate[] =>
  [...gates].map(([project, settings]) => {
    const projectCases = cases.filter((item) => (item.project ?? '') === project)
    const agent = projectCases.find((item) => item.agent !== undefined)?.agent ?? ''
    const run_file = relative(root, resolve(root, outputDir, RUN_FILE))
    const place = {
      agent,
      baseline: relative(root, settings.file),
      ...(project !== '' && { project }),
      ...(run_file !== DEFAULT_RUN && { run_file }),
    }
    try {
      const { file, suite, ...how } = settings
      if (projectCases.length === 0)
        throw new Error(
          `Failed to gate the run: no case of ${project === '' ? 'the suite' : `project "${project}"`} ran. Correct the option \`include\`, or delete ${place.baseline}.`,
        )
      if (!existsSync(file))
        throw new Error(`Failed to gate the run: the baseline ${place.baseline} is missing. Restore it.`)
      const baseline = parseBaseline(readFileSync(file, 'utf8'), place.baseline, { suite, agent })
      const gated = { cases: projectCases, complete: true, ...dropUndefinedFields({ shardOf }) }
      return gateCases(gated, baseline, place, { ...how, sharded: shardOf !== undefined })
    } catch (error) {
      return createFailedGate(place, [describeThrown(error)])
    }
  })
