import type { Command } from 'commander'
import type { TasksReport } from '../../../synthetic/tasks/make-tasks.ts'
import { addModelOptions, loadWithLangChain, type ModelOptions } from '../../model-options.ts'
import { createMinimumParser } from '../../options.ts'
import { printText } from '../../output.ts'
import { runStage } from './stage-output.ts'

interface Options extends ModelOptions {
  tools: string
  plans: string
  out: string
  count: number
}

const formatCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([key, count]) => `${key} ${count}`)
    .join(', ') || 'none'

function show({ sets }: TasksReport): void {
  for (const set of sets) {
    printText(`${set.name}: ${set.files === null ? 'no suite' : Object.values(set.files).join(', ')}`)
    printText(
      `  valid: ${formatCounts(set.valid)}; invalid: ${formatCounts(set.invalid)}; dropped: ${formatCounts(set.dropped)}`,
    )
    for (const plan of set.empty) printText(`  without tasks: ${plan}`)
  }
}

async function run(options: Options): Promise<void> {
  const { tools, plans, out, count } = options
  const { makeTasks } = await loadWithLangChain(
    'the generator of tasks',
    () => import('../../../synthetic/tasks/make-tasks.ts'),
  )
  const report = await runStage(
    options,
    (asking) => makeTasks({ ...asking, tools, plans, out, valid: count, invalid: count }),
    { json: (one) => one, text: show, without: 'No suite is written yet. ' },
  )
  if (report.sets.some(({ files, empty }) => files === null || empty.length > 0)) process.exitCode = 1
}

export const addTasks = (synth: Command): Command =>
  addModelOptions(
    synth
      .command('tasks')
      .description(
        'have a chat model write state and tasks for generated tools; every task is executed, the suite audited',
      )
      .requiredOption(
        '--tools <file>',
        'JSON Lines of tools, as `synth generate tools` or `synth dedupe` writes them',
      )
      .requiredOption('--plans <file>', 'tool sets and plans, as `synth generate tools` writes them')
      .requiredOption('--out <prefix>', 'prefix of the names of toolkits, suites and tasks')
      .option(
        '--count <number>',
        'solvable tasks for each plan, and as many unsolvable ones',
        createMinimumParser(1),
        2,
      ),
    'that writes them and judges their prompts',
    true,
  ).action(run)
