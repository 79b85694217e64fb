import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { oracle } from '../../../src/suites/calibration/oracle.ts'
import { toolsOf } from '../../../src/suites/generate/catalogue.ts'
import { toolkitSchema } from '../../../src/tools/imported/toolkit.ts'
import { importToolkit } from '../../support/imported.ts'
import { perform } from '../../support/in-world.ts'
import { generateTasks } from '../../support/suites.ts'

/** Where `npm run test:full` puts it: scripts/fetch-github.mjs. */
const DOCUMENT = '.work/github/api.github.com.json'

test.skipIf(!existsSync(DOCUMENT))(
  `the document of GitHub (${DOCUMENT}, fetched by node scripts/fetch-github.mjs) is imported whole, and tasks can be drawn over it`,
  async () => {
    const toolkit = await importToolkit(DOCUMENT, 'github')
    expect(toolkitSchema().parse(toolkit)).toEqual(toolkit)
    expect(toolkit.tools.length).toBeGreaterThan(1000)
    expect(toolkit.tools.filter(({ route }) => route === undefined).length).toBeLessThan(5)
    const tools = toolsOf(toolkit)
    const tasks = generateTasks(1, { L0_node: 4, L1_chain: 3, L2_parallel: 2, L3_dag: 2 }, { tools })
    expect(tasks).toHaveLength(11)
    for (const task of tasks) {
      const score = scoreTrace(task, await perform(oracle, task, tools.registry), tools.registry)
      expect(score, score.reason).toMatchObject({ solved: true })
    }
  },
)
