import { z } from 'zod'
import type { Asker, ModelQuestion } from '../../models/ask.ts'
import { openJsonl, readJsonl } from '../../shared/jsonl-file.ts'
import { normalise } from '../dedupe/dedupe.ts'
import { runItems, type StageContext, type StageReport } from './run-items.ts'
import type { COUNTS } from './stage-names.ts'
import { buildDesignPrompt, describeWords } from './while-asking.ts'

export const text = z.string().trim().min(1)
const namedSchema = z.strictObject({ name: text, description: text })
type ListEntry = string | z.infer<typeof namedSchema>

export type ListName = keyof typeof COUNTS

interface ListStage {
  /** The words that an item is told apart by: each but the last is a word of the stage before. */
  readonly keys: readonly string[]
  /** The stage before, whose entries are the items of this one; none where items are only written by hand. */
  readonly from?: ListName
  readonly entry: z.ZodType<ListEntry>
  readonly request: (count: number) => readonly string[]
}

/** What is asked for, stage by stage. */
const LIST_STAGES: Readonly<Record<ListName, ListStage>> = {
  fields: {
    keys: ['theme'],
    entry: namedSchema,
    request: (count) => [
      `Name ${count} fields of work within this theme in which people use software every day.`,
      'No field may be a part of another one. Prefer fields with records that are looked up, changed and passed on.',
      'Give each a name of one to four words, and one sentence that says what work it covers.',
    ],
  },
  subdomains: {
    keys: ['field'],
    from: 'fields',
    entry: namedSchema,
    request: (count) => [
      `Divide the field into ${count} subdomains.`,
      'A subdomain is the work of one team with its own records and its own steps; two of them share little.',
      'Cover what different parties of the field do: who asks, who decides, who carries it out, who checks.',
      'Leave out what no software could help with.',
      'Give each a name of one to five words, and one sentence about its records and steps.',
    ],
  },
  tasks: {
    keys: ['field', 'subdomain'],
    from: 'subdomains',
    entry: text,
    request: (count) => [
      `Name ${count} tasks that somebody there gets done with several tools, one after another or side by side.`,
      'A task has a result that can be checked. What one step finds out is what a later step works with.',
      'Any two tasks are to need mostly different tools. Write each as one phrase, without numbers or names of people.',
    ],
  },
}

/** An item of a stage by its words, with what it covers. */
type StageItem = Readonly<Record<string, string | undefined>>
/** The words of an item, and under the name of the stage its entries. */
type ListLine = Readonly<Record<string, string | ListEntry[]>>

export interface StageFiles {
  readonly in: string
  readonly out: string
}

/** One text for a path of words; spelling in capitals or signs makes no other item. */
export const recordKey = (path: readonly string[]): string => path.map(normalise).join(' / ')

export function keepDistinct<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  const first = new Map<string, Item>()
  for (const item of items) if (!first.has(key(item))) first.set(key(item), item)
  return [...first.values()]
}

/** Lines in the order of the items that they are of; other lines come last. */
export function sortInOrder<Line>(
  all: readonly Line[],
  order: readonly string[],
  key: (line: Line) => string,
) {
  const places = new Map(order.map((one, i) => [one, i]))
  const findPlace = (line: Line): number => places.get(key(line)) ?? order.length
  return all.toSorted((a, b) => findPlace(a) - findPlace(b))
}

const declareWords = ({ keys }: ListStage) => Object.fromEntries(keys.map((key) => [key, text]))

/** `{theme, fields: [{name, description}]}`, `{field, subdomains: [...]}` or `{field, subdomain, tasks: [...]}`. */
function declareLineSchema(name: ListName): z.ZodType<ListLine> {
  const entries = z.array(LIST_STAGES[name].entry).min(1)
  const shape: Record<string, z.ZodType<string | ListEntry[]>> = {
    ...declareWords(LIST_STAGES[name]),
    [name]: entries,
  }
  return z.strictObject(shape)
}

/** The words of an item that tell it apart. */
const readPath = ({ keys }: ListStage, one: StageItem | ListLine): Record<string, string> =>
  Object.fromEntries(keys.map((key) => [key, String(one[key])]))

/** The items of a file: lines of the stage before, or items that are written by hand. */
function readItems(file: string, stage: ListStage): StageItem[] {
  const { keys, from } = stage
  if (from === undefined) return readJsonl(file, z.strictObject(declareWords(stage)))
  const byHand: z.ZodType<StageItem> = z.strictObject({
    ...declareWords(stage),
    description: text.optional(),
  })
  const before = declareLineSchema(from).transform((line): StageItem[] => {
    const entries = line[from]
    return (Array.isArray(entries) ? entries : []).map((entry) => {
      const { name, description }: StageItem = typeof entry === 'string' ? { name: entry } : entry
      return {
        ...readPath({ ...stage, keys: keys.slice(0, -1) }, line),
        [keys.at(-1) ?? '']: name,
        description,
      }
    })
  })
  return readJsonl(file, z.union([before, byHand])).flat()
}

function listQuestion(
  name: ListName,
  count: number,
  item: StageItem,
): ModelQuestion<Record<string, ListEntry[]>> {
  const stage = LIST_STAGES[name]
  const { entry, request } = stage
  return {
    name,
    ...buildDesignPrompt(
      ...describeWords(readPath(stage, item)),
      item.description && `It covers: ${item.description}`,
      ...request(count),
    ),
    schema: z.strictObject({ [name]: z.array(entry).min(1) }),
  }
}

/** Asks for a list for each item of a file, and writes one line each: as many distinct entries as were asked for, or fewer. */
export async function runListStage(
  name: ListName,
  count: number,
  files: StageFiles,
  ask: Asker,
  context: StageContext,
): Promise<StageReport> {
  const stage = LIST_STAGES[name]
  const listWords = (one: StageItem | ListLine): string[] => Object.values(readPath(stage, one))
  const buildKey = (one: StageItem | ListLine): string => recordKey(listWords(one))
  const items = keepDistinct(readItems(files.in, stage), buildKey)
  const file = openJsonl(files.out, declareLineSchema(name))
  const done = new Set(file.lines.map(buildKey))
  const report = await runItems<StageItem, Record<string, ListEntry[]>>(
    {
      stage: name,
      items,
      nameOf: (item) => listWords(item).join(' / '),
      isDone: (item) => done.has(buildKey(item)),
      work: (item) => ask(listQuestion(name, count, item)),
      save(item, { [name]: entries = [] }) {
        const unlike = keepDistinct(entries, (one) => normalise(typeof one === 'string' ? one : one.name))
        file.append({ ...readPath(stage, item), [name]: unlike.slice(0, count) })
      },
    },
    context,
  )
  if (report.done === report.items) file.rewrite(sortInOrder(file.lines, items.map(buildKey), buildKey))
  return report
}
