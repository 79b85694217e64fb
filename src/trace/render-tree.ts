import { append } from '@hyperjump/json-pointer'
import type { Tool } from '../schema/tool.ts'
import { type Call, hasSucceeded, precedes, type Trace } from '../schema/trace.ts'
import { computeSha256 } from '../shared/digest.ts'
import { groupBy } from '../shared/group.ts'
import { isObject, type Json, stringifyStably } from '../shared/json.ts'

/** A value, or a part of a text, that repeats what an earlier call gave. */
export interface Reference {
  /** JSON Pointer into the arguments of the call that passed it on; empty for the final answer. */
  at: string
  /** Part of the text there; left out where the whole value was passed on. */
  span?: readonly [start: number, end: number]
  source: string
  /** JSON Pointer into the result of the source. */
  pointer: string
}

export type References = ReadonlyMap<string | null, readonly Reference[]>

export interface TreeOptions {
  /** What each call passed on, by its id; the final answer's under null. Without it every value is written out. */
  references?: References
  /** Input schemas: they order the arguments, and arguments equal to a default are left out. */
  tools?: ReadonlyMap<string, Pick<Tool, 'inputSchema'>>
  /** What the agent was asked: ids and times that stand there are written out. */
  prompt?: string
  /** Whether the final answer is a part of the tree; default false, since models word it anew each time. */
  answer?: boolean
}

const WIDTH = 100
/** Tells what is cut from another text of the same length. */
const computeShortDigest = (text: string): string => `#${computeSha256(text).slice(0, 6)}`

const MAX_TEXT_LENGTH = 60
const SHOWN_TEXT = 40
const MAX_ARRAY_LENGTH = 8
const SHOWN_ITEMS = 3
/** Words that make the rest of a text wording, which a model may choose anew. */
const PROSE = 3

/** What is different in every run and means nothing to a reader. */
const OPAQUE: readonly [pattern: RegExp, name: string][] = [
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g, '<time>'],
  [/(?<![\p{L}\p{N}])[0-9a-f]{32,}(?![\p{L}\p{N}])/giu, '<hash>'],
  [/(?<=\p{L}[_-])(?!20\d{6}\b)(?=[A-Za-z]*\d)[0-9A-Za-z]{8,}(?![\p{L}\p{N}])/gu, '<id>'],
  [/(?<![\p{L}\p{N}])(?=\p{L}*\d)(?=\d*\p{L})[0-9A-Za-z]{16,}(?![\p{L}\p{N}])/gu, '<id>'],
  [/(?<![\p{L}\p{N}.-])1\d{9}(?:\d{3})?(?![\p{L}\p{N}.])/gu, '<time>'],
]

/** A JSON Pointer as it is written after the name of a tool. */
const formatPath = (pointer: string): string =>
  pointer.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')

class TreeWriter {
  private readonly labels = new Map<string, string>()
  /** All calls: in time where one waited for another, else in the order of what is written of them. */
  private readonly placed: Call[]
  private readonly children: ReadonlyMap<Call | undefined, readonly Call[]>
  /** What takes a value from each call. */
  private readonly uses = new Map<string, { user: Call | undefined; at: string; pointer: string }[]>()
  private readonly trace: Trace
  private readonly options: TreeOptions

  constructor(trace: Trace, options: TreeOptions) {
    this.trace = trace
    this.options = options
    for (const [id, references] of options.references ?? []) {
      const user = trace.calls.find((call) => call.id === id)
      for (const { source, at, pointer } of references) {
        this.uses.set(source, [...(this.uses.get(source) ?? []), { user, at, pointer }])
      }
    }
    this.placed = this.place()
    this.children = this.nest()
  }

  write(): string {
    const lines = this.renderBranch(undefined, '')
    if (lines.length === 0) lines.push('(no call)')
    const { failure, final_answer: answer } = this.trace
    if (failure !== undefined) lines.push(`the agent failed: ${this.normalise(failure.split('\n')[0] ?? '')}`)
    if (this.options.answer === true) {
      lines.push(
        `answer: ${answer === null ? 'none' : this.formatValue(answer, '', this.listReferences(undefined))}`,
      )
    }
    return lines.join('\n')
  }

