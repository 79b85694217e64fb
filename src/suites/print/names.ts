import { type From, listSources } from '../../schema/binding.ts'
import type { Step } from '../../schema/task.ts'
import { groupBy } from '../../shared/group.ts'
import { isIdName } from '../../shared/id-name.ts'
import { isObject, type Json, type JsonObject } from '../../shared/json.ts'
import { isPlural, plural, singular } from '../../shared/singular.ts'
import { readSegments } from './layout.ts'
import type { OldStep } from './old-task.ts'
import { readFields, readKeys } from './rows.ts'
import { camelCase, joinWords, type PrintedTools, splitToolName, splitWords } from './words.ts'

/** Names that a printed function cannot use: reserved words, and what it may import. */
export const RESERVED: ReadonlySet<string> = new Set(
  `abstract any arguments async await boolean break case catch class const continue crypto debugger default delete do
else enum error eval exactly export extends false finally for function if implements import in instanceof interface JSON
let Math new nothing null Number Object oneOf optional package private protected public Refused return static String super
switch task text this throw true try turn typeof undefined unordered var void while with yield`.split(/\s/),
)

/** A value of more words is prose, which names nothing. */
const MAX_LABEL_WORDS = 6
const MAX_LABEL_LENGTH = 24
const MAX_KEY_WORDS = 3
const isNumber = (word: string): boolean => /^\d{1,6}$/.test(word)

const DAY = /^\d{4}-\d{2}(?:-\d{2})?$/
const MONTHS = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })

/** The name of a day or a month: `may3`, `may`. */
const nameDay = (day: string): string =>
  MONTHS.format(Date.parse(day)).toLowerCase() + (Number(day.slice('2027-01-'.length)) || '')

/** The key of the first item of a list. */
export const FIRST = '0'

/** How a printed function calls the result of a step. */
export interface ResultName {
  name: string
  /** Field that is taken out at once: `const { hash } = ...`, `const { results: products } = ...`, `const [boat] = ...`. */
  field?: string
}

/** Steps whose results are in one list, and a name for its items. */
export interface ResultRun {
  ids: readonly string[]
  list: string
  item: string
}

/** Name for an item of a list by the name of the list. */
export const nameItemOf = (list: string): string => (isPlural(list) ? singular(list) : 'item')

/** Names the results of steps that something uses. */
export class ResultNames {
  readonly names = new Map<string, ResultName>()
  private readonly tools: PrintedTools
  private readonly taken: Set<string>
  private readonly avoided: ReadonlySet<string>
  private readonly isList: (step: Step) => boolean
  private readonly fields: ReadonlyMap<string, ReadonlySet<string>>
  /** Words that tell steps from others of their tool. */
  readonly labels = new Map<string, string>()
  readonly runs: ResultRun[] = []

  /**
   * @param values The answer, and other values that read results
   * @param taken Names that are in use; gets those that are given
   * @param runs Steps whose results are in one list
   * @param avoided Names that variables within loops and choices will have
   * @param isList Whether the result of a step is known to be a list
   */
  constructor(
    steps: readonly Step[],
    values: readonly Json[],
    tools: PrintedTools,
    taken: Set<string>,
    runs: readonly (readonly Step[])[],
    avoided: ReadonlySet<string> = new Set(),
    isList: (step: Step) => boolean = () => false,
  ) {
    this.isList = isList
    this.tools = tools
    this.taken = taken
    this.avoided = avoided
    this.fields = readFields([...steps, ...values])
    const keys = readKeys([...steps.map((step) => step.arguments as Json), ...values])
    const used = steps.filter((step) => this.fields.has(step.step_id) && !runs.flat().includes(step))
    // What alone has its noun comes first: its name tells apart calls that read it.
    const groups = [...groupBy(used, ({ tool_name }) => tool_name).values()]
    for (const [step, ...others] of groups) if (others.length === 0) this.nameOne(step as Step)
    for (const run of runs) this.nameRun(run)
    for (const same of groups) if (same.length > 1) this.nameSeveral(same, keys)
  }

