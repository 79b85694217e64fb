/** What the plugin adds to a Vitest start: a project of one empty test and no suite, with the plugin and without. */
import { computeMedian, computeMedianRatio } from '../support/cpu.mjs'
import { emptyTests, mustPass, project, writeConfig } from '../support/project.mjs'

/** @returns Rows of the table */
export async function measure({ rounds: wanted = 9 } = {}) {
  const createProject = (name, plugin) =>
    project(name, { 'one.test.ts': emptyTests(1), 'vitest.config.ts': writeConfig({ plugin }) })
  const [withPlugin, plain] = [createProject('start', {}), createProject('start-plain', undefined)]
  const rounds = []
  for (let i = 0; i < wanted; i++)
    rounds.push({ ours: (await mustPass(withPlugin)).cpu, anchor: (await mustPass(plain)).cpu })
  const formatMedianSeconds = (key) => `${computeMedian(rounds.map((round) => round[key])).toFixed(2)} s`
  return {
    rows: [
      {
        work: 'start of Vitest with the plugin and no suite, beside plain',
        ours: formatMedianSeconds('ours'),
        anchor: formatMedianSeconds('anchor'),
        ratio: computeMedianRatio(rounds, 'ours', 'anchor'),
        goal: 1.1,
        guard: 'plugin',
      },
    ],
  }
}
