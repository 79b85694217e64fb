import { readBindingKey } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import type { Json } from '../../shared/json.ts'
import { createPattern } from '../../shared/memoize.ts'
import { chooseFirstRight } from '../judge-value.ts'
import { type AnswerComparison, type AnswerPart, compare } from './compare.ts'
import { readJson } from './read-json.ts'
import { isHarmlessNote } from './values.ts'

const PLACEHOLDER_LINE = /ANSWER:\s*(?=[<{[])/g

/** What the prompt writes behind `ANSWER:`, to the end. */
function readAskedText(prompt: string): string | undefined {
  const last = [...prompt.matchAll(PLACEHOLDER_LINE)].at(-1)
  return last === undefined ? undefined : prompt.slice(last.index + last[0].length).trim()
}

/** Whether a value is one value: a scalar, or a binding that gives one. */
const isOneValue = (expected: Json): boolean => {
  const key = readBindingKey(expected)
  return key === undefined
    ? typeof expected !== 'object'
    : !['$text', '$template', '$unordered'].includes(key)
}

/**
 * Whether a task asks for an answer line: `ANSWER:` stands in its prompt before `<`, `{` or `[`, or anywhere where one
 * value is expected.
 */
export const asksForLine = ({
  prompt,
  expected_final_answer: expected = null,
}: Pick<Task, 'prompt' | 'expected_final_answer'>): boolean =>
  readAskedText(prompt) !== undefined || (prompt.includes('ANSWER:') && isOneValue(expected))

/**
 * The words that a prompt has in the place of each value of its answer line: of `ANSWER: <wind in km/h>` the text
 * "wind in km/h", of `ANSWER: {"words": <number of words>}` an object. Undefined where the prompt asks for no line.
 */
export function readPlaceholder(prompt: string): Json | undefined {
  const requestText = readAskedText(prompt)
  if (requestText === undefined) return undefined
  const single = /^<([^<>]*)>/.exec(requestText)?.[1]
  if (single !== undefined) return single
  const quoted = requestText.replaceAll(/"?<([^<>]*)>"?/g, (_, words: string) => JSON.stringify(words))
  return readJson(quoted)?.value
}

/** Marks of emphasis, headings, quotes and lists, list numbers and emoji, before a line says something. */
const MARKS = String.raw`(?:[#>*_\x60"'“‘$|•~-]|<\w+>|\d{1,3}[.)]\s|\p{Extended_Pictographic}|\ufe0f|\s)*`
const END_MARKS = String.raw`[*_\x60"'”’]*(?:<\/\w+>)?`
const buildLinePattern = (word: string, flags: string) =>
  createPattern(
    String.raw`^(?<marks>${MARKS})${word}(?<closed>${END_MARKS})(?:\s*[:：]|\s*$)(?<behind>.*)$`,
    flags,
  )
const LINES = [buildLinePattern('ANSWER', 'u'), buildLinePattern(String.raw`(?:final\s+)?answer`, 'iu')]
const ANYWHERE = /ANSWER[*_`]*\s*[:：]/g

/** What stands behind a marker, with the mark that encloses both: of `**ANSWER: 5**` the text `**5**`. */
function stripMarks({ marks = '', closed = '', behind = '' }: Record<string, string>): string {
  const opened = closed === '' ? (/(?:\*{1,3}|_{1,3}|[`"'$])(?=\s*$)/.exec(marks)?.[0] ?? '') : ''
  return behind.startsWith(opened) ? behind.slice(opened.length) : `${opened}${behind.trimStart()}`
}

/**
 * What a reply has behind its answer line, to the end: the last line that begins with `ANSWER:`, else with `answer:` or
 * `final answer:` in any case, else the last `ANSWER:` anywhere. A line that repeats the prompt's placeholder is not one.
 */
export function findBehindLine(reply: string, prompt: string): string | undefined {
  const requestText = readAskedText(prompt)?.split('\n')[0] ?? ''
  const isEcho = (behind: string): boolean => requestText !== '' && behind.trim().startsWith(requestText)
  const plain = reply.replaceAll(/[\u200b\ufeff]/g, '').replaceAll(/\^\{?\\circ\}?/g, '°')
  const lines = plain.replaceAll(/\\text\{([^{}]*)\}/g, '$1').split(/\r?\n/)
  for (const line of LINES) {
    for (let i = lines.length - 1; i >= 0; i--) {
      const groups = line().exec(lines[i] as string)?.groups
      if (groups === undefined || isEcho(groups.behind ?? '')) continue
      return [stripMarks(groups), ...lines.slice(i + 1)].join('\n')
    }
  }
  const places = [...reply.matchAll(ANYWHERE)].map(({ 0: marker, index }) =>
    reply.slice(index + marker.length),
  )
  return places.findLast((behind) => !isEcho(behind))
}

const FENCE = /^\s*(?:\x60{3,}|~{3,})\w*\n(?<inner>[\s\S]*?)\n?\s*(?:\x60{3,}|~{3,})/
/** A note under the answer, such as `[1] as counted`. */
const FOOTNOTE = /^\s*\[\w+\]\s*\S/
/** What may stand behind an object or a list: marks, and a note in brackets. */
const REST_OF_LINE = /^[\s*_`.\x60]*(?<note>\([^()]*\))?[\s*_`.]*$/

/** The texts that may be the value behind an answer line: an object or list, the first line, the lines up to an empty one. */
function splitValuesBehind(behind: string): string[] {
  const text = FENCE.exec(behind)?.groups?.inner ?? behind.trimStart()
  const bare = text.replace(/^[\s*_`]*(?:json\b)?[\s*_`]*(?=\\?[[{])/, '').replaceAll(/\\(?=[[\]{}_])/g, '')
  const json = readJson(bare)
  const [sameLine = '', ...further] = json?.rest.split(/\n(?=\s*[{[])/) ?? []
  const isSecond = further.some(
    (more) => !FOOTNOTE.test(more) && bare[0] === more.trim()[0] && readJson(more),
  )
  const firstLine = text.split('\n')[0] ?? ''
  if (json === undefined) return [firstLine, text.split(/\n\s*\n/)[0] ?? '']
  const rest = REST_OF_LINE.exec(sameLine.split('\n')[0] ?? '')?.groups
  const isAlone = rest !== undefined && isHarmlessNote(rest.note ?? '') && !isSecond
  return isAlone ? [bare.slice(0, bare.length - json.rest.length), firstLine] : [text]
}

/** Judges the answer line of a reply, part by part; undefined where the reply has none. */
export function judgeLine(
  expected: Json,
  reply: string,
  prompt: string,
  against: AnswerComparison,
): AnswerPart[] | undefined {
  const behind = findBehindLine(reply, prompt)
  if (behind === undefined) return undefined
  const place = { pointer: '', asked: readPlaceholder(prompt) ?? prompt, isLine: true }
  function* compareEach(): Generator<AnswerPart[]> {
    for (const value of new Set(splitValuesBehind(behind as string)))
      yield compare(expected, value, place, against)
  }
  return chooseFirstRight(compareEach())
}