  private listReferences(call: Call | undefined): readonly Reference[] {
    return this.options.references?.get(call?.id ?? null) ?? []
  }

  private place(): Call[] {
    const { calls } = this.trace
    const counts = new Map<string, number>()
    const waiting = new Map(
      calls.map((call) => [call, calls.filter((other) => precedes(other, call)).length]),
    )
    const keys = new Map<Call, string>()
    const placed: Call[] = []
    while (waiting.size > 0) {
      const free = [...waiting.keys()].filter((call) => waiting.get(call) === 0)
      for (const call of free) if (!keys.has(call)) keys.set(call, this.buildKey(call))
      const next = free.reduce(
        (least, call) => ((keys.get(call) as string) < (keys.get(least) as string) ? call : least),
        (free[0] ?? waiting.keys().next().value) as Call,
      )
      waiting.delete(next)
      for (const [call, count] of waiting) if (precedes(next, call)) waiting.set(call, count - 1)
      placed.push(next)
      this.labels.set(next.id, this.chooseLabel(next, counts))
    }
    return placed
  }

  /** The tool's name; from its second successful call on with a number, so that one more call renames none. */
  private chooseLabel(call: Call, counts: Map<string, number>): string {
    if (!hasSucceeded(call)) return call.tool_name
    const count = (counts.get(call.tool_name) ?? 0) + 1
    counts.set(call.tool_name, count)
    return count === 1 ? call.tool_name : `${call.tool_name}#${count}`
  }

  /** What decides between parallel calls: what is written of a call, then what uses its result. */
  private buildKey(call: Call): string {
    const users = (this.uses.get(call.id) ?? []).map(({ user, at, pointer }) =>
      [at, pointer, ...this.listUsedBy(user)].join(' '),
    )
    return [call.tool_name, ...this.formatArguments(call), this.formatOutcome(call), ...users.sort()].join(
      '\u0000',
    )
  }

  /** A user of a result as it can be told from others before all calls have a label. */
  private listUsedBy(user: Call | undefined): string[] {
    return user === undefined ? [] : [user.tool_name, ...this.formatArguments(user)]
  }

  /** Indentation alone shows the tree: with lines drawn, one added call would change those of its neighbours. */
  private renderBranch(parent: Call | undefined, indent: string): string[] {
    return (this.children.get(parent) ?? []).flatMap((call) => [
      ...this.renderCall(call, indent),
      ...this.renderBranch(call, `${indent}  `),
    ])
  }

  /** Calls below the last one that they take a value from. */
  private nest(): Map<Call | undefined, Call[]> {
    const places = new Map(this.placed.map(({ id }, place) => [id, place]))
    const findPlace = (id: string): number => places.get(id) ?? -1
    return groupBy(this.placed, (call) => {
      const [parent] = this.listReferences(call)
        .map(({ source }) => source)
        .sort((a, b) => findPlace(b) - findPlace(a))
        .map((id) => this.placed.find((one) => one.id === id))
      return parent
    })
  }

  private renderCall(call: Call, indent: string): string[] {
    const args = this.formatArguments(call)
    const label = this.labels.get(call.id) as string
    const outcome = this.formatOutcome(call)
    const line = `${indent}${[label, ...args].join(' ')}${outcome}`
    if (line.length <= WIDTH || args.length < 2) return [line]
    return [`${indent}${label}${outcome}`, ...args.map((arg) => `${indent}    ${arg}`)]
  }

  private formatOutcome(call: Call): string {
    if (hasSucceeded(call)) return ''
    return call.status === 0 ? '  -> no answer' : `  -> ${call.status} ${call.error?.code ?? ''}`.trimEnd()
  }

