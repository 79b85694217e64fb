import type { Json, JsonObject } from '../../../shared/json.ts'
import { stemsOf } from '../../rules/words.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import { argumentOf } from '../arguments.ts'
import type { LinkedCall } from './links.ts'
import { isMoment, OF_COUNTS, OF_STATISTICS, RATIO, RIGHT, toDecimals } from './relation-words.ts'
import { isAdverse } from './vocabulary.ts'

type Output = ToolSpec['outputs'][number]

/** Outputs while they are made to agree, and those that may be changed. */
interface Agreeing {
  values: JsonObject
  call: LinkedCall
  open: readonly Output[]
  followed: Set<string>
  /** The present of the world, in milliseconds since the epoch. */
  now: number
}

const scalarsOf = ({ args, tool }: LinkedCall): [string, Json][] =>
  tool.parameters.flatMap(({ name }) => {
    const value = argumentOf(args, name, tool)
    return value === undefined ? [] : [[name, value] as [string, Json]]
  })

const nounOf = (name: string): string =>
  stemsOf(name)
    .filter((stem) => !['count', 'number', 'num'].includes(stem))
    .at(-1) ?? ''

/** A total of counts is the sum of those of the same noun: `total_checks` of `passed_checks` and `failed_checks`. */
function countsAddUp({ values, open, followed }: Agreeing): void {
  const whole = open.filter(({ name, type }) => type === 'integer' && typeof values[name] === 'number')
  for (const total of whole.filter(({ name }) => /^total_/.test(name) && !followed.has(name))) {
    const parts = whole.filter(
      (part) =>
        part !== total &&
        nounOf(part.name) === nounOf(total.name) &&
        !/^(?:total|average|max|min)_/.test(part.name),
    )
    if (parts.length < 2) continue
    values[total.name] = parts.reduce((sum, { name }) => sum + Number(values[name]), 0)
    followed.add(total.name)
  }
}

const COMPOSITE = /^(?:overall|combined|aggregated?|composite|consolidated|weighted)_/
const PART = /(?:score|confidence|probability|quality|factor|rating|value)s?$/

/** The mean of a list, by the weights of a list as long. */
function meanOf(list: readonly number[], weights: readonly number[] | undefined): number {
  const by = weights?.length === list.length ? weights : list.map(() => 1)
  const all = by.reduce((sum, one) => sum + one, 0)
  return toDecimals(list.reduce((sum, one, i) => sum + one * (by[i] ?? 0), 0) / (all || 1))
}

const isNumbers = (value: Json): value is number[] =>
  Array.isArray(value) && value.length > 1 && value.every((item) => typeof item === 'number')

/** What is called overall or combined is the mean of the scores that the call gives, by its weights. */
function compositesAreMeans({ values, call, open, followed }: Agreeing): void {
  const given = scalarsOf(call)
  for (const { name } of open) {
    if (!COMPOSITE.test(name) || typeof values[name] !== 'number') continue
    const lists = given.filter((entry): entry is [string, number[]] => isNumbers(entry[1]))
    const weights = lists.find(([key]) => /weights?$/.test(key))?.[1]
    const scored = lists.filter(([key]) => PART.test(key) && !/weights?$/.test(key))
    const single = given.flatMap(([key, value]) =>
      typeof value === 'number' && PART.test(key) ? [value] : [],
    )
    const parts = scored.length === 1 ? (scored[0]?.[1] ?? []) : scored.length === 0 ? single : []
    if (parts.length < 2) continue
    const isFraction = parts.every((part) => Math.abs(part) <= 1)
    if (!isFraction && parts.some((part) => part < 0)) continue
    if (!isFraction && parts.some((part) => part > 100)) continue
    values[name] = meanOf(parts, weights)
    followed.add(name)
  }
}

const SHARES = /(?:^|_)(?:distribution|breakdown|shares?|allocations?|split|composition)(?:_|$)/

