import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { z } from 'zod'
import { loadNamedModel, readModelName } from '../../models/named-model.ts'
import { Throttle } from '../../models/throttle.ts'
import { disableRetries } from '../../models/without-retries.ts'
import type { Agent } from '../../schema/agent.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { dropUndefinedFields } from '../../shared/json.ts'
import { formatIssues } from '../../shared/problem-list.ts'
import { converse, type ModelLoop } from './converse.ts'

/** Variables by which a project of a matrix says which model its agent is, and how it is asked. */
const MODEL_VARIABLE = 'TRACEWRIGHT_MODEL'
const PROVIDER_VARIABLE = 'TRACEWRIGHT_MODEL_PROVIDER'

/** Settings of a provider that the plugin hands to workers. */
const settingsSchema = z.strictObject({
  concurrency: z.int().min(1).optional(),
  perMinute: z.number().positive().optional(),
  retries: z.int().min(0).optional(),
  options: z.record(z.string(), z.json()).optional(),
})
/** See the option `models`. */
type ProviderSettings = z.infer<typeof settingsSchema>

/** The settings of the provider that the project says; none outside a matrix. */
function readProviderSettings(): ProviderSettings {
  const text = process.env[PROVIDER_VARIABLE]
  if (text === undefined || text === '') return {}
  const parsed = settingsSchema.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new TracewrightError(
    `Failed to read ${PROVIDER_VARIABLE}: ${formatIssues(parsed.error)}. It is set by modelProjects().`,
  )
}

const throttles = new Map<string, Throttle>()

/** The throttle of a provider, one for all its models in this process. */
function resolveThrottle(provider: string, settings: ProviderSettings): Throttle {
  const known = throttles.get(provider)
  if (known !== undefined) return known
  const { concurrency, perMinute, retries } = settings
  const made = new Throttle(dropUndefinedFields({ concurrency, perMinute, retries }))
  throttles.set(provider, made)
  return made
}

/** Options of an agent made from a model. */
export interface FromModelOptions extends ProviderSettings {
  /**
   * A LangChain chat model, or the name of one as `provider:name`. Default: the one of the project that
   * `modelProjects` made.
   */
  model?: string | BaseChatModel
  /** Shown in reports. @defaultValue `model` */
  name?: string
  /** What reports show next to the name. */
  note?: string
  /** System prompt. Default none. */
  system?: string
  /** Messages of the model after which the attempt ends. @defaultValue `30` */
  maxTurns?: number
}

interface LoadedModel {
  model: BaseChatModel
  provider: string
}

async function load({
  model = process.env[MODEL_VARIABLE],
  options,
}: FromModelOptions): Promise<LoadedModel> {
  if (model === undefined || model === '')
    throw new TracewrightError(
      `Failed to make an agent of a model: \`model\` is missing. Pass it, or run in a project of modelProjects().`,
    )
  if (typeof model !== 'string') {
    disableRetries(model)
    return { model, provider: model._llmType() }
  }
  return { model: await loadNamedModel(model, options), provider: readModelName(model)?.provider ?? model }
}

/**
 * Makes an agent of nothing but a chat model and its tools: it is asked, its calls are made, until it calls no more. For
 * comparing models; an agent with prompts and a graph of its own is made with `fromLangChain`. Requests that the provider
 * refuses for their number, or cannot answer, are made anew after as long as it asks for.
 *
 * @throws TracewrightError at the first attempt where a package or a key is missing, naming it
 *
 * @example
 * export default fromModel({ model: 'ollama:llama3.2' })
 */
export function fromModel(options: FromModelOptions = {}): Agent {
  const { name = 'model', note, system, maxTurns = 30 } = options
  let loaded: Promise<LoadedModel> | undefined
  return {
    name,
    ...(note === undefined ? {} : { note }),
    async run(request) {
      const settings = { ...readProviderSettings(), ...options }
      loaded ??= load(settings)
      const { model, provider } = await loaded
      const loop: ModelLoop = {
        model,
        system,
        maxTurns,
        throttle: resolveThrottle(provider, settings),
      }
      return converse(loop, request)
    },
  }
}
