import type { z } from 'zod'
import type { Asker, ModelAnswer, ModelQuestion } from '../../models/ask.ts'
import { openJsonl, readJsonl } from '../../shared/jsonl-file.ts'
import { normalise } from '../dedupe/dedupe.ts'
import { runItems, type StageContext, type StageReport } from './run-items.ts'

/** A stage that asks one question for each of its items and writes one line for each answer. */
export interface PipelineStage<Line, Item, Reply, Out> {
  readonly name: string
  /** A line of the file that is read, and the items in it. */
  readonly inSchema: z.ZodType<Line>
  readonly itemsOf: (line: Line) => Item[]
  /** Words that tell items apart, here and in the lines that are written. */
  readonly pathOf: (item: Item) => readonly string[]
  readonly question: (item: Item) => ModelQuestion<Reply>
  readonly outSchema: z.ZodType<Out>
  readonly lineOf: (item: Item, reply: Reply) => Out
  readonly pathOfLine: (line: Out) => readonly string[]
}

export interface StageFiles {
  readonly in: string
  readonly out: string
}

/** One text for a path of words; spelling in capitals or signs makes no other item. */
export const recordKey = (path: readonly string[]): string => path.map(normalise).join(' / ')

/** Items, each where it comes first. */
export function distinct<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  const first = new Map<string, Item>()
  for (const item of items) if (!first.has(key(item))) first.set(key(item), item)
  return [...first.values()]
}

/**
 * Runs a stage from file to file. Each answer is on disk before the next question of its turn, so a run that
 * was killed goes on where it stopped; once all are there, the lines are put in the order of the items.
 */
export async function runStage<Line, Item, Reply, Out>(
  stage: PipelineStage<Line, Item, Reply, Out>,
  files: StageFiles,
  ask: Asker,
  context: StageContext,
): Promise<StageReport> {
  const itemKey = (item: Item): string => recordKey(stage.pathOf(item))
  const items = distinct(readJsonl(files.in, stage.inSchema).flatMap(stage.itemsOf), itemKey)
  const file = openJsonl(files.out, stage.outSchema)
  const lineKey = (line: Out): string => recordKey(stage.pathOfLine(line))
  const done = new Set(file.lines.map(lineKey))
  const report = await runItems<Item, Out>(
    {
      stage: stage.name,
      items,
      nameOf: (item) => stage.pathOf(item).join(' / '),
      isDone: (item) => done.has(itemKey(item)),
      question: stage.question,
      async work(item): Promise<ModelAnswer<Out>> {
        const answer = await ask(stage.question(item))
        return answer.ok ? { ...answer, value: stage.lineOf(item, answer.value) } : answer
      },
      save: (_, line) => file.append(line),
    },
    context,
  )
  const place = new Map(items.map((item, i) => [itemKey(item), i]))
  const at = (line: Out): number => place.get(lineKey(line)) ?? items.length
  if (report.done === report.items) file.rewrite(file.lines.toSorted((a, b) => at(a) - at(b)))
  return report
}