  private nameRun(run: readonly Step[]): void {
    const [{ tool_name: tool }] = run as [Step]
    const noun = this.readNoun(tool)
    const isRead = this.tools.get(tool)?.effect === 'read'
    const other = isRead ? [splitToolName(tool, this.tools).verb] : [...noun, 'result']
    const list = this.findFree(...[noun, other].map((words) => plural(joinWords(words))))
    for (const [i, { step_id }] of run.entries()) this.names.set(step_id, { name: `${list}[${i}]` })
    this.runs.push({ ids: run.map(({ step_id }) => step_id), list, item: nameItemOf(list) })
  }

  /** The list that holds the results of steps, in their order. */
  findRun(ids: readonly string[]): ResultRun | undefined {
    return this.runs.find((run) => run.ids.join() === ids.join())
  }

  /** The noun of a tool, as the words of a name. */
  readNoun(tool: string): string[] {
    const { verb, noun } = splitToolName(tool, this.tools)
    return noun.length === 0 ? [verb] : noun
  }

  /** The verb of a tool; undefined for one that only reads. */
  readWriteVerb(tool: string): string | undefined {
    return this.tools.get(tool)?.effect === 'read' ? undefined : splitToolName(tool, this.tools).verb
  }

  isFree(name: string): boolean {
    return this.isUnused(name) && !this.avoided.has(name)
  }

  /** Whether nothing has a name so far, though items of lists may get it. */
  isUnused(name: string): boolean {
    return !this.taken.has(name) && !RESERVED.has(name)
  }

  /** Name for a value that is sent under a key. */
  nameInput(key: string): string {
    return this.isFree(key) ? key : joinWords(['input', ...splitWords(key)])
  }

  private setName(step: Step, name: string, field?: string): void {
    this.taken.add(name)
    this.names.set(step.step_id, { name, ...(field === undefined ? {} : { field }) })
  }

  /** The only field of a result that something uses. */
  private readOnlyField(step: OldStep): string | undefined {
    // The result of a repeated step goes by its noun.
    if (step.each !== undefined) return undefined
    const { step_id } = step
    const [field = '', ...others] = this.fields.get(step_id) ?? []
    return others.length === 0 && /^[a-z_][A-Za-z\d_]*$/.test(field) ? field : undefined
  }

  /** Whether only the first item of a result that is a list is used: `const [boat] = await find_boats()`. */
  private isFirstOnly(step: Step): boolean {
    return this.isList(step) && [...(this.fields.get(step.step_id) ?? [])].join() === FIRST
  }

  /** Whether a field is all that the noun of its tool means: `hash` of a hash, the list `results` of products. */
  private isWhole({ tool_name: tool }: Step, field: string | undefined): field is string {
    const name = joinWords(this.readNoun(tool))
    const { properties } = this.tools.get(tool)?.outputSchema ?? {}
    const { type } = (properties as Record<string, JsonObject> | undefined)?.[field ?? ''] ?? {}
    return field !== undefined && (camelCase(field) === name || (type === 'array' && isPlural(name)))
  }

  /** Name for a field of a result whose label tells it from others of its tool. */
  nameField({ $from, at }: From): string {
    const word = this.labels.get($from) ?? ''
    const words = [...splitWords(word), ...splitWords(readSegments(at).at(-1) ?? '')]
    return word === '' ? '' : joinWords(words.filter((one, i) => one !== words[i - 1]))
  }

