import type { JsonObject } from '../../../src/shared/json.ts'
import { type HandlerAnswer, handlerFrom } from '../../../src/synthetic/handlers/handler-schema.ts'
import { compileRules } from '../../../src/synthetic/rules/compile.ts'
import { readPublishedTool } from '../../../src/synthetic/tool-spec/read-published.ts'
import type { SyntheticToolkit } from '../../../src/synthetic/toolkit/toolkit.ts'
import { answerOf, type FieldSpec, TEN_FIELDS } from './specs.ts'

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
    const own = BY_HAND.has(name) ? handlerFrom(handler) : undefined
    return typeof own === 'object' ? { ...tool, effect, handler: own } : tool
  }),
  state: Object.assign({}, ...TEN_FIELDS.map(({ state }) => state)) as JsonObject,
  known: TEN_FIELDS.flatMap(({ name, known: [args, output] }) =>
    BY_HAND.has(name) ? [{ tool: name, args, output }] : [],
  ),
}

/** The specification that a question of `synth handlers` is about. */
export const specOf = (prompt: string): FieldSpec =>
  TEN_FIELDS.find(
    ({ name }) => name === /^Say how this tool works on the records: (.*)\.$/m.exec(prompt)?.[1],
  ) as FieldSpec

/** What a model answers to that question. */
export const tenAnswer = (prompt: string): HandlerAnswer => answerOf(specOf(prompt))
