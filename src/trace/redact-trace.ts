import type { CallFault } from '../schema/fault.ts'
import type { PlacedAttack } from '../schema/injection.ts'
import type { Call, Trace } from '../schema/trace.ts'
import { defined } from '../shared/json.ts'
import { activeRedactor } from '../shared/redact/active.ts'
import { maskedAgentName } from '../shared/redact/agent-name.ts'
import type { Redactor } from '../shared/redact/redactor.ts'
import { textsIn, textsMasked } from '../shared/redact/texts-masked.ts'

/** What masks secrets in everything that is written of a trace. */
export function redactorOf({ calls }: Pick<Trace, 'calls'>, prompt = ''): Redactor {
  const options = { byName: false, known: prompt }
  const named = activeRedactor([], options)
  if (!named.hasNames) return named
  const values = calls.flatMap(({ arguments: args, result, fault }) => [
    ...named.valuesNamed(args),
    ...(fault?.lost === undefined ? [] : named.valuesNamed(fault.lost)),
    ...(result === undefined ? [] : named.valuesNamed(result)),
  ])
  return activeRedactor(values, options)
}

const faultMasked = ({ lost, was, ...fault }: CallFault, redactor: Redactor): CallFault => ({
  ...fault,
  ...(lost === undefined ? {} : { lost: redactor.value(lost) }),
  ...(was === undefined ? {} : { was: redactor.value(was) }),
})

const callMasked = (call: Call, redactor: Redactor): Call => ({
  ...call,
  // A tool that there is not has whatever name the agent called.
  tool_name: redactor.text(call.tool_name),
  arguments: redactor.object(call.arguments),
  ...(call.result === undefined ? {} : { result: redactor.value(call.result) }),
  ...(call.error == null ? {} : { error: textsMasked(call.error, redactor) }),
  ...(call.exceptions === undefined ? {} : { exceptions: textsMasked(call.exceptions, redactor) }),
  ...(call.fault === undefined ? {} : { fault: faultMasked(call.fault, redactor) }),
})

const attackMasked = ({ was, ...attack }: PlacedAttack, redactor: Redactor): PlacedAttack => ({
  ...attack,
  tool_name: redactor.text(attack.tool_name),
  ...(was === undefined ? {} : { was: redactor.text(was) }),
})

/** A trace without secrets, as it is written and shown. The same one where there are none. */
export function redactTrace(trace: Trace, redactor: Redactor): Trace {
  if (!redactor.mayFindIn(textsIn(trace).join('\n'))) return trace
  const before = redactor.masked
  const clean: Trace = {
    ...trace,
    ...textsMasked(defined(pickTexts(trace)), redactor),
    calls: trace.calls.map((call) => callMasked(call, redactor)),
    final_answer: trace.final_answer === null ? null : redactor.text(trace.final_answer),
    ...(trace.agent === undefined ? {} : { agent: maskedAgentName(trace.agent, redactor) }),
    ...(trace.attacks === undefined
      ? {}
      : { attacks: trace.attacks.map((attack) => attackMasked(attack, redactor)) }),
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
