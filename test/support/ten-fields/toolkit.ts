import type { JsonObject } from '../../../src/shared/json.ts'
import {
  type HandlerAnswer,
  parseHandler,
  type WrittenHandler,
} from '../../../src/synthetic/handlers/handler-schema.ts'
import { compileRules } from '../../../src/synthetic/rules/compile.ts'
import { readPublishedTool } from '../../../src/synthetic/tool-spec/read-published.ts'
import type { SyntheticToolkit } from '../../../src/synthetic/toolkit/toolkit.ts'
import specs from './specs.json' with { type: 'json' }

/** A specification of one tool with its records, what a model writes of it, and three calls that a reader has judged. */
export interface FieldSpec {
  name: string
  parameters: { name: string; type: string; description: string; required?: boolean; default?: unknown }[]
  outputs: Record<string, string>
  errors: string[]
  state: JsonObject
  effect: HandlerAnswer['effect']
  handler: WrittenHandler
  known: [JsonObject, JsonObject]
  /** Calls that the open failure modes refuse; none for one that no call shows. */
  failures: [string, JsonObject | null][]
  /** Arguments, and the output or the sentence that refuses the call. */
  calls: [JsonObject, JsonObject | string][]
}

/** Ten tools over ten fields. */
export const TEN_FIELDS = specs as unknown as readonly FieldSpec[]

/** Of which a person wrote the handler. */
const BY_HAND = new Set(['Refund Quote', 'Ticket Escalation', 'Feed Converter'])

/** The tools without handlers but for those by hand, as `synth handlers` takes them. */
export const TEN_TOOLKIT: SyntheticToolkit = {
  version: 1,
  name: 'ten',
  tools: TEN_FIELDS.map((spec) => {
    const { name, parameters, outputs, errors, effect, handler } = spec
    const tool = compileRules(
      readPublishedTool({
        ...{ id: name, name, description: `${name}.`, usage: '', errors, parameters },
        outputs: Object.entries(outputs).map(([output, type]) => ({
          name: output,
          type,
          description: output,
        })),
      }),
    )
    const own = BY_HAND.has(name) ? parseHandler(handler) : undefined
    return typeof own === 'object' ? { ...tool, effect, handler: own } : tool
  }),
  state: Object.assign({}, ...TEN_FIELDS.map(({ state }) => state)) as JsonObject,
  known: TEN_FIELDS.flatMap(({ name, known: [args, output] }) =>
    BY_HAND.has(name) ? [{ tool: name, args, output }] : [],
  ),
}

/** What a model writes of a tool. */
export const buildAnswer = ({
  effect,
  handler: own,
  known: [args, output],
  failures,
}: FieldSpec): HandlerAnswer => ({
  effect,
  rules: [],
  handler: own,
  known: { args: JSON.stringify(args), output: JSON.stringify(output) },
  failures: failures.map(([error, call]) => ({
    error,
    verdict: call === null ? 'run_time' : 'refused',
    args: call === null ? undefined : JSON.stringify(call),
  })),
})

/** The specification that a question of `synth handlers` is about. */
export const findSpec = (prompt: string): FieldSpec =>
  TEN_FIELDS.find(
    ({ name }) => name === /^Say how this tool works on the records: (.*)\.$/m.exec(prompt)?.[1],
  ) as FieldSpec

/** What a model answers to that question. */
export const answerTenFields = (prompt: string): HandlerAnswer => buildAnswer(findSpec(prompt))
