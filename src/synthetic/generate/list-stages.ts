import { z } from 'zod'
import type { Asker, ModelAnswer, ModelQuestion } from '../../models/ask.ts'
import { openJsonl, readJsonl } from '../../shared/jsonl-file.ts'
import { normalise } from '../dedupe/dedupe.ts'
import { runItems, type StageContext, type StageReport } from './run-items.ts'
import { lines, PART, type Prompt } from './while-asking.ts'

const text = z.string().trim().min(1)
const namedSchema = z.strictObject({ name: text, description: text })

interface ListStage<Line, Item, Entry, Out> {
  readonly name: string
  /** How many entries of different names are wanted; the report names what is short or repeated after all. */
  readonly count: number
  readonly inSchema: z.ZodType<Line>
  readonly itemsOf: (line: Line) => Item[]
  /** Words that tell items apart, here and in the lines that are written. */
  readonly pathOf: (item: Item | Out) => readonly string[]
  readonly prompt: (item: Item) => Prompt
  readonly entrySchema: z.ZodType<Entry>
  readonly nameOf: (entry: Entry) => string
  readonly outSchema: z.ZodType<Out>
  readonly lineOf: (item: Item, entries: Entry[]) => Out
}

export interface StageFiles {
  readonly in: string
  readonly out: string
}

/** One text for a path of words; spelling in capitals or signs makes no other item. */
export const recordKey = (path: readonly string[]): string => path.map(normalise).join(' / ')

export function distinct<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  const first = new Map<string, Item>()
  for (const item of items) if (!first.has(key(item))) first.set(key(item), item)
  return [...first.values()]
}

function listQuestion<Line, Item, Entry, Out>(
  { name, count, prompt, entrySchema, nameOf }: ListStage<Line, Item, Entry, Out>,
  item: Item,
): ModelQuestion<Record<string, Entry[]>> {
  const unlike = (entries: Entry[]): Entry[] => distinct(entries, (entry) => normalise(nameOf(entry)))
  return {
    ...{ name, ...prompt(item), schema: z.strictObject({ [name]: z.array(entrySchema).min(1) }) },
    check({ [name]: entries = [] }) {
      const found = unlike(entries).length
      return [
        ...(found < entries.length ? [`some ${name} are there twice`] : []),
        ...(found === count ? [] : [`${count} ${name} are wanted, not ${found}`]),
      ]
    },
    salvage({ [name]: entries = [] }) {
      const kept = unlike(entries).slice(0, count)
      const notes = kept.length < count ? [`${kept.length} of ${count} ${name}`] : []
      return { value: { [name]: kept }, notes }
    },
  }
}

export async function runListStage<Line, Item, Entry, Out>(
  stage: ListStage<Line, Item, Entry, Out>,
  files: StageFiles,
  ask: Asker,
  context: StageContext,
): Promise<StageReport> {
  const keyOf = (one: Item | Out): string => recordKey(stage.pathOf(one))
  const items = distinct(readJsonl(files.in, stage.inSchema).flatMap(stage.itemsOf), keyOf)
  const file = openJsonl(files.out, stage.outSchema)
  const done = new Set(file.lines.map(keyOf))
  const report = await runItems<Item, Out>(
    {
      stage: stage.name,
      items,
      nameOf: (item) => stage.pathOf(item).join(' / '),
      isDone: (item) => done.has(keyOf(item)),
      question: (item) => listQuestion(stage, item),
      async work(item): Promise<ModelAnswer<Out>> {
        const answer = await ask(listQuestion(stage, item))
        return answer.ok ? { ...answer, value: stage.lineOf(item, answer.value[stage.name] ?? []) } : answer
      },
      save: (_, line) => file.append(line),
    },
    context,
  )
  const place = new Map(items.map((item, i) => [keyOf(item), i]))
  const at = (line: Out): number => place.get(keyOf(line)) ?? items.length
  if (report.done === report.items) file.rewrite(file.lines.toSorted((a, b) => at(a) - at(b)))
  return report
}

/** Infers the types of a stage. */
const listStage = <Line, Item, Entry, Out>(
  stage: ListStage<Line, Item, Entry, Out>,
): ListStage<Line, Item, Entry, Out> => stage

