import type { Task } from '../../schema/task.ts'
import { groupBy } from '../../shared/group.ts'
import type { Erratum } from './errata.ts'

/** What a data set card says of a released suite. */
export interface Release {
  readonly title: string
  /** SPDX identifier, such as `CC-BY-4.0`. */
  readonly licence: string
  /** How to cite it, as plain text or BibTeX; undefined for none. */
  readonly citation: string | undefined
  readonly suite: string
  /** SHA-256 of the suite file. */
  readonly sha256: string
  readonly tasks: readonly Task[]
  readonly errata: readonly Erratum[]
}

/** Tasks by a field, in the order of its values. */
const countBy = (tasks: readonly Task[], read: (task: Task) => string): [string, number][] =>
  [...groupBy(tasks, read)].map(([key, { length }]): [string, number] => [key, length]).sort()

export const countTasks = (tasks: readonly Task[]) => ({
  tasks: tasks.length,
  levels: Object.fromEntries(countBy(tasks, ({ level }) => level)),
  categories: Object.fromEntries(countBy(tasks, ({ category }) => category || 'none')),
  tools: new Set(tasks.flatMap(({ available_tools }) => available_tools)).size,
  steps: tasks.reduce((sum, { expected_trace: { steps } }) => sum + steps.length, 0),
})

/** Upper bounds of the size classes of the Hugging Face hub. */
const SIZES = [
  [1_000, 'n<1K'],
  [10_000, '1K<n<10K'],
  [100_000, '10K<n<100K'],
] as const

const formatTable = (title: string, counts: Readonly<Record<string, number>>): string =>
  [
    `| ${title} | tasks |`,
    '| --- | ---: |',
    ...Object.entries(counts).map((row) => `| ${row.join(' | ')} |`),
  ].join('\n')

/** A data set card: front matter as the Hugging Face hub reads it, counts, licence, how to cite and run it, errata. */
export function writeCard({ title, licence, citation, suite, sha256, tasks, errata }: Release): string {
  const counts = countTasks(tasks)
  const [, size = '100K<n<1M'] = SIZES.find(([bound]) => counts.tasks < bound) ?? []
  const stem = suite.replace(/\.suite\.jsonl$/, '')
  const front = [
    `license: ${licence.toLowerCase()}`,
    `pretty_name: ${JSON.stringify(title)}`,
    `size_categories:\n- ${size}`,
    'task_categories:\n- text-generation',
    'tags:\n- tool-use\n- function-calling\n- agents\n- benchmark',
    `configs:\n- config_name: default\n  data_files:\n  - split: test\n    path: ${stem}.parquet`,
  ]
  const lines = errata.map(
    ({ task_id, why, task }) => `- \`${task_id}\` (${task === null ? 'withdrawn' : 'repaired'}): ${why}`,
  )
  const sections = [
    `# ${title}`,
    `${counts.tasks} tasks over ${counts.tools} tools, with ${counts.steps} expected calls. One task is one line of \`${suite}\`; the CSV and Parquet files hold the same tasks, with nested fields as JSON text.`,
    `SHA-256 of \`${suite}\`: \`${sha256}\``,
    formatTable('level', counts.levels),
    formatTable('category', counts.categories),
    `## Run\n\n\`\`\`sh\nnpm install --save-dev tracewright vitest msw\nnpx tracewright init\n\`\`\`\n\nPut \`${suite}\` into the folder of suites. Each line becomes a Vitest case.`,
    `## Licence\n\n${licence}`,
    ...(citation === undefined ? [] : [`## Citation\n\n\`\`\`\n${citation.trim()}\n\`\`\``]),
    `## Errata\n\n${lines.length === 0 ? 'None.' : `${lines.join('\n')}\n\n\`npx tracewright score ${suite} TRACES --errata errata.jsonl\` grades stored traces again.`}`,
  ]
  return `---\n${front.join('\n')}\n---\n\n${sections.join('\n\n')}\n`
}
