import { lines, type Prompt } from '../generate/prompts/prompt.ts'
import type { KnownCall } from '../toolkit/toolkit.ts'
import type { JudgedCase } from './rule-judge.ts'

const SYSTEM =
  'You judge what a simulator of a software tool answered to one call. You know the tool only by its specification. ' +
  'Be exact, and give the benefit of the doubt to nobody: say what the specification says.'

/** So much of the state is shown, in characters. */
const SHOWN = 6_000

const json = (value: unknown): string => JSON.stringify(value, null, 1)

const JUDGE = [
  'First decide whether the call should have been accepted or refused. Refused is right where a required parameter is',
  'missing, a parameter is unknown, a value has the wrong type, a documented rule is broken, or the state speaks against',
  'it. Accepted is right everywhere else. Optional parameters that are left out, or null, are no error.',
  'Then look at the response:',
  '- accepted, and it should have been refused: should_error_got_success',
  '- refused, and it should have been accepted: should_success_got_error',
  '- rightly accepted or refused, but the response itself is wrong: inappropriate_response. A right refusal has a status',
  '  code of 400 (404 for a record that is not there), a message about what is wrong, and no output. A right result has',
  '  the code 200, no message, exactly the outputs of the specification in their types, the known output where the call',
  '  is a known one, and values that agree with the call, with each other and with the state.',
  '- else: correct',
  'Of several errors in a call a simulator reports only the first that it finds, in an order of its own: do not count',
  'that against it, nor that an error comes as an error text in place of the output. Invented values are right as long as',
  'they are possible. Confidence is from 0 to 1. Give the reasoning in one or two sentences.',
].join('\n')

/** The question to a model that judges; what is expected is not in it. */
export function judgePrompt(
  { tool, args, response, states }: JudgedCase,
  known: readonly KnownCall[],
): Prompt {
  const { name, description, parameters, usage, failureModes, outputs } = tool
  const example = known.find((call) => json(call.args) === json(args)) ?? known[0]
  const state = states === undefined ? undefined : json(states.before).slice(0, SHOWN)
  return {
    system: SYSTEM,
    prompt: lines(
      `Specification:\n${json({ name, description, parameters, usage, failureModes, outputs })}`,
      example && `A call whose output is known:\n${json({ args: example.args, output: example.output })}`,
      state === undefined || state === '{}' ? undefined : `State before the call:\n${state}`,
      `Call:\n${json({ tool: name, args })}`,
      `Response:\n${json(response)}`,
      JUDGE,
    ),
  }
}
