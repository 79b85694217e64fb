import type { Command } from 'commander'
import type { TasksReport } from '../../../synthetic/tasks/make-tasks.ts'
import { interruptible } from '../../interruptible.ts'
import { loadModel, withLangChain } from '../../load-model.ts'
import { printJson, printText } from '../../output.ts'
import { atLeast } from '../../whole-number.ts'
import { showFailed, stageProgress, warnOfRest } from './stage-output.ts'

interface Options {
  tools: string
  plans: string
  out: string
  model: string
  cache?: string
  valid: number
  invalid: number
  attempts: number
  concurrency: number
  maxCalls?: number
  maxTokens?: number
  json?: boolean
}

const counted = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([key, count]) => `${key} ${count}`)
    .join(', ') || 'none'

function show(report: TasksReport): void {
  const { sets, calls, replayed, retries } = report
  showFailed(report)
  for (const set of sets) {
    printText(`${set.name}: ${set.files === null ? 'no suite' : Object.values(set.files).join(', ')}`)
    printText(`  valid: ${counted(set.valid)}; invalid: ${counted(set.invalid)}; ${counted(set.levels)}`)
    printText(
      `  ${set.drafts} drafts; sent back: ${counted(set.sent_back)}; dropped: ${counted(set.dropped)}`,
    )
    for (const plan of set.empty) printText(`  without tasks: ${plan}`)
  }
  printText(`${calls} calls, ${replayed} answers from the file; ${retries} retries`)
}

async function run(options: Options): Promise<void> {
  const { cache, maxCalls, maxTokens, json, model, ...rest } = options
  const { makeTasks } = await withLangChain(
    'the generator of tasks',
    () => import('../../../synthetic/tasks/make-tasks.ts'),
  )
  const chatModel = await loadModel(model)
  const report = await interruptible((signal) =>
    makeTasks({
      ...rest,
      model: chatModel,
      onProgress: stageProgress('tasks'),
      signal,
      ...(cache === undefined ? {} : { cache }),
      ...(maxCalls === undefined ? {} : { maxCalls }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
    }),
  )
  if (json) {
    const { inputTokens: input_tokens, outputTokens: output_tokens, ...all } = report
    printJson({ ...all, input_tokens, output_tokens })
  } else show(report)
  warnOfRest(report, 'No suite is written yet. ')
  const isEmpty = report.sets.some(({ files, empty }) => files === null || empty.length > 0)
  if (isEmpty || report.done < report.items) process.exitCode = 1
}

/** `tracewright synth tasks` */
export const addTasks = (synth: Command): Command =>
  synth
    .command('tasks')
    .description(
      'have a chat model make state and tasks for generated tools; every task is proved by execution, the suite audited',
    )
    .requiredOption(
      '--tools <file>',
      'JSON Lines of tools, as `synth generate tools` or `synth dedupe` writes them',
    )
    .requiredOption('--plans <file>', 'tool sets and plans, as `synth generate tools` writes them')
    .requiredOption('--out <path>', 'folder for toolkits, suites and tasks, or the beginning of their names')
    .requiredOption('--model <module>', 'module whose default export is a LangChain chat model')
    .option('--cache <file>', 'keeps the answers of the model (default: beside --out, NAME.answers.jsonl)')
    .option('--valid <number>', 'tasks that can be done, for each plan', atLeast(1), 2)
    .option('--invalid <number>', 'tasks that cannot be done, for each plan', atLeast(0), 2)
    .option('--attempts <number>', 'how often to ask until an answer is usable', atLeast(1), 3)
    .option('--concurrency <number>', 'requests to the model at once', atLeast(1), 4)
    .option('--max-calls <number>', 'calls of the model in this run; 0 only replays', atLeast(0))
    .option('--max-tokens <number>', 'begin no call after so many tokens in this run', atLeast(1))
    .option('--json', 'print one JSON document')
    .action(run)