/** Parts of a whole in percent are together a hundred. */
function sharesAddUp({ values, open }: Agreeing): void {
  for (const { name, description } of open) {
    const list = values[name]
    if (
      list === undefined ||
      !isNumbers(list) ||
      !SHARES.test(name) ||
      !/percent|%/i.test(`${name} ${description}`)
    )
      continue
    const all = list.reduce((sum, one) => sum + one, 0) || 1
    const shares = list.map((one) => Number(((one / all) * 100).toFixed(2)))
    const rest = shares.slice(1).reduce((sum, one) => sum + one, 0)
    values[name] = [Number((100 - rest).toFixed(2)), ...shares.slice(1)]
  }
}

const MONEY = /(?:amount|total|price|payment|refund|charge)$/
const FEE = /(?:^|_)(?:fees?|commissions?|surcharges?)(?:_|$)/

/** A usual fee on a payment, of its amount. */
const FEE_SHARE = 0.029

/** One amount that the call is about is the amount of the answer; a fee is a small part of it. */
function amountsAgree({ values, call, open, followed }: Agreeing): void {
  const amounts = scalarsOf(call).filter(
    ([name, value]) => typeof value === 'number' && MONEY.test(name) && !/^(?:min|max)/.test(name),
  )
  const [only, other] = amounts
  if (only === undefined || other !== undefined) return
  const amount = Number(only[1])
  for (const { name, type, description } of open) {
    if (!/number|integer/.test(type) || followed.has(name)) continue
    if (/^(?:converted|exchanged)/.test(name)) continue
    const isNet = /\b(?:after|net of|less|minus)\b[^.]*\b(?:fees?|commissions?)\b/i.test(description)
    const fee = Number((amount * FEE_SHARE).toFixed(2))
    const own = isNet ? amount - fee : FEE.test(name) ? fee : MONEY.test(name) ? amount : undefined
    if (own === undefined) continue
    values[name] = type === 'integer' || /\bcents\b/i.test(description) ? Math.round(own) : own
    followed.add(name)
  }
}

/** What is given in cents has no parts of one. */
function centsAreWhole({ values, open }: Agreeing): void {
  for (const { name, description } of open)
    if (typeof values[name] === 'number' && /\bcents\b/i.test(description))
      values[name] = Math.round(Number(values[name]))
}

const MINUTE = 60_000
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/minutes?$/, MINUTE],
  [/hours?$/, 60 * MINUTE],
  [/days?$/, 1440 * MINUTE],
]
const DEADLINE =
  /(?:^|_)(?:deadline|due|due_date|expires?|expires_at|expiry|expiration|completion|eta)(?:_|$)/
const START = /(?:^|_)(?:created|start|started|end|ended|submitted|received|opened|reported)(?:_|$)/
const isoOf = (at: number, like: string): string =>
  new Date(at).toISOString().slice(0, like.length === 10 ? 10 : 19) + (like.length === 10 ? '' : 'Z')

/** Deadlines count from when the thing of the call began, and lie as far ahead as the answer says. */
function deadlinesAgree({ values, call, open, now }: Agreeing): void {
  const begun = scalarsOf(call)
    .filter(([name, value]) => START.test(name) && typeof value === 'string' && isMoment(value))
    .sort(([, a], [, b]) => String(b).localeCompare(String(a)))[0]
  const start = begun === undefined ? now : Date.parse(String(begun[1]))
  if (Number.isNaN(start)) return
  for (const { name } of open) {
    const text = values[name]
    if (typeof text !== 'string' || !isMoment(text) || !DEADLINE.test(name)) continue
    const own = new Set(stemsOf(name).filter((stem) => !OF_STATISTICS.has(stem)))
    const span = call.tool.outputs.flatMap((one) => {
      const unit = UNITS.find(([pattern]) => pattern.test(one.name))?.[1]
      const value = values[one.name]
      const isOf = stemsOf(one.name).some((stem) => own.has(stem))
      return unit !== undefined && typeof value === 'number' && isOf ? [value * unit] : []
    })[0]
    if (span !== undefined) values[name] = isoOf(start + span, text)
    else if (begun !== undefined) values[name] = isoOf(start + (Date.parse(text) - now), text)
  }
}

const EXPIRY = /(?:^|_)(?:expiry|expiration|expires|duration|ttl|validity|valid|timeout|lifetime)(?:_|$)/

