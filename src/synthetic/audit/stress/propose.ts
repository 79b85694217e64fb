import { z } from 'zod'
import type { Asker, ModelQuestion } from '../../../models/ask.ts'
import { isBudgetSpent, type Limits } from '../../../models/limits.ts'
import { messageOf } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { lines, PART } from '../../generate/prompts/prompt.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../../toolkit/toolkit.ts'
import { ajvProblems, knownCallsOf } from '../known-calls.ts'
import { PASSES, refused, STRESS_KINDS, type StressTest } from './stress-test.ts'

const proposalSchema = z.strictObject({
  kind: z.enum(STRESS_KINDS),
  /** The arguments, as JSON text: providers want every object of a schema closed. */
  arguments: z.string(),
  /** Parameters to blame; none for a correct call. */
  blame: z.array(z.string()),
  code: z.number().int(),
})
const answerSchema = z.strictObject({ calls: z.array(proposalSchema) })
type Answer = z.infer<typeof answerSchema>
type Proposal = Answer['calls'][number]

function argumentsOf(text: string): JsonObject | undefined {
  try {
    return z.record(z.string(), z.json()).parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** What is wrong with a proposal, as half a sentence: what the schema says must fit the kind that the model gave it. */
function problemOf({ kind, arguments: text, blame }: Proposal, tool: ToolSpec): string | undefined {
  const args = argumentsOf(text)
  if (args === undefined) return 'the arguments are no JSON object'
  const problems = ajvProblems(args, tool)
  if (kind === 'schema' && problems.length === 0) return 'a call of kind schema fits the schema'
  if (kind !== 'schema' && problems.length > 0)
    return `a call of kind ${kind} does not fit the schema: ${problems[0]}`
  const known = new Set([...tool.parameters.map(({ name }) => name), ...Object.keys(args)])
  if (kind !== 'correct' && blame.length === 0) return `a call of kind ${kind} blames no parameter`
  const stranger = blame.find((name) => !known.has(name))
  return stranger === undefined ? undefined : `there is no parameter ${stranger} to blame`
}

const json = (value: unknown): string => JSON.stringify(value, null, 1)

function questionFor(tool: ToolSpec, toolkit: SyntheticToolkit): ModelQuestion<Answer> {
  const { name, description, parameters, usage, failureModes } = tool
  const [known] = knownCallsOf(tool, toolkit)
  const problems = ({ calls }: Answer): string[] =>
    calls.flatMap((call, i) => problemOf(call, tool)?.replace(/^/, `call ${i + 1}: `) ?? [])
  return {
    name: 'stress_calls',
    system: PART,
    schema: answerSchema,
    check: (answer) => [...(answer.calls.length === 0 ? ['there are no calls'] : []), ...problems(answer)],
    salvage: ({ calls }) => {
      const good = calls.filter((call) => problemOf(call, tool) === undefined)
      return good.length === 0
        ? undefined
        : {
            value: { calls: good },
            notes: [`${tool.id}: ${calls.length - good.length} proposed calls are left out`],
          }
    },
    prompt: lines(
      `Specification of a tool:\n${json({ name, description, parameters, usage, failureModes })}`,
      known && `A correct call:\n${json(known.args)}`,
      'Write six calls that put a simulator of this tool to the test, two of each kind:',
      '- schema: a required parameter is missing, a parameter is unknown or a value has the wrong type;',
      '- constraint: the call fits the schema and breaks one rule that the specification states;',
      '- correct: the call fits the schema and keeps every rule, with other values than the correct call above.',
      'Each call has one thing wrong at most. Name the parameters to blame, and the status code that is due: 200 for a',
      'correct call, 404 for a record that is not there, else 400. Write the arguments as the text of a JSON object.',
    ),
  }
}

/**
 * Calls that a model proposes, beside those that are derived. Which kind a call is and what is due is the model's word;
 * only what JSON Schema can tell of it is checked. Tools without a usable answer are named in `notes`.
 */
export async function proposeTests(
  toolkit: SyntheticToolkit,
  ask: Asker,
  limits: Limits,
): Promise<{ tests: StressTest[]; notes: string[] }> {
  const notes: string[] = []
  const propose = async (tool: ToolSpec): Promise<StressTest[]> => {
    const answer = await ask(questionFor(tool, toolkit))
    if (!answer.ok) {
      notes.push(`${tool.id}: no usable calls were proposed: ${answer.problems.join('; ')}`)
      return []
    }
    notes.push(...answer.notes)
    return answer.value.calls.flatMap(({ kind, arguments: text, blame, code }, i): StressTest[] => {
      const args = argumentsOf(text)
      const expected = kind === 'correct' ? PASSES : refused(blame, code)
      return args === undefined
        ? []
        : [
            {
              id: `${tool.id}#proposed:${i + 1}`,
              tool: tool.id,
              kind,
              fault: `proposed_${kind}`,
              args,
              expected,
            },
          ]
    })
  }
  const all = await Promise.all(
    toolkit.tools.map((tool) =>
      limits.turn(async () => {
        if (limits.stopped !== undefined) return []
        try {
          const tests = await propose(tool)
          limits.noteAnswer()
          return tests
        } catch (error) {
          if (isBudgetSpent(error)) return []
          limits.noteFailure(error)
          notes.push(`${tool.id}: no calls were proposed, the model failed: ${messageOf(error)}`)
          return []
        }
      }),
    ),
  )
  return { tests: all.flat(), notes }
}
