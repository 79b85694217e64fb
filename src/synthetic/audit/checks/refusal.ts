import { mentionsIn } from '../../rules/bind-rule.ts'
import { parametersOf } from '../../tool-spec/rule.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import { check, type JudgedCheck } from '../judgment.ts'
import type { Observed } from '../observed.ts'
import type { Expectation } from '../stress/stress-test.ts'

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()

/** Parameters of the rules that were compiled from a failure mode of these words. */
const parametersBehind = (message: string, { rules }: ToolSpec): string[] =>
  rules.filter(({ from }) => fold(from.text) === fold(message)).flatMap((rule) => [...parametersOf(rule)])

/** Whether a message is one of the tool's failure modes that no compiled rule comes from. */
export function citesUncompiled(message: string | null, { failureModes, rules }: ToolSpec): boolean {
  if (message === null) return false
  const said = fold(message)
  return failureModes.some((mode) => {
    const title = fold(mode.split(': ')[0] ?? mode)
    const isCited = said === fold(mode) || (title.includes(' ') && said.startsWith(title))
    return isCited && !rules.some(({ from }) => from.text === mode)
  })
}

function blames(observed: Observed, { parameters: due }: Expectation, tool: ToolSpec): JudgedCheck {
  const name = 'parameter'
  const wanted = due.join(' or ')
  if (due.length === 0) return check(name, null, 'no parameter is known to be to blame')
  if (observed.parameter !== undefined && observed.parameter !== null) {
    const ok = due.includes(observed.parameter)
    return check(name, ok, `blames ${observed.parameter}${ok ? '' : `, not ${wanted}`}`)
  }
  const message = observed.message ?? ''
  const named = mentionsIn(message, tool.parameters).map(({ parameter }) => parameter.name)
  if (due.some((one) => named.includes(one) || message.includes(one)))
    return check(name, true, `the message names ${wanted}`)
  if (parametersBehind(message, tool).some((one) => due.includes(one)))
    return check(name, true, `the message is the failure mode about ${wanted}`)
  if (named.length > 0) return check(name, false, `the message names ${named.join(', ')}, not ${wanted}`)
  return check(name, null, 'the message names no parameter')
}

/** What a refusal has to be: the code that is due, a message that names what is wrong, and no output. */
export function refusalChecks(observed: Observed, expected: Expectation, tool: ToolSpec): JudgedCheck[] {
  const { code, message, output } = observed
  const isSaid = message !== null && message.trim() !== ''
  return [
    check('code', code === expected.code, `status code ${code}, due is ${expected.code}`),
    check('message', isSaid, isSaid ? 'says what is wrong' : 'a refusal without a message'),
    ...(isSaid ? [blames(observed, expected, tool)] : []),
    check('no_output', output == null, output == null ? 'no output' : 'a refusal with an output'),
  ]
}
