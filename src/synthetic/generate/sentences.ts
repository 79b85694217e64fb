import { z } from 'zod'
import type { ModelQuestion } from '../../models/ask.ts'
import { openJsonl } from '../../shared/jsonl-file.ts'
import { listWaitingSentences } from '../rules/compile.ts'
import type { Sentence } from '../rules/prose.ts'
import type { ToolRow } from '../tool-spec/read-published.ts'
import { SENTENCE_VERDICTS, type ToolSpec } from '../tool-spec/tool-spec.ts'
import { findRuleProblems, parseWrittenRule, writtenRuleSchema } from './rule-schema.ts'
import { runItems, type StageReport } from './run-items.ts'
import { buildDesignPrompt, runWhileAsking, type StageOptions } from './while-asking.ts'

const verdictsSchema = z.strictObject({
  verdicts: z.array(
    z.strictObject({
      /** Its number in the question. */
      sentence: z.int().min(1),
      verdict: z.enum(SENTENCE_VERDICTS),
      /** Of the verdict `rule`; none otherwise. */
      rules: z.array(writtenRuleSchema),
    }),
  ),
})
type Verdicts = z.infer<typeof verdictsSchema>

function findVerdictProblems(
  { verdicts }: Verdicts,
  tool: ToolSpec,
  sentences: readonly Sentence[],
): string[] {
  const parameters = tool.parameters.map(({ name }) => name)
  const missing = sentences.flatMap((_, i) =>
    verdicts.filter(({ sentence }) => sentence === i + 1).length === 1 ? [] : [i + 1],
  )
  return [
    ...missing.map((number) => `sentence ${number} needs exactly one verdict`),
    ...verdicts.flatMap(({ sentence, verdict, rules }) => {
      const text = sentences[sentence - 1]?.text
      if (text === undefined) return [`unknown sentence ${sentence}`]
      if ((verdict === 'rule') !== rules.length > 0)
        return [`sentence ${sentence}: rules stand with the verdict rule, and with no other`]
      return findRuleProblems(rules, [text], parameters).map((problem) => `sentence ${sentence}: ${problem}`)
    }),
  ]
}

function buildQuestion(tool: ToolSpec): ModelQuestion<Verdicts> {
  const sentences = listWaitingSentences(tool)
  return {
    name: 'sentence_verdicts',
    ...buildSentencesPrompt(
      tool,
      sentences.map(({ text }) => text),
    ),
    schema: verdictsSchema,
    check: (reply) => findVerdictProblems(reply, tool, sentences),
  }
}

function buildJudgedRow({ row, tool }: ToolRow, { verdicts }: Verdicts): Record<string, unknown> {
  const sentences = listWaitingSentences(tool)
  const rules = verdicts.flatMap(({ sentence, rules: written }) => {
    const { source, text } = sentences[sentence - 1] as Sentence
    return written.map((one) => {
      const { message, ...rule } = parseWrittenRule(one)
      // A description is not a message for whoever made the call.
      return { ...rule, ...(source === 'failure' ? { message } : {}), from: { source, text } }
    })
  })
  const judged = verdicts.map(({ sentence, verdict }) => ({
    text: (sentences[sentence - 1] as Sentence).text,
    verdict,
  }))
  return {
    ...row,
    rules: [...(Array.isArray(row.rules) ? row.rules : []), ...rules],
    sentences: [...(tool.sentences ?? []), ...judged],
  }
}

interface SentenceOptions extends StageOptions {
  /** JSON Lines to write: the rows with verdicts. What is in it is not asked for again. */
  readonly out: string
}

const outSchema = z.record(z.string(), z.unknown())

export const judgeSentences = (rows: readonly ToolRow[], options: SentenceOptions): Promise<StageReport> =>
  runWhileAsking(options, async ({ ask, ...context }) => {
    const file = openJsonl(options.out, outSchema)
    const done = new Map(file.lines.map((line) => [line.id, line]))
    const report = await runItems<ToolRow, Verdicts>(
      {
        stage: 'sentences',
        items: rows.filter(({ tool }) => listWaitingSentences(tool).length > 0),
        nameOf: ({ tool }) => tool.id,
        isDone: ({ tool }) => done.has(tool.id),
        work: ({ tool }) => ask(buildQuestion(tool)),
        save: (one, verdicts) => file.append({ ...buildJudgedRow(one, verdicts), id: one.tool.id }),
      },
      context,
    )
    if (report.done < report.items) return report
    const judged = new Map(file.lines.map((line) => [line.id, line]))
    file.rewrite(rows.map(({ tool, row }) => judged.get(tool.id) ?? { ...row, id: tool.id }))
    return report
  })

const buildSentencesPrompt = (tool: ToolSpec, sentences: readonly string[]) =>
  buildDesignPrompt(
    `A program checks calls of the tool "${tool.name}": ${tool.description}`,
    `Its parameters: ${JSON.stringify(tool.parameters)}`,
    'It has no rule for these sentences of the specification:',
    ...sentences.map((text, i) => `${i + 1}. ${text}`),
    'Give each sentence one verdict.',
    'rule: the arguments of a call alone decide it, for every call, as one or more of the rules of the schema. Give ' +
      'them, each with the sentence word for word in its error. A rule must refuse nothing that the sentence allows.',
    'run_time: no call shows it, since it is about a service, a time-out, permission, load, or data that nobody sees.',
    'per_call: it depends on what the arguments mean, or on records; who reads a call and the records can decide it.',
  )
