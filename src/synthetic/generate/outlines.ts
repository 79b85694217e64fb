import type { Asker, ModelAnswer } from '../../models/ask.ts'
import type { JsonlFile } from '../../shared/jsonl-file.ts'
import { normalise } from '../dedupe/dedupe-tool.ts'
import { type Outline, outlineOf, outlineQuestion, type TaskItem } from './outline.ts'
import { runItems, type StageContext, type StageReport } from './run-items.ts'
import { recordKey } from './stage-file.ts'

export const outlineTaskKey = ({ field, subdomain, task }: TaskItem): string =>
  recordKey([field, subdomain, task])

/**
 * First of each field, then second of each, and so on: fields go side by side, the tasks of one in their
 * order.
 */
function interleave(items: readonly TaskItem[]): TaskItem[] {
  const ranks = new Map<string, number>()
  return items
    .map((item) => {
      const field = normalise(item.field)
      const rank = ranks.get(field) ?? 0
      ranks.set(field, rank + 1)
      return { item, rank }
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/**
 * Asks for the tool sets of tasks. A task of a field waits for the one before, for it is told which tools
 * the field has by then; so the questions do not depend on which answer came first, and a resumed run asks
 * the same ones.
 */
export function runOutlines(
  items: readonly TaskItem[],
  file: JsonlFile<Outline>,
  ask: Asker,
  context: StageContext,
): Promise<StageReport> {
  const done = new Set(file.lines.map(outlineTaskKey))
  const before = new Map<string, Promise<unknown>>()
  const namesOf = (field: string): string[] =>
    file.lines
      .filter((line) => normalise(line.field) === normalise(field))
      .flatMap(({ tools }) => tools.map(({ name }) => name))
  const askOne = async (item: TaskItem): Promise<ModelAnswer<Outline>> => {
    const known = namesOf(item.field)
    const answer = await ask(outlineQuestion(item, known))
    if (!answer.ok) return answer
    // Written before the next task of the field reads which tools there are.
    const outline = outlineOf(item, answer.value, known)
    file.append(outline)
    return { ...answer, value: outline }
  }
  return runItems<TaskItem, Outline>(
    {
      stage: 'outlines',
      items: interleave(items),
      nameOf: ({ field, subdomain, task }) => [field, subdomain, task].join(' / '),
      isDone: (item) => done.has(outlineTaskKey(item)),
      work(item) {
        const field = normalise(item.field)
        const answered = (before.get(field) ?? Promise.resolve()).then(() => askOne(item))
        before.set(
          field,
          answered.catch(() => undefined),
        )
        return answered
      },
      save: () => undefined,
    },
    context,
  )
}