  /** By its only used field if that has several words or the noun is in use, else by its noun or as the result of its verb. */
  private nameOne(step: Step): void {
    const { verb, noun } = splitToolName(step.tool_name, this.tools)
    const name = joinWords(noun)
    const one = singular(name)
    if (noun.length > 0 && this.isFirstOnly(step) && this.isFree(one)) {
      this.setName(step, one, FIRST)
      return
    }
    const field = this.readOnlyField(step)
    const fields = [...(this.fields.get(step.step_id) ?? [])]
    // `numbers.numbers` of a result with other fields reads badly.
    const isField = field === undefined && isPlural(name) && fields.map(camelCase).includes(name)
    // An `order_id` says that the verb of `order_menus` is its noun as well.
    const { properties = {} } = this.tools.get(step.tool_name)?.outputSchema ?? {}
    const known = [...fields, ...Object.keys(properties as JsonObject)]
    const isVerbNoun = known.some((key) => isIdName(key) && splitWords(key)[0] === verb) && this.isFree(verb)
    const isRead = this.readWriteVerb(step.tool_name) === undefined
    const isNoun = noun.length > 0 && (isField || isRead || RESERVED.has(name))
    const isUsable = noun.length > 0 && this.isFree(name) && !isField
    // A field of several results, such as "id", does not say which one it is of.
    const isOwn = [...this.fields.values()].filter((fields) => fields.has(field ?? '')).length === 1
    const isOwnField = field !== undefined && isOwn && this.isFree(field)
    if (isUsable && this.isWhole(step, field))
      this.setName(step, camelCase(field) === name && this.isFree(field) ? field : name, field)
    else if (isOwnField && (!isUsable || isTellingField(field))) this.setName(step, field, field)
    else {
      const options = (isNoun ? [noun, [verb]] : [[verb], noun]).map((words) =>
        joinWords([...words, 'result']),
      )
      const short = isUsable && (isRead || !isVerbNoun) ? name : isVerbNoun ? verb : undefined
      this.setName(step, short ?? this.findFree(...options))
    }
  }

  /** By what tells them apart: an argument, else the key that they fill, else a word of a long text, else a number. */
  private nameSeveral(same: readonly Step[], keys: ReadonlyMap<string, string[]>): void {
    const [{ tool_name: tool, arguments: args }] = same as [Step]
    const isPaged = this.isPaged(same)
    const noun = isPaged ? ['page'] : this.readNoun(tool)
    const sent = Object.keys(args)
    const byArgument = sent.map((key) => same.map((step) => this.readLabel(step, same, key, false)))
    const filled = same.map(({ step_id }) => readOnlyKey(keys.get(step_id)))
    // Two arguments tell apart what each of them leaves alike: `atlas` in `oct`.
    const byTwo = byArgument.flatMap((words, i) =>
      byArgument.slice(i + 1).map((others) =>
        words.map((word, at) => {
          const other = others[at]
          return word === undefined || other === undefined ? undefined : joinWords([word, other])
        }),
      ),
    )
    const base = joinWords(noun).toLowerCase()
    const labels = [
      ...byArgument,
      filled,
      ...sent.map((key) =>
        same.map((step) => {
          const number = [String(step.arguments[key])].find(isNumber)
          const isOwn = isIdName(key) || base.endsWith(camelCase(key).toLowerCase())
          return number === undefined || isOwn ? number : camelCase(key) + number
        }),
      ),
      ...byTwo,
      ...sent.map((key) => same.map((step) => this.readLabel(step, same, key, true))),
    ]
    const numbers = same.map((_, i) => String(i + 1))
    const nameAll = (words: readonly (string | undefined)[]): ResultName[] =>
      same.map((step, i) => {
        const field = isPaged ? undefined : this.readOnlyField(step)
        // Of keys, `first` says too little alone, and of arguments, `order17` is the whole order.
        const isKey = words[i] === filled[i] && (words === filled) === hasNoun(filled[i], noun)
        return isKey && field !== undefined
          ? { name: filled[i] as string, field }
          : nameBy(words[i], noun, field, this.isWhole(step, field))
      })
    const chosen = [...(isPaged ? [] : labels), numbers].find((words) => {
      const names = new Set(nameAll(words).map(({ name }) => name))
      const areTold = words.filter((word) => word === undefined).length <= 1
      return areTold && names.size === same.length && [...names].every((name) => this.isFree(name))
    })
    const names = nameAll(chosen ?? [])
    for (const [i, step] of same.entries()) {
      const word = chosen?.[i]
      const { name, field } = names[i] as ResultName
      if (word !== undefined && !isNumber(word)) this.labels.set(step.step_id, word)
      this.setName(step, chosen ? name : this.findFree(name), field)
    }
  }

  /** Whether each call goes on where an earlier one of its tool ended, such as by a cursor next to a list. */
  private isPaged(same: readonly Step[]): boolean {
    const ids = same.map(({ step_id }) => step_id)
    const read = (this.tools.get(same[0]?.tool_name ?? '')?.outputSchema?.properties ?? {}) as JsonObject
    const hasList = Object.values(read).some((field) => isObject(field) && field.type === 'array')
    const goesOn = (step: Step): boolean =>
      listSources(step.arguments).some(({ $from, at }) => ids.includes($from) && !/\/\d+/.test(at))
    return hasList && same.slice(1).every(goesOn)
  }

