import type { Json } from '../../../shared/json.ts'
import { stemsOf } from '../../rules/words.ts'
import { argumentOf } from '../arguments.ts'
import type { Bits } from './bits.ts'
import type { LinkedCall } from './links.ts'
import { amountOf, isGoodToHave, isOfWork, OUTCOMES, STRONG, WRONG, worthOf } from './vocabulary.ts'

/**
 * How the things of a call stand, one draw for all of its outputs, so that its scores, levels, flags and lists of what
 * is wrong agree.
 */
export interface Standing {
  /** From 0, all is well, to 1; above one half something is wrong. */
  badness: number
  /** The same of the work of the tool: a call that is carried out is carried out well. */
  work: number
  /** The parts of the input that say that something is wrong, in its words. */
  causes: readonly string[]
}

const spoken = (name: string): string => name.replaceAll('_', ' ')

/** A short text of the input that says that something is wrong, or much at stake. */
const isWrong = (text: string): boolean =>
  text.length <= 400 &&
  !/^[[{]/.test(text) &&
  stemsOf(text).some((stem) => (text.split(' ').length > 3 ? STRONG : WRONG).has(stem))

const MOST_CHARACTERS = 60

function causesIn(value: Json, name: string): string[] {
  if (Array.isArray(value))
    return value.filter((item) => typeof item === 'string').filter((item) => isWrong(item))
  if (typeof value !== 'string' || !isWrong(value)) return []
  if (value.length > MOST_CHARACTERS) return [spoken(name)]
  return [value.split(' ').length > 2 ? value : `${spoken(name)} ${value}`]
}

/** Settings of the call say how it is made, not how things stand. */
const SETTING =
  /(?:^|_)(?:level|mode|type|threshold|filter|filters|action|method|tier|format|query|password|criteria|metrics?)$/
const STAKE = /(?:priority|severity|urgency|risk|impact|criticality)/

/** How the things stand that a call speaks of. */
export function standingOf({ args, tool }: LinkedCall, bits: Bits): Standing {
  const causes = tool.parameters.flatMap(({ name }) => {
    const value = argumentOf(args, name, tool)
    const isSetting = SETTING.test(name) && !STAKE.test(name)
    const isFilter = STAKE.test(name) && Array.isArray(value)
    return value === undefined || isSetting || isFilter ? [] : causesIn(value, name)
  })
  const range = causes.length > 0 ? { min: 0.7, max: 0.9 } : { min: 0.05, max: 0.25 }
  const well = { min: 0.03, max: 0.2, decimals: 5 }
  return {
    badness: bits.figure('standing', { ...range, decimals: 5 }),
    work: bits.figure('standing of work', well),
    causes,
  }
}

/** Of a scale from 0 to 1, where a measure of this name stands; undefined where its name does not say which end is good. */
export function placeOn(name: string, description: string, { badness, work }: Standing): number | undefined {
  if (isOfWork(name)) return 1 - work
  const good = isGoodToHave(name, description)
  // A score of which nothing says otherwise is high where all is well.
  if (good === undefined) return /(?:score|rating)s?$/.test(name) ? 1 - badness : undefined
  return good ? 1 - badness : badness
}

const plain = (option: string): string => option.toLowerCase().replaceAll(/[ -]+/g, '_')

/** The levels among options that are nearest to a place on their scale; undefined where the options are no levels. */
function nearest(options: readonly string[], step: (option: string) => number | undefined, at: number) {
  const steps = options.flatMap((option) => {
    const own = step(option)
    return own === undefined ? [] : [{ option, away: Math.abs(own - at) }]
  })
  if (steps.length < 2 || steps.length * 2 < options.length) return undefined
  const least = Math.min(...steps.map(({ away }) => away))
  return steps.filter(({ away }) => away === least).map(({ option }) => option)
}

const DENIAL = /^(?:not|non|un|in|dis)[ _-]?/i

/** The options that agree with how things stand: levels of their height, outcomes of a call that was carried out. */
export function agreeing(
  name: string,
  description: string,
  options: readonly string[],
  standing: Standing,
): readonly string[] {
  const { badness } = standing
  const worth = nearest(options, worthOf, 1 - badness)
  const isWorth =
    options.filter((option) => worthOf(option) !== undefined).length >
    options.filter((option) => amountOf(option) !== undefined).length
  if (worth !== undefined && isWorth) return worth
  const level = nearest(options, amountOf, placeOn(name, description, standing) ?? badness)
  if (level !== undefined) return level
  const denied = options.filter((option) => DENIAL.test(option))
  const said = options.filter((option) =>
    denied.some((one) => plain(one).replace(DENIAL, '') === plain(option)),
  )
  if (said.length > 0) return said
  for (const group of OUTCOMES) {
    const good = options.filter((option) => group.has(plain(option)))
    if (good.length > 0) return good
  }
  return options
}
