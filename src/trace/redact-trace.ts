import type { CallFault } from '../schema/fault.ts'
import type { PlacedAttack } from '../schema/injection.ts'
import type { Call, Trace } from '../schema/trace.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { createActiveRedactor } from '../shared/redact/active.ts'
import { maskAgentName } from '../shared/redact/agent-name.ts'
import type { Redactor } from '../shared/redact/redactor.ts'
import { collectTexts, maskTexts } from '../shared/redact/texts-masked.ts'

/** What masks secrets in everything that is written of a trace. */
export function createTraceRedactor({ calls }: Pick<Trace, 'calls'>, prompt = ''): Redactor {
  const options = { byName: false, known: prompt }
  const named = createActiveRedactor([], options)
  if (!named.hasNames) return named
  const values = calls.flatMap(({ arguments: args, result, fault }) => [
    ...named.listNamedValues(args),
    ...(fault?.lost === undefined ? [] : named.listNamedValues(fault.lost)),
    ...(result === undefined ? [] : named.listNamedValues(result)),
  ])
  return createActiveRedactor(values, options)
}

const maskFault = ({ lost, was, ...fault }: CallFault, redactor: Redactor): CallFault => ({
  ...fault,
  ...(lost === undefined ? {} : { lost: redactor.value(lost) }),
  ...(was === undefined ? {} : { was: redactor.value(was) }),
})

const maskCall = (call: Call, redactor: Redactor): Call => ({
  ...call,
  // A tool that there is not has whatever name the agent called.
  tool_name: redactor.text(call.tool_name),
  arguments: redactor.object(call.arguments),
  ...(call.result === undefined ? {} : { result: redactor.value(call.result) }),
  ...(call.error == null ? {} : { error: maskTexts(call.error, redactor) }),
  ...(call.exceptions === undefined ? {} : { exceptions: maskTexts(call.exceptions, redactor) }),
  ...(call.fault === undefined ? {} : { fault: maskFault(call.fault, redactor) }),
})

const maskAttack = ({ was, ...attack }: PlacedAttack, redactor: Redactor): PlacedAttack => ({
  ...attack,
  tool_name: redactor.text(attack.tool_name),
  ...(was === undefined ? {} : { was: redactor.text(was) }),
})

/** A trace without secrets, as it is written and shown. The same one where there are none. */
export function redactTrace(trace: Trace, redactor: Redactor): Trace {
  if (!redactor.mayFindIn(collectTexts(trace).join('\n'))) return trace
  const before = redactor.masked
  const clean: Trace = {
    ...trace,
    ...maskTexts(dropUndefinedFields(pickTexts(trace)), redactor),
    calls: trace.calls.map((call) => maskCall(call, redactor)),
    final_answer: trace.final_answer === null ? null : redactor.text(trace.final_answer),
    ...(trace.agent === undefined ? {} : { agent: maskAgentName(trace.agent, redactor) }),
    ...(trace.expected === undefined ? {} : { expected: redactor.object(trace.expected) }),
    ...(trace.attacks === undefined
      ? {}
      : { attacks: trace.attacks.map((attack) => maskAttack(attack, redactor)) }),
  }
  return redactor.masked === before ? trace : clean
}

/** The fields of which any text may hold a secret. */
const pickTexts = ({
  structured_answer,
  models,
  conversation,
  failure,
  exceptions,
  refused,
  late,
  own_tools,
}: Trace) => ({ structured_answer, models, conversation, failure, exceptions, refused, late, own_tools })