const themeSchema = z.strictObject({ theme: text })
const fieldsLineSchema = themeSchema.extend({ fields: z.array(namedSchema).min(1) })

/** Themes `{theme}` to fields `{theme, fields: [{name, description}]}`. */
export const fieldsStage = (count: number) =>
  listStage({
    ...{ name: 'fields', count, inSchema: themeSchema, outSchema: fieldsLineSchema },
    entrySchema: namedSchema,
    nameOf: ({ name }) => name,
    itemsOf: (line) => [line],
    pathOf: ({ theme }: z.infer<typeof themeSchema>) => [theme],
    prompt: ({ theme }) => fieldsPrompt(theme, count),
    lineOf: ({ theme }, fields) => ({ theme, fields }),
  })

const fieldSchema = z.strictObject({ field: text, description: text.optional() })
const subdomainsLineSchema = z.strictObject({ field: text, subdomains: z.array(namedSchema).min(1) })

/** Fields, as the stage before writes them or `{field}` by hand, to `{field, subdomains: [{name, description}]}`. */
export const subdomainsStage = (count: number) =>
  listStage({
    ...{ name: 'subdomains', count, outSchema: subdomainsLineSchema },
    inSchema: z.union([fieldsLineSchema, fieldSchema]),
    entrySchema: namedSchema,
    nameOf: ({ name }) => name,
    itemsOf: (line): z.infer<typeof fieldSchema>[] =>
      'fields' in line ? line.fields.map(({ name, description }) => ({ field: name, description })) : [line],
    pathOf: ({ field }: { field: string }) => [field],
    prompt: ({ field, description }) => subdomainsPrompt(field, description, count),
    lineOf: ({ field }, subdomains) => ({ field, subdomains }),
  })

const subdomainSchema = z.strictObject({ field: text, subdomain: text, description: text.optional() })
export const tasksLineSchema = z.strictObject({ field: text, subdomain: text, tasks: z.array(text).min(1) })

/** Subdomains, as the stage before writes them or `{field, subdomain}` by hand, to `{field, subdomain, tasks}`. */
export const tasksStage = (count: number) =>
  listStage({
    ...{ name: 'tasks', count, outSchema: tasksLineSchema },
    inSchema: z.union([subdomainsLineSchema, subdomainSchema]),
    entrySchema: text,
    nameOf: (task) => task,
    itemsOf: (line): z.infer<typeof subdomainSchema>[] =>
      'subdomains' in line
        ? line.subdomains.map(({ name, description }) => ({
            field: line.field,
            subdomain: name,
            description,
          }))
        : [line],
    pathOf: ({ field, subdomain }: { field: string; subdomain: string }) => [field, subdomain],
    prompt: (item) => tasksPrompt(item, count),
    lineOf: ({ field, subdomain }, tasks) => ({ field, subdomain, tasks }),
  })

const fieldsPrompt = (theme: string, count: number): Prompt => ({
  system: PART,
  prompt: lines(
    `Theme: ${theme}`,
    `Name ${count} fields of work within this theme in which people use software every day.`,
    'No field may be a part of another one. Prefer fields with records that are looked up, changed and passed on.',
    'Give each a name of one to four words, and one sentence that says what work it covers.',
  ),
})

const subdomainsPrompt = (field: string, description: string | undefined, count: number): Prompt => ({
  system: PART,
  prompt: lines(
    `Field: ${field}`,
    description && `It covers: ${description}`,
    `Divide the field into ${count} subdomains.`,
    'A subdomain is the work of one team with its own records and its own steps; two of them share little.',
    'Cover what different parties of the field do: who asks, who decides, who carries it out, who checks.',
    'Leave out what no software could help with.',
    'Give each a name of one to five words, and one sentence about its records and steps.',
  ),
})

const tasksPrompt = (
  { field, subdomain, description }: z.infer<typeof subdomainSchema>,
  count: number,
): Prompt => ({
  system: PART,
  prompt: lines(
    `Field: ${field}`,
    `Subdomain: ${subdomain}`,
    description && `It covers: ${description}`,
    `Name ${count} tasks that somebody there gets done with several tools, one after another or side by side.`,
    'A task has a result that can be checked. What one step finds out is what a later step works with.',
    'Any two tasks are to need mostly different tools. Write each as one phrase, without numbers or names of people.',
  ),
})
