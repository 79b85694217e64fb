import { type Command, InvalidArgumentError, Option } from 'commander'
import type { FileCache } from '../models/file-cache.ts'
import type { Estimate, LimitOptions, Limits } from '../models/limits.ts'
import { moneyText } from '../models/prices.ts'
import { counted } from '../shared/english.ts'
import { TracewrightError } from '../shared/errors.ts'
import { isObject, type JsonObject } from '../shared/json.ts'
import { parseJson } from '../shared/parse-json.ts'
import type { GenerateOptions } from '../synthetic/generate/generate.ts'
import { loadModel, withLangChain } from './load-model.ts'
import { warn } from './output.ts'
import { atLeast } from './whole-number.ts'

/** What every command takes that asks a chat model. */
export interface ModelOptions {
  model?: string
  modelOptions?: JsonObject
  prices?: string
  maxCalls?: number
  maxTokens?: number
  maxCost?: number
  concurrency?: number
  /** File that keeps the answers. */
  cache?: string
}

/** A model that was asked for, and what it may use. */
export interface AskedModel {
  model: GenerateOptions['model']
  limits: LimitOptions
}

function objectOf(text: string): JsonObject {
  try {
    const value = parseJson(text)
    if (isObject(value)) return value
  } catch {
    // Said below.
  }
  throw new InvalidArgumentError('It is a JSON object.')
}

function amountOf(text: string): number {
  const number = Number(text)
  if (text.trim() !== '' && Number.isFinite(number) && number >= 0) return number
  throw new InvalidArgumentError('It is an amount from 0 up.')
}

/**
 * Adds the options of a model to a command, and `--json`.
 *
 * @param what Says what the model is asked for, for the help
 * @param place What its answers are kept beside by default
 * @param isRequired Whether the command does nothing without one
 */
export function withModelOptions(command: Command, what: string, place: string, isRequired = false): Command {
  const model = new Option(
    '--model <model>',
    `chat model ${what}: provider:name, or a module whose default export is a LangChain chat model`,
  )
  return command
    .option('--cache <file>', `keeps the answers of the model (default: beside ${place}, NAME.answers.jsonl)`)
    .option('--json', 'print one JSON document')
    .addOption(isRequired ? model.makeOptionMandatory() : model)
    .option('--model-options <json>', 'options of a model by name, for the class of its provider', objectOf)
    .option('--prices <file>', 'table of prices (JSON), to count the costs of the model')
    .option('--max-calls <number>', 'calls of the model in this run; 0 only replays', atLeast(0))
    .option('--max-tokens <number>', 'begin no call after so many tokens in this run', atLeast(1))
    .option(
      '--max-cost <amount>',
      'cost that the calls of this run may reach; the last one may go beyond; needs --prices',
      amountOf,
    )
}

/** Options that mean nothing without a model; a command may have a part of them. */
const OF_MODELS = ['modelOptions', 'prices', 'maxCalls', 'maxTokens', 'maxCost', 'cache'] as const

const flagOf = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (char) => `-${char.toLowerCase()}`)}`

async function priceFor(
  text: string,
  model: object,
  { prices: file, maxCost }: ModelOptions,
): Promise<LimitOptions> {
  if (file === undefined) {
    if (maxCost === undefined) return {}
    throw new TracewrightError('Failed to limit the cost: --max-cost needs a table of prices. Give --prices.')
  }
  const [{ priceOf, readPrices }, { nameOfModel }] = await Promise.all([
    import('../models/prices.ts'),
    import('../models/chat-model.ts'),
  ])
  const prices = readPrices(file)
  const names = [text, nameOfModel(model)].flatMap((name) => name ?? [])
  const price = priceOf(prices, names)
  if (price === undefined)
    throw new TracewrightError(
      `Failed to count costs: ${file} has no price for ${names.join(' or ')}; it has ${Object.keys(prices.models).join(', ') || 'none'}. Add it.`,
      { at: { file } },
    )
  return { price, ...(maxCost === undefined ? {} : { maxCost }) }
}

/** Says what a stage may take before it asks. */
function sayEstimate({ stage, calls, inputTokens, outputTokens, cost }: Estimate): void {
  const tokens = `about ${inputTokens.toLocaleString('en')} tokens in, ${outputTokens.toLocaleString('en')} out`
  const money = cost === undefined ? '' : `, ${moneyText(cost)}`
  warn(`${stage}: ${counted(calls, 'call')}, ${tokens}${money}; more where answers are asked for again`)
}

/** The model that the options name, with its limits; undefined where they name none. Nothing is asked of it yet. */
export async function askedModel(options: ModelOptions): Promise<AskedModel | undefined> {
  const { model: text, modelOptions, maxCalls, maxTokens, concurrency } = options
  if (text === undefined) {
    const stray = OF_MODELS.find((name) => options[name] !== undefined)
    if (stray === undefined) return undefined
    throw new TracewrightError(`Invalid ${flagOf(stray)}: it requires --model.`)
  }
  const model = await loadModel(text, modelOptions)
  const price = await priceFor(text, model, options)
  return {
    model,
    limits: {
      ...price,
      onEstimate: sayEstimate,
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(maxCalls === undefined ? {} : { maxCalls }),
      ...(maxTokens === undefined ? {} : { maxTokens }),
    },
  }
}

/** The same of a command that requires a model. */
export async function requiredModel(options: ModelOptions): Promise<AskedModel> {
  const asked = await askedModel(options)
  if (asked === undefined) throw new TracewrightError('Failed to ask a model: none is named. Give --model.')
  return asked
}

/** A model that is asked within limits, with the file of its answers. */
export interface KeptModel extends Pick<AskedModel, 'model'> {
  cache: FileCache
  limits: Limits
}

/**
 * The model that the options name, with what it may use and the file that keeps its answers; undefined where they name none.
 *
 * @param file Keeps the answers where the options name no file
 */
export async function keptModel(options: ModelOptions, file: string): Promise<KeptModel | undefined> {
  const asked = await askedModel(options)
  if (asked === undefined) return undefined
  const [{ FileCache }, { Limits }] = await withLangChain('what asks models', () =>
    Promise.all([import('../models/file-cache.ts'), import('../models/limits.ts')]),
  )
  const { model, limits } = asked
  return { model, cache: new FileCache(options.cache ?? file), limits: new Limits(limits) }
}

/** The simulation of tools in which a model answers what nothing else covers. */
export const liveSimulator = async () =>
  (await import('../synthetic/simulate/live/live-simulation.ts')).liveSimulation

/** What a run of a model used, in the names of `--json`. */
export const usageJson = <T extends { inputTokens: number; outputTokens: number }>({
  inputTokens,
  outputTokens,
  ...rest
}: T) => ({ ...rest, input_tokens: inputTokens, output_tokens: outputTokens })
