import { existsSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { z } from 'zod'
import type { FileCache } from '../models/file-cache.ts'
import type { Estimate, LimitOptions, Limits } from '../models/limits.ts'
import { isChatModel, loadNamedModel, nameOfModel, readModelName } from '../models/named-model.ts'
import { findPrice, formatMoney, readPrices } from '../models/prices.ts'
import { formatCount } from '../shared/english.ts'
import { TracewrightError } from '../shared/errors.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { describeJsonProblem, parseJson } from '../shared/parse-json.ts'
import { formatIssues } from '../shared/problem-list.ts'
import { readText } from '../shared/whole-file.ts'
import type { GenerateOptions } from '../synthetic/generate/generate.ts'
import { loadDefault, loadOptional } from './load-default.ts'
import { holdsOpen } from './load-module.ts'
import { warn } from './output.ts'

type ChatModel = GenerateOptions['model']

/** What every command takes that asks a chat model. */
export interface ModelOptions {
  model?: string
  json?: boolean
}

/** How often an answer is asked for until it is usable. */
const DEFAULT_ATTEMPTS = 3
const DEFAULT_CONCURRENCY = 4
/** In place of a model: what nothing covers is answered with typed placeholder values. */
const PLACEHOLDERS = 'placeholders'

const specSchema = z.strictObject({
  /** `provider:name`, or a module whose default export is a LangChain chat model. */
  model: z.string().min(1),
  /** Of a model by name, for the class of its provider. */
  options: z.record(z.string(), z.json()).optional(),
  /** Table of prices, a JSON file. */
  prices: z.string().optional(),
  /** Calls in this run; 0 only replays. */
  maxCalls: z.int().min(0).optional(),
  maxTokens: z.int().min(1).optional(),
  /** Cost that the calls of this run may reach; the last one may go beyond. Needs `prices`. */
  maxCost: z.number().min(0).optional(),
  attempts: z.int().min(1).default(DEFAULT_ATTEMPTS),
  concurrency: z.int().min(1).default(DEFAULT_CONCURRENCY),
  /** File that keeps the answers. */
  cache: z.string().optional(),
})
type ModelSpec = z.infer<typeof specSchema>

export interface AskedModel extends Pick<ModelSpec, 'attempts' | 'cache'> {
  model: ChatModel
  limits: LimitOptions
}

/** Adds `--model` to a command. */
export function addModelOptions(command: Command, what: string, isRequired = false): Command {
  const model = new Option(
    '--model <spec>',
    `chat model ${what}: provider:name, a module whose default export is a LangChain chat model, or JSON (a text or a ` +
      `.json file) with ${Object.keys(specSchema.shape).join(', ')}`,
  )
  return command.addOption(isRequired ? model.makeOptionMandatory() : model)
}

/** Whether calls that nothing covers get placeholders. */
export const asksForPlaceholders = ({ model }: ModelOptions): boolean => model === PLACEHOLDERS

function readSpec(text: string): ModelSpec {
  const isText = text.trimStart().startsWith('{')
  if (!isText && !text.endsWith('.json')) return specSchema.parse({ model: text })
  let value: unknown
  try {
    value = parseJson(isText ? text : readText(text, 'the model'))
  } catch (error) {
    if (error instanceof TracewrightError) throw error
    throw new TracewrightError(`Invalid --model ${text}: ${describeJsonProblem(error)}.`)
  }
  const parsed = specSchema.safeParse(value)
  if (parsed.success && (parsed.data.maxCost === undefined || parsed.data.prices !== undefined))
    return parsed.data
  if (parsed.success)
    throw new TracewrightError('Invalid --model: "maxCost" requires "prices", a table of prices.')
  throw new TracewrightError(
    `Invalid --model ${text}: ${formatIssues(parsed.error)}. Its fields are ${Object.keys(specSchema.shape).join(', ')}.`,
  )
}

/** What `--model` says, without loading the model. */
export function readModelIdentity({
  model,
}: ModelOptions): Pick<ModelSpec, 'model' | 'options' | 'cache'> | null {
  if (model === undefined || model === PLACEHOLDERS) return null
  return readSpec(model)
}

/** Loads parts that need @langchain/core only where they are used, since not every user has it. */
export const loadWithLangChain = <T>(what: string, load: () => Promise<T>): Promise<T> =>
  loadOptional('@langchain/core', what, load)

/** The chat model of a name, `provider:name`, or of a module of the user's. */
async function loadModel({ model: text, options }: ModelSpec): Promise<ChatModel> {
  if (existsSync(text) || readModelName(text) === undefined) {
    if (options !== undefined)
      throw new TracewrightError(
        `Invalid --model: "options" require a model by name, and ${text} is a module. Set them in the module.`,
      )
    return loadDefault(text, 'the model', isChatModel)
  }
  const model = await loadNamedModel(text, options)
  // Clients keep connections open.
  holdsOpen()
  return model
}

function readPrice({ model: text, prices: file, maxCost }: ModelSpec, model: object): LimitOptions {
  if (file === undefined) return {}
  const prices = readPrices(file)
  const names = [text, nameOfModel(model)].flatMap((name) => name ?? [])
  const price = findPrice(prices, names)
  if (price === undefined)
    throw new TracewrightError(
      `Failed to count costs: ${file} has no price for ${names.join(' or ')}; it has ${Object.keys(prices.models).join(', ') || 'none'}. Add it.`,
      { at: { file } },
    )
  return { price, ...(maxCost === undefined ? {} : { maxCost }) }
}

/** Prints what a stage may take before it asks. */
function printEstimate({ stage, calls, inputTokens, outputTokens, cost }: Estimate): void {
  const tokens = `about ${inputTokens.toLocaleString('en')} tokens in, ${outputTokens.toLocaleString('en')} out`
  const money = cost === undefined ? '' : `, ${formatMoney(cost)}`
  warn(`${stage}: ${formatCount(calls, 'call')}, ${tokens}${money}; more if answers are repeated`)
}

/** The model of `--model`, with its limits; undefined without one. Nothing is asked of it yet. */
export async function openModel(options: ModelOptions): Promise<AskedModel | undefined> {
  if (options.model === undefined || options.model === PLACEHOLDERS) return undefined
  const spec = readSpec(options.model)
  const { attempts, cache, concurrency, maxCalls, maxTokens } = spec
  const model = await loadModel(spec)
  const price = readPrice(spec, model)
  return {
    model,
    attempts,
    cache,
    limits: {
      ...price,
      onEstimate: printEstimate,
      concurrency,
      ...dropUndefinedFields({ maxCalls, maxTokens }),
    },
  }
}

export async function openRequiredModel(options: ModelOptions): Promise<AskedModel> {
  const chosenModel = await openModel(options)
  if (chosenModel === undefined) throw new TracewrightError('Missing --model: this stage needs a chat model.')
  return chosenModel
}

export interface KeptModel extends Pick<AskedModel, 'model' | 'attempts'> {
  cache: FileCache
  limits: Limits
}

/** The model of `--model`, with what it may use and the file that keeps its answers; undefined without one. */
export async function openCachedModel(options: ModelOptions, file: string): Promise<KeptModel | undefined> {
  const chosenModel = await openModel(options)
  if (chosenModel === undefined) return undefined
  const [{ FileCache }, { Limits }] = await loadWithLangChain('what asks models', () =>
    Promise.all([import('../models/file-cache.ts'), import('../models/limits.ts')]),
  )
  const { model, attempts, cache = file, limits } = chosenModel
  return { model, attempts, cache: new FileCache(cache), limits: new Limits(limits) }
}

/** The simulation of tools in which a model answers what nothing else covers. */
export const importLiveSimulator = async () =>
  (await import('../synthetic/simulate/live/live-simulation.ts')).createLiveSimulation

/** What a run of a model used, in the names of `--json`. */
export const formatUsageJson = <T extends { inputTokens: number; outputTokens: number }>({
  inputTokens,
  outputTokens,
  ...rest
}: T) => ({ ...rest, input_tokens: inputTokens, output_tokens: outputTokens })