  /** The first name that is free, with a number if none is. */
  findFree(...wanted: readonly string[]): string {
    const [base = 'value'] = wanted.map((one) => (RESERVED.has(one) ? `${one}Value` : one))
    const numbered = Array.from({ length: this.taken.size + 1 }, (_, i) => `${base}${i + 2}`)
    const name = [base, ...wanted, ...numbered].find((one) => this.isUnused(one)) as string
    this.taken.add(name)
    return name
  }

  /** What an argument says: its source, a text of one or two words, else the longest word that no other step has. */
  private readLabel(step: Step, same: readonly Step[], key: string, isProse: boolean): string | undefined {
    const values = same.map((other) => (other.arguments[key] ?? null) as Json)
    const value = (step.arguments[key] ?? null) as Json
    const [source] = listSources(value)
    if (source !== undefined) return this.labels.get(source.$from) ?? this.names.get(source.$from)?.name
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
    if (DAY.test(text)) return nameDay(text)
    const all = splitWords(text)
    const others = new Set(values.flatMap((other) => (other === value ? [] : splitWords(String(other)))))
    const [longest] = all
      .filter((word) => /^[a-z][a-z\d]{2,}$/.test(word) && !others.has(word))
      .sort((a, b) => b.length - a.length)
    const isWhole = all.length <= 2 && /^[a-z][a-z\d]*$/.test(all.join('')) && !/[/.@:]/.test(text)
    const word = isWhole ? joinWords(all) : longest
    const isName = isWhole || !/\s/.test(text) || (isProse && all.length <= MAX_LABEL_WORDS)
    return isName && word !== undefined && word.length <= MAX_LABEL_LENGTH ? word : undefined
  }
}

/** Whether a field needs no noun. */
const isTellingField = (field: string | undefined): field is string =>
  field !== undefined && (isPlural(field) || splitWords(field).length > 1)

/** Whether a label begins or ends with the noun of its tool. */
function hasNoun(label: string | undefined, noun: readonly string[]): boolean {
  const [name = '', base] = [label?.toLowerCase(), joinWords(noun).toLowerCase()]
  return name.startsWith(base) || name.endsWith(base)
}

/** A label with the noun of its tool; without a label, as one result is named. */
function nameBy(
  label: string | undefined,
  noun: readonly string[],
  field: string | undefined,
  isWhole: boolean,
): ResultName {
  if (label === undefined && !isWhole && isTellingField(field)) return { name: field, field }
  const name =
    label === undefined
      ? joinWords(noun)
      : isNumber(label)
        ? joinWords(noun) + label
        : hasNoun(label, noun)
          ? label
          : joinWords([label, ...noun])
  return { name, ...(isWhole && { field: field as string }) }
}

/** The one key that a step fills, as a name; undefined for one of many words. */
export function readOnlyKey([key = '', ...others]: readonly string[] = []): string | undefined {
  const words = splitWords(key)
  const isName =
    others.length === 0 && words.length <= MAX_KEY_WORDS && /^[a-z][a-z\d]*$/.test(words.join(''))
  return isName ? joinWords(words) : undefined
}

/**
 * Name for an item of a list: of the list in the singular.
 *
 * @param result Name of the result that the list is in; empty without one
 * @param noun Noun of the tool that gave it
 */
export function nameListItem(at: string, result: string, noun: string, taken: string | undefined): string {
  const segments = readSegments(at)
  const key = camelCase(segments.at(-1) ?? '')
  // A list within an item, such as the halls of a cinema, is not what the result is called.
  const isInner = segments.some((segment) => /^\d+$/.test(segment))
  const words = key === 'items' ? [result, noun, key] : isInner ? [key, result, noun] : [result, key, noun]
  const name = words.find((word) => singular(word) !== word)
  return name === undefined || singular(name) === taken || singular(name) === result ? 'item' : singular(name)
}