/** What expires does so after the time that the call gives it. */
function expiriesAgree({ values, call, open, now }: Agreeing): void {
  const spans = scalarsOf(call).flatMap(([name, value]) => {
    const unit = UNITS.find(([pattern]) => pattern.test(name))?.[1]
    return unit !== undefined && EXPIRY.test(name) && typeof value === 'number' ? [value * unit] : []
  })
  const [span, other] = spans
  if (span === undefined || other !== undefined) return
  for (const { name } of open) {
    const text = values[name]
    if (
      typeof text === 'string' &&
      isMoment(text) &&
      /(?:^|_)(?:expires?|expiry|expiration)(?:_|$)/.test(name)
    )
      values[name] = isoOf(now + span, text)
  }
}

/** The first and the last moment that the call asks about. */
function askedRange(call: LinkedCall): [number, number] | undefined {
  const find = (pattern: RegExp): number =>
    Date.parse(
      String(scalarsOf(call).find(([name, value]) => pattern.test(name) && typeof value === 'string')?.[1]),
    )
  const [from, to] = [find(/(?:^|_)(?:start|from|since)(?:_|$)/), find(/(?:^|_)(?:end|to|until)(?:_|$)/)]
  return from < to ? [from, to] : undefined
}

/** Moments of a list are in order, and within the time that the call asks about. */
function momentsInOrder({ values, call, open }: Agreeing): void {
  const asked = askedRange(call)
  for (const { name } of open) {
    const list = values[name]
    if (
      Array.isArray(list) &&
      list.length > 1 &&
      list.every((one) => typeof one === 'string' && isMoment(one))
    )
      values[name] = [...list]
        .sort()
        .map((text, i) =>
          asked === undefined
            ? text
            : isoOf(asked[0] + ((asked[1] - asked[0]) * i) / (list.length - 1 || 1), String(text)),
        )
  }
}

/** A score that passed a threshold of the call is on its scale, and not below it. */
function thresholdsPassed({ values, call, open }: Agreeing): void {
  const bounds = scalarsOf(call).filter(
    ([name, value]) => typeof value === 'number' && /(?:^|_)(?:threshold|min|minimum)(?:_|$)/.test(name),
  )
  for (const { name, type } of open) {
    const value = values[name]
    if (
      type !== 'number' ||
      typeof value !== 'number' ||
      !/(?:score|confidence|similarity|quality|relevance)$/.test(name)
    )
      continue
    const own = new Set(stemsOf(name).filter((stem) => stem !== 'score'))
    const bound = bounds.find(([key]) => stemsOf(key).some((stem) => own.has(stem)))
    if (bound === undefined) continue
    const least = Number(bound[1])
    const [most, at] = least <= 1 ? [1, value > 1 ? value / 100 : value] : [100, value]
    values[name] = toDecimals(at >= least ? at : least + (most - least) * (at / most))
  }
}

