import { z } from 'zod'
import { normalise } from '../dedupe/dedupe.ts'
import { lines, PART, type Prompt } from './prompts/prompt.ts'
import { distinct, type PipelineStage } from './stage-file.ts'

const text = z.string().trim().min(1)
const namedSchema = z.strictObject({ name: text, description: text })

interface ListStage<Line, Item, Entry, Out> {
  readonly name: string
  /** How many entries are wanted, of different names; what is short or repeated after all is reported. */
  readonly count: number
  readonly inSchema: z.ZodType<Line>
  readonly itemsOf: (line: Line) => Item[]
  readonly pathOf: (item: Item | Out) => readonly string[]
  readonly prompt: (item: Item) => Prompt
  readonly entrySchema: z.ZodType<Entry>
  readonly nameOf: (entry: Entry) => string
  readonly outSchema: z.ZodType<Out>
  readonly lineOf: (item: Item, entries: Entry[]) => Out
}

/** A stage whose every answer is one list. */
function listStage<Line, Item, Entry, Out>({
  name,
  count,
  prompt,
  entrySchema,
  nameOf,
  pathOf,
  lineOf,
  ...stage
}: ListStage<Line, Item, Entry, Out>): PipelineStage<Line, Item, Record<string, Entry[]>, Out> {
  const schema = z.strictObject({ [name]: z.array(entrySchema).min(1) })
  return {
    ...{ name, pathOf, pathOfLine: pathOf, ...stage },
    question: (item) => ({
      ...{ name, ...prompt(item), schema },
      check({ [name]: entries = [] }) {
        const unlike = distinct(entries, (entry) => normalise(nameOf(entry))).length
        return [
          ...(unlike < entries.length ? [`some ${name} are there twice`] : []),
          ...(unlike === count ? [] : [`${count} ${name} are wanted, not ${unlike}`]),
        ]
      },
      salvage({ [name]: entries = [] }) {
        const unlike = distinct(entries, (entry) => normalise(nameOf(entry))).slice(0, count)
        const notes = unlike.length < count ? [`${unlike.length} of ${count} ${name}`] : []
        return { value: { [name]: unlike }, notes }
      },
    }),
    lineOf: (item, { [name]: entries = [] }) => lineOf(item, entries),
  }
}

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
