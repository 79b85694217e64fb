/** What the plugin adds to a Vitest start: a project of one empty test and no suite, with the plugin and without. */
import { median, medianRatio } from '../support/cpu.mjs'
import { config, emptyTests, mustPass, project } from '../support/project.mjs'

/** @returns Rows of the table */
export async function measure({ rounds: wanted = 7 } = {}) {
  const made = (name, plugin) =>
    project(name, { 'one.test.ts': emptyTests(1), 'vitest.config.ts': config({ plugin }) })
  const [withPlugin, plain] = [made('start', {}), made('start-plain', undefined)]
  const rounds = []
  for (let i = 0; i < wanted; i++)
    rounds.push({ ours: (await mustPass(withPlugin)).cpu, anchor: (await mustPass(plain)).cpu })
  const of = (key) => `${median(rounds.map((round) => round[key])).toFixed(2)} s`
  return {
    rows: [
      {
        work: 'start of Vitest with the plugin and no suite, beside plain',
        ours: of('ours'),
        anchor: of('anchor'),
        ratio: medianRatio(rounds, 'ours', 'anchor'),
        goal: 1.1,
      },
    ],
  }
}