  private formatArguments(call: Call): string[] {
    const schema = this.options.tools?.get(call.tool_name)?.inputSchema
    const properties = (schema?.properties ?? {}) as Record<string, { default?: Json }>
    const known = Object.keys(properties)
    const rank = (name: string): number => (known.includes(name) ? known.indexOf(name) : known.length)
    const references = this.listReferences(call)
    return Object.entries(call.arguments)
      .filter(([name, value]) => {
        const standard = Object.hasOwn(properties, name) ? properties[name]?.default : undefined
        return standard === undefined || stringifyStably(standard) !== stringifyStably(value)
      })
      .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${this.formatValue(value, append(name, ''), references)}`)
  }

  private link({ source, pointer }: Reference): string {
    return `<${this.labels.get(source)}${formatPath(pointer)}>`
  }

  private formatValue(value: Json, at: string, references: readonly Reference[]): string {
    const whole = references.find((reference) => reference.at === at && reference.span === undefined)
    if (whole !== undefined) return this.link(whole)
    if (typeof value === 'string') {
      const parts = references.filter((reference) => reference.at === at)
      return parts.length > 0 ? this.formatTextWith(value, parts) : this.formatText(value)
    }
    if (typeof value === 'number') return this.normalise(String(value))
    if (Array.isArray(value)) {
      const items = value.map((item, i) => this.formatValue(item, append(String(i), at), references))
      const isData = !references.some((reference) => reference.at.startsWith(`${at}/`))
      return items.length > MAX_ARRAY_LENGTH && isData
        ? `[${items.slice(0, SHOWN_ITEMS).join(', ')}, ... ${items.length} items, ${computeShortDigest(items.join(', '))}]`
        : `[${items.join(', ')}]`
    }
    if (!isObject(value)) return String(value)
    const fields = Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => `${key}: ${this.formatValue(item, append(key, at), references)}`)
    return `{${fields.join(', ')}}`
  }

  private formatText(text: string): string {
    const plain = this.normalise(text)
    const { length } = Array.from(plain)
    if (length <= MAX_TEXT_LENGTH) return JSON.stringify(plain)
    return `${JSON.stringify(`${Array.from(plain).slice(0, SHOWN_TEXT).join('')}...`)} (${length} characters, ${computeShortDigest(plain)})`
  }

  /** A text that carries earlier values: its wording stays where it is short, in prose dots stand for it. */
  private formatTextWith(text: string, parts: readonly Reference[]): string {
    const inOrder = parts
      .flatMap((reference) => (reference.span === undefined ? [] : [{ reference, span: reference.span }]))
      .sort((a, b) => a.span[0] - b.span[0])
    const gaps = [...inOrder, undefined].map((part, i) =>
      text.slice(inOrder[i - 1]?.span[1] ?? 0, part?.span[0] ?? text.length),
    )
    const isProse = (gaps.join(' ').match(/\p{L}{2,}/gu) ?? []).length >= PROSE
    const quoteGap = (gap: string, i: number): string => {
      if (!isProse) return JSON.stringify(this.normalise(gap)).slice(1, -1)
      const dots = /[\p{L}\p{N}]/u.test(gap)
      if (i === 0) return dots ? '... ' : ''
      if (i === inOrder.length) return dots ? ' ...' : ''
      return dots ? ' ... ' : ' '
    }
    const pieces = gaps.map((gap, i) => {
      const part = inOrder[i]
      return quoteGap(gap, i) + (part === undefined ? '' : this.link(part.reference))
    })
    return `"${pieces.join('')}"`
  }

  private normalise(text: string): string {
    return OPAQUE.reduce(
      (rest, [pattern, name]) =>
        rest.replace(pattern, (token) => (this.options.prompt?.includes(token) ? token : name)),
      text,
    )
  }
}

/**
 * The calls of a trace as a tree that a reviewer can read: under each call those that used its result, arguments
 * that repeat an earlier result as a reference to it. Ids and times that come from nowhere are given by kind, so
 * that only a change of plan changes the tree; how parallel calls were ordered, usage and durations never do.
 *
 * @example
 * get_weather city="Tokyo"
 *   unit_convert value=<get_weather.temperature_celsius> from_unit="celsius" to_unit="fahrenheit"
 *     send_email to="ana@example.com" subject="Weather" body="... <unit_convert.converted_value> ..."
 */
export const renderTraceTree = (trace: Trace, options: TreeOptions = {}): string =>
  new TreeWriter(trace, options).write()