const isSame = (a: Json | undefined, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Things of the call that are told apart by kind, `available_agents` and `busy_agents`, are each of one kind: of the good one. */
function kindsExclude({ values, call }: Agreeing): void {
  const lists = scalarsOf(call).filter(([, value]) => Array.isArray(value) && value.length > 0)
  for (const [, list] of lists) {
    const holders = call.tool.outputs.filter(({ name }) => {
      const own = values[name]
      return (
        Array.isArray(own) &&
        own.length > 0 &&
        own.every((one) => (list as Json[]).some((item) => isSame(item, one)))
      )
    })
    for (const noun of new Set(holders.map(({ name }) => nounOf(name)))) {
      const alike = holders.filter(
        ({ name }) =>
          nounOf(name) === noun &&
          name.includes('_') &&
          !/^(?:top|best|all|high|low|popular|recommended|matched|selected)_|rank/.test(name),
      )
      const [good = alike[0], ...rest] = [...alike].sort(
        (a, b) => Number(isAdverse(a.name)) - Number(isAdverse(b.name)),
      )
      if (good === undefined || rest.length === 0) continue
      values[good.name] = [...(list as Json[])]
      for (const { name } of rest) values[name] = []
    }
  }
}

/** `damaged_count` counts the items of a list of the call that say so. */
function talliesCount({ values, call, followed }: Agreeing): void {
  const lists = scalarsOf(call).flatMap(([, value]) => (Array.isArray(value) ? [value] : []))
  for (const { name, type } of call.tool.outputs) {
    const [, word] = /^([a-z]+)_(?:count|items|total)$/.exec(name) ?? []
    if (type !== 'integer' || word === undefined) continue
    const list = lists.find((one) =>
      one.some((item) => typeof item === 'string' && item.toLowerCase() === word),
    )
    if (list === undefined) continue
    values[name] = list.filter((item) => typeof item === 'string' && item.toLowerCase() === word).length
    followed.add(name)
  }
}

/** What is made smaller is smaller, and the ratio is of the two. */
function sizesShrink({ values, open, followed }: Agreeing): void {
  const find = (pattern: RegExp) =>
    open.find(({ name }) => pattern.test(name) && typeof values[name] === 'number')
  const before = find(/^(?:original|input|uncompressed|before)_.*(?:size|bytes|length|count)/)
  const after = find(/^(?:compressed|output|optimized|reduced|after)_.*(?:size|bytes|length|count)/)
  if (before === undefined || after === undefined) return
  const share = 0.25 + (Number(values[after.name]) % 1000) / 2500
  values[after.name] = Math.round(Number(values[before.name]) * share)
  const ratio = find(/^(?:compression|reduction|size)_ratio$/)
  if (ratio === undefined) return
  values[ratio.name] = toDecimals(Number(values[after.name]) / Number(values[before.name]))
  followed.add(ratio.name)
}

/** `resolution_rate` is `successful_resolutions` of the one total, which is no less. */
function ratesFollow({ values, call, open, followed }: Agreeing): void {
  const whole = call.tool.outputs.filter(
    ({ name, type }) => type === 'integer' && typeof values[name] === 'number',
  )
  const totals = whole.filter(({ name }) => /^total_/.test(name))
  const good = whole.filter(({ name }) => RIGHT.test(name) && !/^total_/.test(name))
  const [total, part] = [totals[0], good[0]]
  if (total === undefined || part === undefined || totals.length + good.length > 2) return
  const all = Number(values[total.name])
  const isFree = open.some(({ name }) => name === part.name) && !followed.has(part.name)
  const isFlawless = whole.some((one) => one !== total && one !== part && values[one.name] === 0)
  if (isFree && isFlawless) values[part.name] = all
  else if (isFree && Number(values[part.name]) > all) values[part.name] = Math.ceil(all * 0.9)
  const roots = stemsOf(part.name)
    .filter((stem) => !OF_COUNTS.has(stem))
    .map((stem) => stem.slice(0, 5))
  for (const { name, description } of open) {
    if (!RATIO.test(name) || typeof values[name] !== 'number' || all === 0 || followed.has(name)) continue
    if (!stemsOf(name).some((stem) => stem === 'success' || roots.includes(stem.slice(0, 5)))) continue
    const isPercent = /percent|pct|%/i.test(`${name} ${description}`)
    values[name] = toDecimals((Number(values[part.name]) / all) * (isPercent ? 100 : 1))
    followed.add(name)
  }
}

/** As many results are returned as there are in all, or fewer. */
function totalsCover({ values, open, followed }: Agreeing): void {
  const total = open.find(
    ({ name, type }) => type === 'integer' && /^total_(?:results|matches|found|items|records)$/.test(name),
  )
  const part = Object.entries(values).find(([name]) => /^(?:returned|result|results)_count$/.test(name))
  if (total === undefined || typeof part?.[1] !== 'number') return
  if (Number(values[total.name]) < part[1] || !followed.has(total.name)) values[total.name] = part[1]
}

/** Makes outputs agree in place, as far as their names and the call say how. */
export function agree(all: Agreeing): void {
  countsAddUp(all)
  compositesAreMeans(all)
  sharesAddUp(all)
  amountsAgree(all)
  centsAreWhole(all)
  deadlinesAgree(all)
  momentsInOrder(all)
  totalsCover(all)
  sizesShrink(all)
  ratesFollow(all)
  thresholdsPassed(all)
  expiriesAgree(all)
  kindsExclude(all)
  talliesCount(all)
}
