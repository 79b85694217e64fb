/**
 * 1,000 of the example's tasks done by the oracle with `wire: 'direct'`, beside the same calls as cases of vitest-evals,
 * whose tools are the same simulators called as functions and whose ToolCallJudge holds them to the expected names and
 * arguments. Whole runs of Vitest.
 */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { anchors } from '../support/anchors.mjs'
import { computeMedian, computeMedianRatio } from '../support/cpu.mjs'
import {
  formatSuite,
  importCore,
  importSource,
  mustPass,
  project,
  varyTasks,
  writeConfig,
} from '../support/project.mjs'

const CASES = 1_000

const writeEvals = (cases) => `import { executeTool, World } from 'tracewright'
import { registry } from 'tracewright/tools'
import { createHarness, describeEval, ToolCallJudge } from 'vitest-evals'
const harness = createHarness({
  name: 'oracle',
  run: async ({ input }) => {
    const world = new World(input.seed)
    const events = [{ type: 'message', role: 'user', content: input.prompt }]
    for (const [i, { name, arguments: args }] of input.calls.entries()) {
      const { output } = executeTool(registry.get(name), args, world)
      const id = 'call_' + i
      events.push({ type: 'tool_call', id, name, arguments: args })
      events.push({ type: 'tool_result', toolCallId: id, name, content: output })
    }
    events.push({ type: 'message', role: 'assistant', content: 'Done.' })
    return { events, output: 'Done.', usage: {} }
  },
})
const cases = ${JSON.stringify(cases)}
describeEval('evals', { harness, judges: [ToolCallJudge({ params: 'strict' })], judgeThreshold: 0 }, (it) => {
  for (const one of cases) it(one.id, async ({ run }) => {
    await run(one, { metadata: { expectedTools: one.calls } })
  })
})
`

/** @returns Rows of the table */
export async function measure({ rounds: wanted = 9 } = {}) {
  const { registry } = await importCore()
  const { openWorlds } = await importSource('src/tasks/task-worlds.ts')
  const tasks = varyTasks(CASES)
  const calls = tasks.map((task) =>
    openWorlds(task, registry)
      .reference(task.world.seed)
      .calls.map(({ tool_name, arguments: args }) => ({
        name: tool_name,
        arguments: args,
      })),
  )
  const cases = tasks.map(({ task_id: id, prompt, world }, i) => ({
    id,
    prompt,
    seed: world.seed,
    calls: calls[i],
  }))
  const ours = project('direct', {
    'agent.ts': "export { oracle as default } from 'tracewright/calibration'\n",
    'many.suite.jsonl': formatSuite(tasks),
    'vitest.config.ts': writeConfig({ plugin: { agent: './agent.ts', wire: 'direct' } }),
  })
  const peer = project('direct-evals', {
    'many.test.ts': writeEvals(cases),
    'vitest.config.ts': writeConfig({}),
  })
  for (const name of ['vitest-evals', '@vitest-evals'])
    symlinkSync(join(anchors, 'node_modules', name), join(peer, 'node_modules', name))
  const rounds = []
  for (let i = 0; i < wanted; i++)
    rounds.push({ ours: (await mustPass(ours)).cpu, anchor: (await mustPass(peer)).cpu })
  const formatMedianSeconds = (key) => `${computeMedian(rounds.map((round) => round[key])).toFixed(1)} s`
  return {
    rows: [
      {
        work: `${CASES} cases, wire: 'direct', beside vitest-evals`,
        ours: formatMedianSeconds('ours'),
        anchor: formatMedianSeconds('anchor'),
        ratio: computeMedianRatio(rounds, 'ours', 'anchor'),
        goal: 1.5,
      },
    ],
  }
}
