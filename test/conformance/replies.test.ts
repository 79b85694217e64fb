import { describe, expect, it } from 'vitest'
import { SEMANTIC_KEY } from '../../src/schema/semantic.ts'
import { type Task, taskSchema } from '../../src/schema/task.ts'
import { type Trace, traceSchema } from '../../src/schema/trace.ts'
import { compare, compareTemplate } from '../../src/scoring/answers/compare.ts'
import { judgeLine } from '../../src/scoring/answers/line.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import type { Json } from '../../src/shared/json.ts'
import { memoizeByString } from '../../src/shared/memoize.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { expectPage } from '../support/markdown-table.ts'
import { judgedReplies, type ReplyKind, renderTable } from '../support/replies.ts'
import { describeWithShared, hasSharedData, readSharedLines } from '../support/shared-data.ts'

const misjudged = judgedReplies().filter(({ want, solved }) => solved !== (want === 'pass'))

describe('replies as chatty models write them', () => {
  it('are at least a hundred, of every form', () => {
    const forms = new Map<string, number>()
    for (const { form } of judgedReplies()) forms.set(form, (forms.get(form) ?? 0) + 1)
    expect(judgedReplies().length).toBeGreaterThanOrEqual(100)
    for (const form of ['line', 'object', 'list', 'template', 'prose']) {
      expect(forms.get(form), form).toBeGreaterThanOrEqual(10)
    }
  })

  it('lines, objects, lists and templates get the verdict of a fair judge', () => {
    expect(
      misjudged.filter(({ form }) => form !== 'prose').map(({ kind, reason }) => `${kind}: ${reason}`),
    ).toEqual([])
  })

  it('right prose is not refused, but for a yes or no in other words', () => {
    const refused = misjudged.filter(({ form, want }) => form === 'prose' && want === 'pass')
    const others = refused.filter(({ kind }) => kind !== 'yes or no')
    expect(others.map(({ kind, reason }) => `${kind}: ${reason}`)).toEqual([])
    expect(refused).toHaveLength(2)
  })
})

interface StructuredCase {
  id: string
  form: 'line' | 'template'
  want: 'pass' | 'fail'
  expected: Json
  unit?: string
  text: string
  structured?: Json
  template?: (string | { value: Json })[]
}

const AGAINST = {
  outputOf: () => undefined,
  producerOf: () => undefined,
  outputSchemaOf: () => undefined,
  judgeProse: () => [],
}

/** Further keys of structured output are ungraded, which the author of this case did not know. */
const DECIDED_OTHERWISE = new Set(['so-extra'])

function isRight({ form, expected, unit, text, structured, template = [] }: StructuredCase): boolean {
  if (form === 'template') {
    const pieces = template.map((piece, i) =>
      typeof piece === 'string' ? piece : { gap: `gap ${i}`, is: { $literal: piece.value } },
    )
    return compareTemplate({ $template: pieces }, text, '', AGAINST).right
  }
  if (typeof structured === 'object' && structured !== null) {
    const against = { ...AGAINST, allowsMoreKeys: true }
    return compare(expected, structured, { pointer: '' }, against).every((part) => part.right)
  }
  if (unit === 'words') {
    // A count of words, as the schema of a tool declares it.
    const call = {
      id: 'c',
      tool_name: 't',
      arguments: {},
      status: 200,
      result: { words: expected },
      started: 0,
      ended: 1,
    }
    const schema = { properties: { words: { type: 'integer', [SEMANTIC_KEY]: 'count' } } }
    const against = {
      ...AGAINST,
      outputOf: () => call.result,
      producerOf: () => call,
      outputSchemaOf: () => schema,
    }
    const binding = { $from: 'step_1', at: '/words' }
    return (
      judgeLine(binding, text, 'ANSWER: <number of words>', against)?.every((part) => part.right) === true
    )
  }
  const what = typeof expected === 'number' ? `temperature in Oslo, in ${unit ?? 'celsius'}` : 'the value'
  const reply = typeof structured === 'string' ? structured : text
  const parts = judgeLine(expected, reply, `How warm is it? ANSWER: <${what}>`, AGAINST)
  return parts?.every((part) => part.right) === true
}

describeWithShared('forms of answer lines and templates', 'structured', () => {
  const CASES = readSharedLines('structured/cases.jsonl')
    .map((line) => JSON.parse(line) as StructuredCase)
    .filter(({ id }) => !DECIDED_OTHERWISE.has(id))
  const wrong = CASES.filter((one) => isRight(one) !== (one.want === 'pass'))

  it('no wrong form is accepted', () => {
    expect(wrong.filter(({ want }) => want === 'fail').map(({ id }) => id)).toEqual([])
  })

  it('at most one right form in fifteen is refused', () => {
    const refused = wrong.filter(({ want }) => want === 'pass').map(({ id }) => id)
    const right = CASES.filter(({ want }) => want === 'pass').length
    expect(refused.length, refused.join(', ')).toBeLessThanOrEqual(right / 15)
  })
})

interface LabelledTrace {
  id: string
  kind?: string
  want: 'pass' | 'fail'
  task: Task
  trace: Trace
}

/** Labelled traces, judged, with the kind that stands before the number in their ids. */
const judgedTraces = memoizeByString(4, (file: string): (ReplyKind & { id: string })[] =>
  readSharedLines(file).map((line) => {
    const { id, want, task, trace } = JSON.parse(line) as LabelledTrace
    const { solved } = scoreTrace(taskSchema().parse(task), traceSchema().parse(trace), registry)
    return { id, kind: id.replace(/-\d+$/, ''), want, solved }
  }),
)

describeWithShared('labelled traces of prose', 'natural', () => {
  it('at most 5 % of the right answers and texts are refused', () => {
    const right = judgedTraces('natural/cases.jsonl').filter(
      ({ kind, want }) => ['answer', 'text', 'intro'].includes(kind) && want === 'pass',
    )
    const refused = right.filter(({ solved }) => !solved).map(({ id }) => id)
    expect(refused.length, refused.join(', ')).toBeLessThanOrEqual(0.05 * right.length)
  })
})

it('the figures of the replies in this repository are those of the docs', () =>
  expectPage('replies.md', { replies: renderTable(judgedReplies()) }))

it.skipIf(!hasSharedData)('the figures of labelled traces are those of the docs', async () => {
  const adversarial = judgedTraces('adversarial/cases.jsonl').filter(
    ({ want, solved }) => solved && want === 'fail',
  )
  await expectPage('replies.md', {
    traces: renderTable(judgedTraces('natural/cases.jsonl')),
    adversarial: `Adversarial traces that prose accepts: ${adversarial.map(({ id }) => `\`${id}\``).join(', ')}.`,
  })
})
