import { compileRules } from '../../rules/compile.ts'
import type { Rule, RuleOf } from '../../tool-spec/rule.ts'
import type { SpecShape, ToolSpec } from '../../tool-spec/tool-spec.ts'

const known = new WeakMap<ToolSpec, readonly Rule[]>()

/** What the specification states of the outputs of a tool, read like rules of parameters: closed lists, ranges, formats. */
export function outputRules(tool: ToolSpec): readonly Rule[] {
  let rules = known.get(tool)
  if (rules === undefined) {
    const parameters = tool.outputs.map((output) => ({ ...output, required: true }))
    rules = compileRules({ ...tool, parameters, usage: '', failureModes: [], rules: [] }).rules
    known.set(tool, rules)
  }
  return rules
}

/** What is stated of one output. */
export interface OutputFacts {
  options: RuleOf<'one_of'>['values'] | undefined
  range: Pick<RuleOf<'range'>, 'minimum' | 'maximum'> | undefined
}

/** `(passed/failed)`: words between slashes, in brackets. */
function slashedOptions(description: string): string[] | undefined {
  const [, list] = /\(([a-z][\w -]*(?:\/[a-z][\w -]*)+)\)/i.exec(description) ?? []
  const options = list?.split('/').map((option) => option.trim())
  return options?.some((option) => option.split(' ').length > 3) ? undefined : options
}

const OPTION = /^[A-Za-z][\w -]*$/

/** Short words that end a description after a colon or stand after "is": `Result: sent, held or lost`, `is up, down, or flat`. */
function listedOptions(description: string): string[] | undefined {
  if (/\betc\b|\be\.g\.|\bsuch as\b|\bincluding\b/i.test(description)) return undefined
  const [, list] =
    /^[^:]*:\s*([^:.;()]+?)\.?$/.exec(description) ??
    /\(([^:.;()]+)\)\.?$/.exec(description) ??
    /\bis ((?:[\w-]+, )+(?:or |and )?[\w-]+)\.?$/i.exec(description) ??
    /^((?:[\w-]+, )+or [\w-]+)\.?$/.exec(description) ??
    []
  const options = list
    ?.split(/,\s*(?:or\s+|and\s+)?|\s+or\s+/)
    .map((option) => option.replace(/["'`]/g, '').trim())
  const isList = options?.every((option) => OPTION.test(option) && option.split(' ').length <= 2)
  return isList && (options?.length ?? 0) >= 2 ? options : undefined
}

/** Texts that a description gives as examples: `such as "tier 1", "tier 2"`. */
export function exampleTexts(description: string): string[] {
  const [, list = ''] =
    /(?:\be\.g\.,?|\bsuch as|\bfor example,?)\s*:?\s*([^.;)]+)/i.exec(description) ??
    /\(([^.;()]+?),? etc\.?\)/i.exec(description) ??
    []
  const texts = list.split(/,|\bor\b|\band\b/).map((text) => text.replace(/["'`]/g, '').trim())
  const fitting = texts.filter((text) => /^[\w$%/ -]+$/.test(text) && text.split(' ').length <= 4)
  return fitting.length >= 2 ? fitting : []
}

const LEVEL =
  /^(?:\w+_)?(?:severity|priority|urgency|complexity)$|(?:^|_)(?:severity|risk|priority|urgency|alert|threat|impact|concern|complexity)_(?:level|rating|category)(?:s|ies)?$/
/** Levels of what has no scale of its own. */
const LEVELS = ['low', 'medium', 'high']

const isText = (shape: SpecShape | undefined): boolean =>
  shape?.type === 'string' || (shape?.type === 'array' && shape.items?.type === 'string')

export function factsOf(tool: ToolSpec, output: string): OutputFacts {
  const own = outputRules(tool).filter((rule) => 'parameter' in rule && rule.parameter === output)
  const shape = tool.outputs.find(({ name }) => name === output)
  const list = own.find((rule) => rule.kind === 'one_of' && rule.quantifier === 'every')
  const range = own.find((rule) => rule.kind === 'range')
  return {
    options:
      list?.kind === 'one_of' && list.property === undefined
        ? list.values
        : isText(shape)
          ? (slashedOptions(shape?.description ?? '') ??
            listedOptions(shape?.description ?? '') ??
            (LEVEL.test(output) ? LEVELS : undefined))
          : undefined,
    range: range?.kind === 'range' ? range : undefined,
  }
}
